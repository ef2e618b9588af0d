package placement

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// MaxInstances is ECS's limit of container instances in a cluster. Source:
// Amazon ECS developer guide, service quotas.
const MaxInstances = 5000

// Pool is a pool of an inventory with what its instances offer.
type Pool struct {
	*inventory.Pool

	Number int // among the pools of the view

	// Title is by what name messages speak of it; see inventory.PoolNames.
	Title     string
	ClusterID string // logical id of the cluster; empty when it is not in the inventory

	Providers []*inventory.CapacityProvider

	// Options are the instance types that the pool may start, in its order.
	Options []Option
	// Closed says that Options are all of them, and that all are in the catalogue.
	Closed bool

	Size    Sizes
	Scaling *Scaling // nil without managed scaling
	Zones   int      // availability zones, at least 1

	// Sought says that the tasks of some strategy start instances here, or may.
	Sought bool

	// Notes are what is assumed about the pool, or would keep it from working,
	// in the order in which it was found.
	Notes []string

	shared *Offer // see Smallest
}

// Option is one instance type that a pool may start.
type Option struct {
	Name     inventory.Fact[string]
	Instance hardware.InstanceType
	Known    bool // the type is in the catalogue
	// ByAttributes says that the type is not named, but matches attributes.
	ByAttributes bool
	Launch       *inventory.Launch // may be nil

	Image      images.Image
	Recognized bool // the image is a published one

	Bare  Offer // of an instance without tasks
	Offer Offer // of an instance without tasks but with its daemons
}

// IsManaged reports whether the pool is of ECS Managed Instances: ECS starts
// what tasks need, the cheapest type that fits them, without a maximum.
func (p *Pool) IsManaged() bool { return p.Kind == inventory.ManagedInstances }

// Grows reports whether waiting tasks start instances.
func (p *Pool) Grows() bool { return p.Scaling != nil || p.IsManaged() }

// ManagedScaling returns whether ECS grows the pool; it is not known when a
// provider cannot be read.
func (p *Pool) ManagedScaling() fact.Answer {
	answer := fact.No
	for _, c := range p.Providers {
		status, known := c.ManagedScaling.Or("DISABLED")
		answer = answer.Or(fact.AnswerOf(status == "ENABLED"))
		if !known {
			answer = answer.Or(fact.Maybe)
		}
	}
	return answer
}

// Types returns the instance types that are known.
func (p *Pool) Types() []hardware.InstanceType {
	var types []hardware.InstanceType
	for i := range p.Options {
		if p.Options[i].Known {
			types = append(types, p.Options[i].Instance)
		}
	}
	return types
}

// Smallest returns what every instance of the pool offers at least: the least of
// each figure. Managed scaling counts with it, because EC2 may start any of the
// types. False when no type is known.
func (p *Pool) Smallest() (*Offer, bool) {
	if p.shared == nil {
		var offers []Offer
		for i := range p.Options {
			if p.Options[i].Known {
				offers = append(offers, p.Options[i].Offer)
			}
		}
		if len(offers) == 0 {
			return nil, false
		}
		least := smallest(offers)
		p.shared = &least
	}
	return p.shared, true
}

// Largest returns what the largest single task can have: of a group the least of
// each figure, as Smallest; of Managed Instances the type with the most GPUs, and
// then the most memory.
func (p *Pool) Largest() (*Offer, bool) {
	if !p.IsManaged() || len(p.Options) == 0 {
		return p.Smallest()
	}
	largest := &p.Options[0].Offer
	for i := range p.Options {
		o := &p.Options[i].Offer
		if cmp.Or(cmp.Compare(o.GPUs, largest.GPUs), cmp.Compare(o.MemoryMiB, largest.MemoryMiB)) > 0 {
			largest = o
		}
	}
	return largest, true
}

// SetType gives the pool one instance type. What the old instances kept for the
// system and for daemons is not carried over.
func (p *Pool) SetType(t hardware.InstanceType) {
	p.Options = []Option{{Name: inventory.Known(t.Name), Instance: t, Known: true, Offer: OfferOf(t, 0)}}
	p.shared = nil
}

// Sizes are numbers of instances. The largest is not known for Managed Instances,
// which have no maximum.
type Sizes struct{ Min, Desired, Max fact.Value[int] }

// sizesOf reads the sizes of a pool.
func sizesOf(p *inventory.Pool) Sizes {
	switch p.Kind {
	case inventory.SingleInstance:
		return Sizes{fact.Of(1), fact.Of(1), fact.Of(1)}
	case inventory.ManagedInstances:
		return Sizes{fact.Of(0), fact.Of(0), fact.NotKnown[int]()}
	}
	s := Sizes{sizeOf(p.Min), sizeOf(p.Desired), sizeOf(p.Max)}
	if p.Desired.IsAbsent() {
		s.Desired = s.Min
	}
	return s
}

