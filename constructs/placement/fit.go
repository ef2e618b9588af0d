package placement

import (
	"fmt"
	"slices"

	"github.com/ecsgpu/cdk/constructs/fact"
)

// Fit is how one task fares on the instances of a pool.
type Fit struct {
	Pool *Pool

	// Placed is No when no instance of the pool ever takes the task, and Maybe when
	// it may and nobody can rely on it.
	Placed fact.Answer

	// Option is the instance type that the task misses least, and Shortages are
	// what it misses there; empty when the task fits.
	Option    *Option
	Shortages []Shortage
}

// Fit judges a task on the empty instances of a pool. Managed Instances start
// the type that a task needs, so one type that it fits is enough. A group starts
// any of its types, and managed scaling counts with the least of each figure, so
// the task must fit all of them to be certain.
func (p *Pool) Fit(d *Demand) Fit {
	return p.fit(d, false)
}

// fit does what Fit does; for a daemon, which each instance runs before other
// tasks, on instances without daemons.
func (p *Pool) fit(d *Demand, daemon bool) Fit {
	f := Fit{Pool: p, Placed: fact.Maybe}
	var worst Fit
	for i := range p.Options {
		o := &p.Options[i]
		if !o.Known {
			continue
		}
		offer := &o.Offer
		if daemon {
			offer = &o.Bare
		}
		one := Fit{Pool: p, Option: o, Shortages: offer.Shortages(d)}
		one.Placed = answerOf(one.Shortages)
		if f.Option == nil || one.better(f) {
			f = one
		}
		if worst.Option == nil || worst.better(one) {
			worst = one
		}
	}
	switch {
	case f.Option == nil: // no type is known
		return f
	case f.Placed == fact.No && !p.Closed:
		f.Placed = fact.Maybe // there may be other types
		return f
	case f.Placed == fact.No || p.IsManaged():
		return f
	case worst.Placed == fact.No:
		return p.onLargerTypes(f, worst)
	case daemon:
		return f // nothing grows for it
	}
	return p.onLeast(d, f)
}

// onLargerTypes returns the fit of a task that only some types of a group take.
func (p *Pool) onLargerTypes(f, worst Fit) Fit {
	short := worst.Shortages[0]
	s := Shortage{Limit: LimitSmallestType, Place: short.Place, Requests: short.Requests,
		Has: fmt.Sprintf("%s, and EC2 may start it although %s is suitable", short.Has, f.Option.Instance.Name),
		Fix: "give each shape of instance a pool and a capacity provider of its own"}
	if p.ManagedScaling() == fact.Yes {
		least, known := p.Size.Min.Get()
		s.Certain = known && least == 0 // no instance of the larger type may be running
		s.Has = fmt.Sprintf("%s, and managed scaling counts with the smallest type although %s is suitable", short.Has, f.Option.Instance.Name)
	}
	f.Option, f.Shortages = worst.Option, append(f.Shortages, s)
	f.Placed = answerOf(f.Shortages)
	return f
}

// onLeast judges the least of each figure, which no type need have by itself.
func (p *Pool) onLeast(d *Demand, f Fit) Fit {
	if f.Placed != fact.Yes || len(p.Options) == 1 || p.ManagedScaling() != fact.Yes {
		return f
	}
	least, _ := p.Smallest()
	shortages := least.Shortages(d)
	if len(shortages) == 0 {
		return f
	}
	short := shortages[0]
	f.Shortages = append(f.Shortages, Shortage{Limit: LimitSmallestType, Place: short.Place, Requests: short.Requests,
		Has: "has enough; managed scaling takes the least of each figure over all types, and there " + short.Limit.noun() + " does not suffice",
		Fix: "give each shape of instance a pool and a capacity provider of its own"})
	f.Placed = answerOf(f.Shortages)
	return f
}

func answerOf(shortages []Shortage) fact.Answer {
	switch {
	case len(shortages) == 0:
		return fact.Yes
	case slices.ContainsFunc(shortages, func(s Shortage) bool { return s.Certain }):
		return fact.No
	}
	return fact.Maybe
}

// Why returns what the task misses, a clause for each shortage: "it requests 8 GPUs,
// and g5.12xlarge has 4".
func (f Fit) Why() []string {
	if f.Option == nil {
		return []string{"the instance type of the pool is not known"}
	}
	var clauses []string
	for _, s := range f.Shortages {
		clause := fmt.Sprintf("it %s, and %s %s", s.Requests, f.Option.Instance.Name, s.Has)
		if s.Fix != "" {
			clause += ": " + s.Fix
		}
		clauses = append(clauses, clause)
	}
	return clauses
}

// better compares by certain shortages, then by others, then by having GPUs at
// all, then by how much is missing.
func (f Fit) better(g Fit) bool {
	a, b := f.distance(), g.distance()
	return slices.Compare(a[:], b[:]) < 0
}

func (f Fit) distance() [4]int {
	if f.Option == nil {
		return [4]int{1} // nothing is known, which is worse than a fit
	}
	certain, strange := 0, 0
	for _, s := range f.Shortages {
		if s.Certain {
			certain++
		}
		if s.Limit == LimitGPUs && !f.Option.Instance.IsNVIDIA() {
			strange = 1
		}
	}
	missing := 0
	if len(f.Shortages) > 0 {
		missing = f.Shortages[0].Wanted - f.Shortages[0].Offered
	}
	return [4]int{certain + strange, len(f.Shortages), strange, missing}
}

// Concurrent returns how many tasks run at once on one instance of the pool: on
// the type that runs the fewest, because EC2 may start any; of Managed Instances
// on the type that ECS starts for them.
func (p *Pool) Concurrent(d *Demand) (n fact.Value[int], limitedBy Limit) {
	return p.concurrent(d, func(o *Offer) *Offer { return o })
}

// ConcurrentAtBest returns what Concurrent would with all that instances may have.
func (p *Pool) ConcurrentAtBest(d *Demand) fact.Value[int] {
	n, _ := p.concurrent(d, func(o *Offer) *Offer { best := o.AtBest(); return &best })
	return n
}

func (p *Pool) concurrent(d *Demand, offer func(*Offer) *Offer) (n fact.Value[int], limitedBy Limit) {
	n = fact.NotKnown[int]()
	if p.IsManaged() {
		if o := p.Cheapest(d); o != nil {
			if count, limit, bounded := offer(&o.Offer).Concurrent(d); bounded {
				return fact.Of(count), limit
			}
			return n, NoLimit
		}
	}
	for i := range p.Options {
		if !p.Options[i].Known {
			continue
		}
		count, limit, bounded := offer(&p.Options[i].Offer).Concurrent(d)
		if least, known := n.Get(); bounded && (!known || count < least) {
			n, limitedBy = fact.Of(count), limit
		}
	}
	return n, limitedBy
}

// Cheapest returns the cheapest type of a pool that a task fits, by the price on
// demand; nil when it fits none. Types of unknown price come last.
func (p *Pool) Cheapest(d *Demand) *Option {
	var best *Option
	price := func(o *Option) float64 {
		if o.Instance.OnDemandUSDPerHour == 0 {
			return 1e9
		}
		return o.Instance.OnDemandUSDPerHour
	}
	for i := range p.Options {
		o := &p.Options[i]
		if o.Known && (best == nil || price(o) < price(best)) && len(o.Offer.Shortages(d)) == 0 {
			best = o
		}
	}
	return best
}
