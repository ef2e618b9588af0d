package placement

import (
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

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

// maxUnknownTypes is how many names that are no instance type a pool notes.
const maxUnknownTypes = 10

// readOptions looks up what the pool may start.
func (p *Pool) readOptions() {
	p.Closed = p.InstanceTypes.Complete()
	strange := 0
	for _, o := range p.Pool.Options() {
		if named, known := p.addOption(o, strange < maxUnknownTypes); named && !known {
			strange++
		}
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

// addOption adds one type, and returns whether it has a name and whether the
// catalogue has it. notes says whether a name that it lacks is noted.
func (p *Pool) addOption(o inventory.Option, notes bool) (named, known bool) {
	option := Option{Name: o.InstanceType, Launch: o.Launch}
	name, named := o.InstanceType.Get()
	if named {
		option.Instance, option.Known = hardware.Lookup(name)
	}
	switch {
	case !named:
		p.note("an instance type is known only at deployment; give its parameter a value")
	case !option.Known && notes:
		p.note("%s is not in the catalogue; the nearest names are %s", name, strings.Join(hardware.Nearest(name, 3), ", "))
	}
	p.Closed = p.Closed && option.Known
	option.recognize()
	p.offer(&option)
	p.Options = append(p.Options, option)
	return named, option.Known
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
	seen := map[string]bool{}
	for i := range p.Options {
		seen[p.Options[i].Instance.Name] = true
	}
	for _, t := range types {
		if seen[t.Name] {
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

// offer finds what an instance of the option, with its image, registers.
func (p *Pool) offer(o *Option) {
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
