package sizing

import "github.com/ecsgpu/cdk/constructs/inventory"

// Scaling is the managed scaling of a capacity provider.
type Scaling struct {
	TargetCapacityPercent int // 1 to 100. Default: 100
	MinimumStep           int // instances. Default: 1
	MaximumStep           int // instances. Default: 10000
	InstanceWarmupSeconds int // Default: 300
}

// DefaultScaling is managed scaling as ECS sets it when nothing else is said.
// Source: Amazon ECS API reference, ManagedScaling.
func DefaultScaling() Scaling {
	return Scaling{TargetCapacityPercent: 100, MinimumStep: 1, MaximumStep: 10000, InstanceWarmupSeconds: 300}
}

// FirstStepFromZero is how many instances ECS starts first in a pool that has
// none, whatever the tasks need: the reservation then reads 200 %. Source:
// Amazon ECS developer guide, "Amazon ECS cluster auto scaling", scale-out
// considerations.
const FirstStepFromZero = 2

// scalingOf is the managed scaling of a pool, or nil. Unknown settings count as
// their defaults.
func scalingOf(x *index, p *inventory.Pool) *Scaling {
	for _, id := range p.CapacityProviders {
		provider := x.providers[id]
		if provider == nil {
			continue
		}
		if state, _ := provider.ManagedScaling.Get(); state != "ENABLED" {
			continue
		}
		s := DefaultScaling()
		s.TargetCapacityPercent = knownOr(provider.TargetCapacityPercent, s.TargetCapacityPercent)
		s.MinimumStep = knownOr(provider.MinimumStep, s.MinimumStep)
		s.MaximumStep = knownOr(provider.MaximumStep, s.MaximumStep)
		s.InstanceWarmupSeconds = knownOr(provider.InstanceWarmupSeconds, s.InstanceWarmupSeconds)
		return &s
	}
	return nil
}

func knownOr(f inventory.Fact[int], fallback int) int {
	if v, ok := f.Get(); ok {
		return v
	}
	return fallback
}
