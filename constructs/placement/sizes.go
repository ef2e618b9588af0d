package placement

import (
	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

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
