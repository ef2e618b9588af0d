package simulate

import (
	"errors"
	"fmt"
	"time"

	"github.com/ecsgpu/cdk/constructs/placement"
)

// Config is a cluster and what is sent to it.
type Config struct {
	Pools []Pool

	// Kinds are the kinds of tasks; an Arrival names one by its position, and a
	// kind names pools by theirs.
	Kinds []placement.Kind

	// Boot is the time from the launch of an instance to its registration with
	// ECS: 0 to MaxTime. Default: 3 minutes, an assumption: GPU images are large,
	// and user data takes its time.
	Boot *time.Duration

	// Pull is the time to pull the image of a kind of task to an instance that
	// does not have it yet: 0 to MaxTime. The task holds its GPUs meanwhile.
	// Default: 2 minutes, an assumption for 10 GB.
	Pull *time.Duration
}

// The defaults of Config.
const (
	DefaultBoot = 3 * time.Minute
	DefaultPull = 2 * time.Minute
)

func (c Config) boot() time.Duration { return orDefault(c.Boot, DefaultBoot) }
func (c Config) pull() time.Duration { return orDefault(c.Pull, DefaultPull) }

func orDefault(d *time.Duration, fallback time.Duration) time.Duration {
	if d == nil {
		return fallback
	}
	return *d
}

// Validate reports everything that is wrong with the configuration, all at once.
func (c Config) Validate() error {
	var problems []error
	wrong := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	for _, p := range c.Pools {
		problems = append(problems, p.validate())
	}
	for i, k := range c.Kinds {
		for _, pool := range k.Pools {
			if pool < 0 || pool >= len(c.Pools) {
				wrong("Kinds[%d].Pools must name one of the %d pools by its position, got %d", i, len(c.Pools), pool)
			}
		}
	}
	if c.boot() < 0 || c.boot() > MaxTime {
		wrong("Boot must be 0 to %s, got %s", MaxTime, c.boot())
	}
	if c.pull() < 0 || c.pull() > MaxTime {
		wrong("Pull must be 0 to %s, got %s", MaxTime, c.pull())
	}
	return errors.Join(problems...)
}

func (p Pool) validate() error {
	var problems []error
	wrong := func(format string, args ...any) {
		problems = append(problems, fmt.Errorf("pool %s: "+format, append([]any{p.Name}, args...)...))
	}
	if p.Min < 0 {
		wrong("Min must be 0 or more, got %d", p.Min)
	}
	if p.Start < p.Min {
		wrong("Start must be at least Min (%d), got %d", p.Min, p.Start)
	}
	if p.Max < p.Start {
		wrong("Max must be at least Start (%d), got %d", p.Start, p.Max)
	}
	if p.Max > placement.MaxInstances {
		wrong("Max must be at most %d, ECS's limit per cluster, got %d", placement.MaxInstances, p.Max)
	}
	if p.Zones < 0 {
		wrong("Zones must be 0 or more, got %d", p.Zones)
	}
	if s := p.Scaling; s != nil {
		if s.TargetCapacityPercent < 1 || s.TargetCapacityPercent > 100 {
			wrong("TargetCapacityPercent must be 1 to 100, got %d", s.TargetCapacityPercent)
		}
		if s.MinimumStep < 1 || s.MaximumStep > 10000 || s.MinimumStep > s.MaximumStep {
			wrong("steps must be 1 to 10000 and MinimumStep at most MaximumStep, got %d and %d", s.MinimumStep, s.MaximumStep)
		}
		if s.InstanceWarmupSeconds < 0 || s.InstanceWarmupSeconds > 10000 {
			wrong("InstanceWarmupSeconds must be 0 to 10000, got %d", s.InstanceWarmupSeconds)
		}
	}
	return errors.Join(problems...)
}
