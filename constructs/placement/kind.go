package placement

import (
	"cmp"
	"slices"

	"github.com/ecsgpu/cdk/constructs/fact"
)

// Kind is a group of tasks that ECS treats alike: the same demand, the same
// pools, the same strategy.
type Kind struct {
	Demand Demand

	// Pools are the pools that the tasks may go to, by their numbers, in the order
	// in which they are tried. Default: none, so that no task is ever placed.
	Pools []int

	// AnyPool has ECS choose among the instances of all these pools at once, as it
	// does for the launch type EC2. Default: the first pool with room.
	AnyPool bool

	// Fixed says that waiting tasks start no instances. Default: they start those
	// that managed scaling allows.
	Fixed bool

	// Strategy chooses the instance. Default: BinpackMemory.
	Strategy Strategy
}

// Part is a number of tasks of one kind.
type Part struct {
	Kind
	Count int
}

// ByHand returns how ECS treats tasks that somebody runs, each with the capacity
// provider strategy that its author would give it: a task without GPUs goes to
// the pools without GPUs, if it fits any that can have instances; then the pools
// with the fewest GPUs to an instance, the cheapest first. price is that of an instance of a pool.
//
// ECS documents no strategy for such tasks; its console spreads them over the
// availability zones.
func (v *View) ByHand(t *Task, price func(*Pool) float64) Kind {
	if v.handOrder == nil {
		v.handOrder = v.orderByHand(price)
	}
	return Kind{Demand: t.Demand, Pools: v.preferred(t), Strategy: SpreadZones}
}

// orderByHand returns the pools in the order of ByHand.
func (v *View) orderByHand(price func(*Pool) float64) []int {
	order, prices := make([]int, len(v.Pools)), make([]float64, len(v.Pools))
	for i, p := range v.Pools {
		order[i], prices[i] = i, price(p)
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := v.Pools[i], v.Pools[j]
		return cmp.Or(cmp.Compare(a.gpus(), b.gpus()), cmp.Compare(prices[i], prices[j]), cmp.Compare(a.Title, b.Title))
	})
	return order
}

// preferred returns the pools that the task is certain to fit, in the order of
// ByHand.
func (v *View) preferred(t *Task) []int {
	var order []int
	plain := false // some pool without GPUs is suitable
	for _, i := range v.handOrder {
		p := v.Pools[i]
		if plain && t.Demand.GPU.IsZero() && p.gpus() > 0 {
			break
		}
		if p.Fit(&t.Demand).Placed == fact.Yes {
			order = append(order, i)
			plain = plain || p.gpus() == 0 && p.opens()
		}
	}
	return order
}

// gpus returns the GPUs of one instance: of the type that has the fewest.
func (p *Pool) gpus() int {
	o, known := p.Smallest()
	if !known {
		return 0
	}
	return o.GPUs
}

// Parts returns how ECS treats n tasks of a service: each provider of its
// strategy has its share of them.
func (v *View) Parts(s *Service, n int) []Part {
	k := Kind{Demand: s.Demand, Strategy: StrategyOf(s.Service), AnyPool: !s.Route.ByStrategy, Fixed: !s.Route.ByStrategy}
	counts, known := s.Route.Split(n)
	if !known {
		for _, share := range s.Route.Shares {
			k.Pools = append(k.Pools, share.Pool.Number)
		}
		return []Part{{k, n}}
	}
	var parts []Part
	for i, count := range counts {
		if count > 0 || len(counts) == 1 {
			part := k
			part.Pools = []int{s.Route.Shares[i].Pool.Number}
			parts = append(parts, Part{part, count})
		}
	}
	return parts
}
