package sizing

import (
	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// PriceOf returns the on-demand price of one instance of a pool for an hour: of
// several types, that of the most expensive. It is not known for Managed
// Instances, of which ECS starts the type that its tasks need.
func PriceOf(p *placement.Pool) fact.Value[USD] {
	highest, count := USD(0), 0
	for i := range p.Options {
		if !p.Options[i].Known {
			continue
		}
		price, known := PriceOfType(p.Options[i].Instance).Get()
		if !known {
			return fact.NotKnown[USD]()
		}
		highest = max(highest, price)
		count++
	}
	if count == 0 || count > 1 && p.IsManaged() {
		return fact.NotKnown[USD]()
	}
	return fact.Of(highest)
}

// sortPrice orders pools; an unknown price comes first.
func sortPrice(p *placement.Pool) float64 {
	price, _ := PriceOf(p).Get()
	return price.Float()
}

// GPUsOf returns the GPUs of one instance: of the type that has the fewest. A
// fractional instance has a part of one.
func GPUsOf(p *placement.Pool) fact.Value[float64] {
	offer, known := p.Smallest()
	if !known {
		return fact.NotKnown[float64]()
	}
	return fact.Of(float64(offer.GPUs) * offer.GPUFraction)
}
