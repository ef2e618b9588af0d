package sizing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// poolBuilder reads a pool of an inventory.
type poolBuilder struct {
	index *index
	from  *inventory.Pool
	pool  *Pool
}

func (b *poolBuilder) note(texts ...string) {
	for _, text := range texts {
		if !slices.Contains(b.pool.Notes, text) {
			b.pool.Notes = append(b.pool.Notes, text)
		}
	}
}

func (b *poolBuilder) sizes() {
	p := b.from
	switch p.Kind {
	case inventory.SingleInstance:
		b.pool.Min, b.pool.Desired, b.pool.Max = Exactly(1), Exactly(1), Exactly(1)
		return
	case inventory.ManagedInstances:
		b.pool.Min, b.pool.Desired, b.pool.Managed = Exactly(0), Exactly(0), true
		b.note("ECS starts and ends managed instances as tasks need them; there is no maximum")
		return
	}
	b.pool.Min, b.pool.Max = b.count("minimum size", p.Min), b.count("maximum size", p.Max)
	b.pool.Desired = b.pool.Min
	if !p.Desired.IsAbsent() {
		b.pool.Desired = b.count("desired size", p.Desired)
	}
	b.contradict()
}

func (b *poolBuilder) count(what string, f inventory.Fact[int]) Figure[int] {
	n, ok := f.Get()
	switch {
	case f.Fault != nil && !ok:
		b.note(fmt.Sprintf("the %s %s", what, f.Fault.Message))
		return Figure[int]{}
	case !ok:
		b.note(fmt.Sprintf("the %s is known only at deployment", what))
		return Figure[int]{}
	case n > MaxInstances:
		b.note(fmt.Sprintf("the %s of %d counts as %d, ECS's limit of container instances in a cluster", what, n, MaxInstances))
	}
	return Exactly(min(max(0, n), MaxInstances))
}

// contradict notes sizes that EC2 Auto Scaling refuses together.
func (b *poolBuilder) contradict() {
	least, hasLeast := b.pool.Min.Get()
	most, hasMost := b.pool.Max.Get()
	desired, hasDesired := b.pool.Desired.Get()
	if hasMost && (hasLeast && least > most || hasDesired && desired > most) {
		b.note(fmt.Sprintf("EC2 Auto Scaling refuses a minimum or a desired size above the maximum of %d", most))
	}
	if hasLeast && hasDesired && desired < least {
		b.note(fmt.Sprintf("EC2 Auto Scaling refuses a desired size below the minimum of %d", least))
	}
}

func (b *poolBuilder) types() {
	options := b.from.Options()
	if len(options) == 0 {
		b.required()
	}
	strange := 0
	for _, option := range options {
		name, ok := option.InstanceType.Get()
		if !ok {
			b.note("an instance type is known only at deployment; give its parameter a value")
			continue
		}
		t, ok := hardware.Lookup(name)
		if !ok {
			if strange++; strange > maxUnknownTypes {
				continue
			}
			b.note(fmt.Sprintf("%s is not in the catalogue; the nearest names are %s", name, strings.Join(hardware.Nearest(name, 3), ", ")))
			continue
		}
		b.add(t, option.Launch)
	}
	if strange > maxUnknownTypes {
		b.note(fmt.Sprintf("%d further types are not in the catalogue", strange-maxUnknownTypes))
	}
	if !b.from.InstanceTypes.Complete() && b.from.Requirements == nil {
		b.note("the pool may start further instance types, which are known only at deployment")
	}
}

// required takes the types that match attributes instead of a list.
func (b *poolBuilder) required() {
	if b.from.Requirements == nil {
		return
	}
	match := b.from.Requirements.Matching()
	unjudged := strings.Join(match.Unjudged, ", ")
	types := slices.DeleteFunc(slices.Clone(match.Types), func(t hardware.InstanceType) bool { return slices.Contains(match.Doubtful, t.Name) })
	switch {
	case len(types) == 0 && !match.Complete():
		types = match.Types
		b.note("fewer types may match, because these attributes cannot be judged: " + unjudged)
	case len(match.Doubtful) > 0:
		b.note(fmt.Sprintf("%s may match too and are not counted, because %s cannot be judged for them", strings.Join(match.Doubtful, ", "), unjudged))
	}
	for _, t := range types {
		b.add(t, b.from.Launch)
	}
	b.note(fmt.Sprintf("types are chosen by attributes, and %d match; figures are for the one that offers least", len(types)))
}

