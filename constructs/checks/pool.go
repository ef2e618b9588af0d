package checks

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// pool is a pool with its instance types and images looked up.
type pool struct {
	*inventory.Pool
	survey    *survey
	options   []option
	closed    bool // options are all that it can launch, and all are in the catalogue
	providers []*inventory.CapacityProvider
}

// option is one instance type that a pool may launch.
type option struct {
	name     inventory.Fact[string]
	instance hardware.InstanceType
	known    bool // the instance type is in the catalogue
	launch   *inventory.Launch
	image    images.Image
	pictured bool // the image is a published one
}

func (s *survey) newPool(p *inventory.Pool) *pool {
	view := &pool{Pool: p, survey: s}
	view.closed = p.InstanceTypes.Complete() && p.Requirements == nil
	for _, o := range p.Overrides {
		view.closed = view.closed && o.Requirements == nil
	}
	for _, o := range p.Options() {
		read := readOption(o)
		view.closed = view.closed && read.known
		view.options = append(view.options, read)
	}
	view.closed = view.closed && len(view.options) > 0
	for _, id := range p.CapacityProviders {
		if c, ok := s.providerByID[id]; ok {
			view.providers = append(view.providers, c)
		}
	}
	return view
}

func readOption(o inventory.Option) option {
	read := option{name: o.InstanceType, launch: o.Launch}
	if name, ok := o.InstanceType.Get(); ok {
		read.instance, read.known = hardware.Lookup(name)
	}
	if o.Launch != nil {
		read.image, read.pictured = imageOf(o.Launch)
	}
	return read
}

// imageOf is the published image that a launch names.
func imageOf(l *inventory.Launch) (images.Image, bool) { return l.Image.Recognise() }

// speaks is the pool's name in a message.
func (p *pool) speaks() string { return "pool " + p.name() }

// name is short, and the same as in a plan and a diagram.
func (p *pool) name() string { return p.survey.poolName(p.Pool) }

// item is where a finding on a launch belongs: a launch template of its own, or
// the pool.
func (p *pool) item(l *inventory.Launch) inventory.Item {
	if l != nil && l.LogicalID != "" {
		return l.Item
	}
	return p.Item
}

// managedScaling is whether ECS grows the pool; unknown when a provider is not
// readable.
func (p *pool) managedScaling() hardware.Answer {
	answer := hardware.No
	for _, c := range p.providers {
		status, known := c.ManagedScaling.Or("DISABLED")
		switch {
		case known && status == "ENABLED":
			return hardware.Yes
		case !known:
			answer = hardware.Unknown
		}
	}
	return answer
}

// hasGPU is whether some instance of the pool has NVIDIA GPUs. Types that are
// not in the catalogue are judged by their family's letter.
func (p *pool) hasGPU() hardware.Answer {
	if p.Requirements != nil && len(p.options) == 0 {
		return p.requiresGPU()
	}
	answer := hardware.No
	for _, o := range p.options {
		name, named := o.name.Get()
		switch {
		case o.known && o.instance.IsNVIDIA(), named && !o.known && gpuFamily.MatchString(name):
			return hardware.Yes
		case !named:
			answer = hardware.Unknown
		}
	}
	if !p.closed && len(p.options) == 0 {
		return hardware.Unknown
	}
	return answer
}

// requiresGPU is hasGPU for a pool that selects types by attributes. No other
// types than those that match can come, though perhaps not all of them.
func (p *pool) requiresGPU() hardware.Answer {
	types, _ := p.Hardware()
	others := slices.ContainsFunc(types, func(t hardware.InstanceType) bool { return !t.IsNVIDIA() })
	if p.InstanceTypes.Complete() && len(types) > 0 && !others {
		return hardware.Yes
	}
	return hardware.Unknown
}

// gpuFamily is EC2's naming: families g and p have GPUs.
var gpuFamily = regexp.MustCompile(`^[gp][0-9]`)

// count writes a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