func sizeOf(f inventory.Fact[int]) fact.Value[int] {
	n, known := f.Get()
	if !known {
		return fact.NotKnown[int]()
	}
	return fact.Of(min(max(0, n), MaxInstances))
}

// Limit returns how many instances the engine starts at most.
func (p *Pool) Limit() int {
	if p.IsManaged() {
		return MaxInstances
	}
	if most, known := p.Size.Max.Get(); known {
		return min(most, MaxInstances)
	}
	return p.Start()
}

// Start returns how many instances there are before tasks start more.
func (p *Pool) Start() int {
	n, _ := p.Size.Desired.Get()
	return min(n, MaxInstances)
}

// opens reports whether the pool has instances, or may start some.
func (p *Pool) opens() bool { return p.Start() > 0 || p.Grows() && p.Limit() > 0 }

// HasGPU returns whether some instance of the pool has NVIDIA GPUs. Types that
// are not in the catalogue are judged by their family's letter.
func (p *Pool) HasGPU() fact.Answer {
	answer, others := fact.No, 0
	for _, o := range p.Options {
		name, named := o.Name.Get()
		hasGPU := o.Known && o.Instance.IsNVIDIA() || named && !o.Known && gpuFamily(name)
		switch {
		case hasGPU && !o.ByAttributes:
			return fact.Yes
		case !hasGPU:
			others++
		}
		if o.ByAttributes || !named {
			answer = fact.Maybe // EC2 starts some of those that match
		}
	}
	switch {
	case len(p.Options) > 0 && others == 0 && p.InstanceTypes.Complete():
		return fact.Yes
	case !p.Closed && len(p.Options) == 0:
		return fact.Maybe
	}
	return answer
}

// gpuFamily reports whether EC2's naming says that a type has GPUs: families g
// and p, followed by a number.
func gpuFamily(name string) bool {
	return len(name) > 1 && (name[0] == 'g' || name[0] == 'p') && name[1] >= '0' && name[1] <= '9'
}

func (p *Pool) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(p.Notes, text) {
		p.Notes = append(p.Notes, text)
	}
}

// maxUnknownTypes is how many names that are no instance type a pool notes.
const maxUnknownTypes = 10

// readOptions looks up what the pool may start.
func (p *Pool) readOptions() {
	p.Closed = p.InstanceTypes.Complete()
	strange := 0
	for _, o := range p.Pool.Options() {
		strange += p.addOption(o)
	}
	if strange > maxUnknownTypes {
		p.note("%d further types are not in the catalogue", strange-maxUnknownTypes)
	}
	for _, r := range p.AllRequirements() {
		p.addMatching(r)
	}
	p.Closed = p.Closed && len(p.Options) > 0
	if !p.InstanceTypes.Complete() {
		p.note("the pool may start further instance types, which are known only at deployment")
	}
}

// addOption adds one type; it returns 1 for a name that the catalogue lacks.
func (p *Pool) addOption(o inventory.Option) (strange int) {
	option := Option{Name: o.InstanceType, Launch: o.Launch}
	name, named := o.InstanceType.Get()
	if named {
		option.Instance, option.Known = hardware.Lookup(name)
	}
	switch {
	case !named:
		p.note("an instance type is known only at deployment; give its parameter a value")
	case !option.Known:
		strange = 1
		if len(p.Notes) < maxUnknownTypes {
			p.note("%s is not in the catalogue; the nearest names are %s", name, strings.Join(hardware.Nearest(name, 3), ", "))
		}
	}
	p.Closed = p.Closed && option.Known
	p.offer(&option)
	p.Options = append(p.Options, option)
	return strange
}

// addMatching adds the types that match attributes. Types of which that is in
// doubt count only where no other matches.
func (p *Pool) addMatching(r *inventory.InstanceRequirements) {
	match := r.Matching()
	unjudged := strings.Join(match.Unjudged, ", ")
	types := slices.DeleteFunc(slices.Clone(match.Types), func(t hardware.InstanceType) bool { return slices.Contains(match.Doubtful, t.Name) })
	switch {
	case len(types) == 0 && !match.Complete():
		types = match.Types
		p.note("fewer types may match, because these attributes cannot be judged: %s", unjudged)
	case len(match.Doubtful) > 0:
		p.note("%s may match too and are not counted, because %s cannot be judged for them", strings.Join(match.Doubtful, ", "), unjudged)
	}
	for _, t := range types {
		if slices.ContainsFunc(p.Options, func(o Option) bool { return o.Instance.Name == t.Name }) {
			continue
		}
		option := Option{Name: inventory.Known(t.Name), Instance: t, Known: true, ByAttributes: true, Launch: p.Launch}
		if option.recognize(); option.Recognized && !t.SupportsArchitecture(option.Image.Architecture) {
			continue // EC2 starts no instance of it with this image
		}
		p.offer(&option)
		p.Options = append(p.Options, option)
	}
	p.Closed = p.Closed && match.Complete()
	if p.IsManaged() {
		p.note("types are chosen by attributes, and %d match; ECS starts the cheapest that fits", len(types))
	} else {
		p.note("types are chosen by attributes, and %d match; figures are the least that any of them offers", len(types))
	}
}

