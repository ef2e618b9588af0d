package placement

import "github.com/ecsgpu/cdk/constructs/inventory"

// Scaling is the managed scaling of a capacity provider.
type Scaling struct {
	TargetCapacityPercent int // 1 to 100. Default: 100
	MinimumStep           int // instances. Default: 1
	MaximumStep           int // instances. Default: 10000
	InstanceWarmupSeconds int // Default: 300
}

// DefaultScaling returns managed scaling as ECS sets it by default. Source: Amazon ECS API reference, ManagedScaling.
func DefaultScaling() Scaling {
	return Scaling{TargetCapacityPercent: 100, MinimumStep: 1, MaximumStep: 10000, InstanceWarmupSeconds: 300}
}

// FirstStepFromZero is how many instances ECS starts first in a pool that has
// none, whatever the tasks need: the reservation then reads 200 %. Source:
// Amazon ECS developer guide, "Amazon ECS cluster auto scaling", scale-out
// considerations.
const FirstStepFromZero = 2

// scalingOf returns the managed scaling of the first provider that has it, or
// nil. Unknown settings count as their defaults.
func scalingOf(providers []*inventory.CapacityProvider) *Scaling {
	for _, provider := range providers {
		if state, _ := provider.ManagedScaling.Get(); state != "ENABLED" {
			continue
		}
		s := DefaultScaling()
		for setting, f := range map[*int]inventory.Fact[int]{
			&s.TargetCapacityPercent: provider.TargetCapacityPercent, &s.MinimumStep: provider.MinimumStep,
			&s.MaximumStep: provider.MaximumStep, &s.InstanceWarmupSeconds: provider.InstanceWarmupSeconds,
		} {
			if v, known := f.Get(); known {
				*setting = v
			}
		}
		return &s
	}
	return nil
}
