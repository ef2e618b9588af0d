package simulate

import (
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
	Scaling *sizing.Scaling

	// USDPerHour is the price of an instance. Default: unknown.
	USDPerHour sizing.Figure[sizing.USD]
}

// PoolOf is a pool as a plan sees it: of several types the one that offers
// least, at the price of the dearest. It is false when the pool's type or size
// is not known.
func PoolOf(p *sizing.Pool) (Pool, bool) {
	offer, known := p.Smallest()
	if !known {
		return Pool{}, false
	}
	least, knownMin := p.Min.Get()
	start, knownStart := p.Desired.Get()
	most, knownMax := p.Max.Get()
	if p.Managed {
		most, knownMax = sizing.MaxInstances, true
	}
	if !knownMin || !knownStart || !knownMax {
		return Pool{}, false
	}
	pool := Pool{
		Name: p.Name, Offer: offer, Min: least, Start: start, Max: most,
		Zones: p.Zones, Scaling: p.Scaling, USDPerHour: p.Price(),
	}
	if p.Managed {
		// ECS starts what the waiting tasks need and does not wait for a warm-up.
		s := sizing.DefaultScaling()
		pool.Scaling = &s
	}
	return pool, true
}