// recognize finds the image.
func (o *Option) recognize() {
	if o.Launch != nil {
		o.Image, o.Recognized = o.Launch.Image.Recognise()
	}
}

// offer finds what an instance of the option registers.
func (p *Pool) offer(o *Option) {
	o.recognize()
	if !o.Known {
		return
	}
	t := o.Instance
	if t.IsRetired() {
		p.note("%s is retired: no new instance of it can be started in commercial Regions", t.Name)
	}
	o.Offer = OfferOf(t, p.reserved(o.Launch))
	if p.IsManaged() && t.IsNeuron() {
		o.Offer.NeuronDevices = o.Offer.NeuronFiles
	}
	if o.Launch != nil {
		o.Offer.attach(o.Launch)
	}
	if o.Recognized {
		p.drive(o)
	}
	o.Bare = o.Offer
}

// attach takes away the interfaces that the launch attaches besides the first:
// from network card 0 those that are on it or may be.
func (o *Offer) attach(launch *inventory.Launch) {
	all, cardZero := len(launch.NetworkInterfaces.Items), 0
	for _, n := range launch.NetworkInterfaces.Items {
		if card, known := n.NetworkCardIndex.Or(0); !known || card == 0 {
			cardZero++
		}
	}
	o.Interfaces = max(0, o.Interfaces-max(0, cardZero-1))
	o.InterfacesAtBest = max(o.Interfaces, o.InterfacesAtBest-max(0, all-1))
}

func (p *Pool) reserved(launch *inventory.Launch) int {
	if launch == nil {
		return 0
	}
	reserved, known := launch.Agent.ReservedMemoryMiB().Or(0)
	if !known {
		p.note("ECS_RESERVED_MEMORY is known only at deployment and counts as 0")
	}
	return reserved
}

// drive takes away what the image is known not to drive.
func (p *Pool) drive(o *Option) {
	support := images.Supports(o.Image, o.Instance)
	if support.OK {
		sharing := images.SupportsMPS(o.Image, o.Instance)
		o.Offer.Sharing = &sharing
		return
	}
	p.note("%s", support.Reason)
	if !o.Instance.SupportsArchitecture(o.Image.Architecture) {
		o.Offer.CPUUnits, o.Offer.MemoryMiB, o.Offer.MemoryAtBestMiB = 0, 0, 0
	}
	o.Offer.Undriven = support.Reason
	o.Offer.GPUs, o.Offer.GPUFraction, o.Offer.GPUMemoryMiB, o.Offer.GPUMemoryAtBestMiB = 0, 0, 0, 0
}

// readSizes notes what is not known of the sizes, or contradicts itself.
func (p *Pool) readSizes() {
	switch p.Kind {
	case inventory.SingleInstance:
		return
	case inventory.ManagedInstances:
		p.note("ECS starts and ends managed instances as tasks need them; there is no maximum")
		return
	}
	p.noteSize("minimum size", p.Min)
	p.noteSize("maximum size", p.Max)
	if !p.Desired.IsAbsent() {
		p.noteSize("desired size", p.Desired)
	}
	least, hasLeast := p.Size.Min.Get()
	most, hasMost := p.Size.Max.Get()
	desired, hasDesired := p.Size.Desired.Get()
	if hasMost && (hasLeast && least > most || hasDesired && desired > most) {
		p.note("EC2 Auto Scaling refuses a minimum or a desired size above the maximum of %d", most)
	}
	if hasLeast && hasDesired && desired < least {
		p.note("EC2 Auto Scaling refuses a desired size below the minimum of %d", least)
	}
}

func (p *Pool) noteSize(what string, f inventory.Fact[int]) {
	n, known := f.Get()
	switch {
	case f.Fault != nil && !known:
		p.note("the %s %s", what, f.Fault.Message)
	case !known:
		p.note("the %s is known only at deployment", what)
	case n > MaxInstances:
		p.note("the %s of %d counts as %d, ECS's limit of container instances in a cluster", what, n, MaxInstances)
	}
}