func (b *poolBuilder) add(t hardware.InstanceType, launch *inventory.Launch) {
	if slices.ContainsFunc(b.pool.Types, func(o hardware.InstanceType) bool { return o.Name == t.Name }) {
		return
	}
	if t.IsRetired() {
		b.note(fmt.Sprintf("%s is retired: no new instance of it can be started in commercial Regions", t.Name))
	}
	offer := OfferOf(t, b.reserved(launch))
	if b.from.Kind == inventory.ManagedInstances && t.IsNeuron() {
		offer.NeuronDevices = neuronDevices(t)
	}
	if launch != nil {
		if interfaces := onCardZero(launch); interfaces > 1 && offer.Interfaces >= 0 {
			offer.Interfaces = max(0, offer.Interfaces-(interfaces-1))
		}
		b.image(&offer, t, launch)
	}
	b.pool.Types = append(b.pool.Types, t)
	b.pool.Offers = append(b.pool.Offers, offer)
}

// onCardZero returns how many interfaces of a launch are on network card 0, or
// may be.
func onCardZero(launch *inventory.Launch) int {
	n := 0
	for _, each := range launch.NetworkInterfaces.Items {
		if card, known := each.NetworkCardIndex.Or(0); !known || card == 0 {
			n++
		}
	}
	return n
}

func neuronDevices(t hardware.InstanceType) int {
	n := 0
	for _, a := range t.Accelerators {
		if a.Kind == hardware.AcceleratorKindNeuron {
			n += a.Count
		}
	}
	return n
}

func (b *poolBuilder) reserved(launch *inventory.Launch) int {
	if launch == nil {
		return 0
	}
	reserved, ok := launch.Agent.ReservedMemoryMiB().Or(0)
	if !ok {
		b.note("ECS_RESERVED_MEMORY is known only at deployment and counts as 0")
	}
	return reserved
}

// image takes away what the image is known not to drive.
func (b *poolBuilder) image(o *Offer, t hardware.InstanceType, launch *inventory.Launch) {
	img, ok := recognised(launch)
	if !ok {
		return
	}
	support := images.Supports(img, t)
	if support.OK {
		return
	}
	b.note(support.Reason)
	if !t.SupportsArchitecture(img.Architecture) {
		o.CPUUnits, o.MemoryMiB = 0, 0
	}
	o.GPUs, o.GPUFraction, o.GPUMemoryMiB = 0, 0, 0
}

func recognised(launch *inventory.Launch) (images.Image, bool) {
	path, ok := launch.Image.SSMParameter.Get()
	if !ok {
		return images.Image{}, false
	}
	return images.FromSSMParameter(path)
}

// daemons takes away what daemon services run on every instance.
func (b *poolBuilder) daemons(daemons []daemon) {
	for _, d := range daemons {
		if !b.pool.runs(b.index, d.service) {
			continue
		}
		for i, o := range b.pool.Offers {
			b.pool.Offers[i] = o.less(d.request)
		}
		b.note(fmt.Sprintf("each instance runs the daemon %s (%s)", d.request.Family, d.request))
	}
}

// less is the offer without what one task takes, if it runs there at all.
func (o Offer) less(r Request) Offer {
	if len(o.Shortages(r)) > 0 {
		return o
	}
	o.CPUUnits -= r.CPUUnits
	o.MemoryMiB -= r.MemoryMiB
	if o.Interfaces >= 0 {
		o.Interfaces -= r.Interfaces
	}
	if r.GPU.All {
		o.GPUs = 0
	}
	o.GPUs -= r.GPU.Devices
	return o
}

// sort puts the smallest offer first: fewest GPUs, then least memory and CPU.
func (b *poolBuilder) sort() {
	order := make([]int, len(b.pool.Offers))
	for i := range order {
		order[i] = i
	}
	offers, types := slices.Clone(b.pool.Offers), slices.Clone(b.pool.Types)
	slices.SortStableFunc(order, func(i, j int) int {
		x, y := offers[i], offers[j]
		return cmp.Or(cmp.Compare(x.GPUs, y.GPUs), cmp.Compare(x.NeuronDevices, y.NeuronDevices), cmp.Compare(x.GPUMemoryMiB, y.GPUMemoryMiB),
			cmp.Compare(x.MemoryMiB, y.MemoryMiB), cmp.Compare(x.CPUUnits, y.CPUUnits), cmp.Compare(x.InstanceType, y.InstanceType))
	})
	for to, from := range order {
		b.pool.Offers[to], b.pool.Types[to] = offers[from], types[from]
	}
}
