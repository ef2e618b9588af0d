package simulate

import (
	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/placement"
	"github.com/ecsgpu/cdk/constructs/sizing"
)

// Pool is a pool of equal instances.
type Pool struct {
	Name  string
	Offer placement.Offer

	// Min, Start and Max are numbers of instances; Start is how many there are
	// when the first task arrives. 0 <= Min <= Start <= Max <= 5000.
	Min, Start, Max int

	// Zones is the number of availability zones that instances are spread over.
	// Default: 1.
	Zones int

	// Scaling is managed scaling.
	// Default: none, the pool stays at Start.
	Scaling *placement.Scaling

	// USDPerHour is the price of an instance. Default: unknown.
	USDPerHour fact.Value[sizing.USD]
}

// PoolOf returns a pool as a plan counts it: of several types the least of each
// figure, at the price of the most expensive. Of Managed Instances it is the
// cheapest type that takes all of the tasks that some type takes, or else the
// largest. It is false when the pool's type or size is not known.
func PoolOf(p *placement.Pool, tasks []*placement.Task) (Pool, bool) {
	offer, known := p.Smallest()
	least, knownMin := p.Size.Min.Get()
	start, knownStart := p.Size.Desired.Get()
	most, knownMax := p.Size.Max.Get()
	if p.IsManaged() {
		most, knownMax = placement.MaxInstances, true
	}
	if !known || !knownMin || !knownStart || !knownMax {
		return Pool{}, false
	}
	pool := Pool{
		Name: p.Title, Offer: *offer, Min: least, Start: start, Max: most,
		Zones: p.Zones, Scaling: p.Scaling, USDPerHour: sizing.PriceOf(p),
	}
	if p.IsManaged() {
		// ECS starts what the waiting tasks need and does not wait for a warm-up.
		s := placement.DefaultScaling()
		pool.Scaling = &s
		pool.Offer, pool.USDPerHour = managed(p, tasks)
	}
	return pool, true
}

// managed returns the type of Managed Instances that a simulation starts.
func managed(p *placement.Pool, tasks []*placement.Task) (placement.Offer, fact.Value[sizing.USD]) {
	var all placement.Demand // at least what each of them requests
	for _, t := range tasks {
		if p.Cheapest(&t.Demand) == nil {
			continue
		}
		all = all.AtLeast(t.Demand)
	}
	if suitable := p.Cheapest(&all); suitable != nil {
		return suitable.Offer, sizing.PriceOfType(suitable.Instance)
	}
	largest, _ := p.Largest()
	for _, t := range p.Types() {
		if t.Name == largest.InstanceType {
			return *largest, sizing.PriceOfType(t)
		}
	}
	return *largest, fact.NotKnown[sizing.USD]()
}
