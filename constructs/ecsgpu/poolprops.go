package ecsgpu

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
)

// resolve looks the instance types up and says everything that is wrong with
// the props.
func (p PoolProps) resolve() ([]hardware.InstanceType, error) {
	var all problems
	types := p.lookUp(&all)
	p.checkAlike(types, &all)
	p.checkCapacity(&all)
	p.checkSignals(&all)
	p.checkSettings(types, &all)
	p.checkImage(types, &all)
	return types, errors.Join(all.join(), p.Agent.problems())
}

// lookUp finds what the pool may launch: InstanceTypes, or for a parameter its
// default and then whatever else it allows.
func (p PoolProps) lookUp(all *problems) []hardware.InstanceType {
	if p.Parameters == nil || p.Parameters.InstanceType == nil {
		if len(p.InstanceTypes) == 0 {
			all.add("InstanceTypes is required, for example []string{\"g6.12xlarge\"}")
		}
		return lookUp("InstanceTypes", p.InstanceTypes, all)
	}
	if len(p.InstanceTypes) > 0 {
		all.add("InstanceTypes clashes with Parameters.InstanceType, which brings its own default; leave it out")
	}
	return p.Parameters.InstanceType.allowed
}

// checkAlike refuses a mix of kinds or architectures: one image must fit all,
// and managed scaling cannot tell them apart.
func (p PoolProps) checkAlike(types []hardware.InstanceType, all *problems) {
	for _, t := range types[min(1, len(types)):] {
		first := types[0]
		if t.Kind() != first.Kind() {
			all.add("InstanceTypes must be of one kind: %s is %s, %s is %s; give each kind its own pool",
				first.Name, first.Kind(), t.Name, t.Kind())
		}
		if !slices.Equal(t.Architectures, first.Architectures) {
			all.add("InstanceTypes must be of one architecture: %s is %v, %s is %v; give each its own pool",
				first.Name, first.Architectures, t.Name, t.Architectures)
		}
	}
}

// checkCapacity holds the three sizes against each other.
func (p PoolProps) checkCapacity(all *problems) {
	if p.MinCapacity < 0 {
		all.add("MinCapacity must not be negative, got %d", p.MinCapacity)
	}
	if p.MaxCapacity < 1 {
		all.add("MaxCapacity must be at least 1, got %d; a group with a maximum of 0 can never launch", p.MaxCapacity)
	} else if p.MaxCapacity < p.MinCapacity {
		all.add("MaxCapacity must be at least MinCapacity (%d), got %d", p.MinCapacity, p.MaxCapacity)
	}
	if p.DesiredCapacity != 0 && (p.DesiredCapacity < p.MinCapacity || p.DesiredCapacity > p.MaxCapacity) {
		all.add("DesiredCapacity must be between MinCapacity (%d) and MaxCapacity (%d), got %d",
			p.MinCapacity, p.MaxCapacity, p.DesiredCapacity)
	}
}

// checkSignals refuses waiting for instances that nothing launches.
func (p PoolProps) checkSignals(all *problems) {
	launched := max(p.DesiredCapacity, p.MinCapacity)
	if p.InstanceSignals < 0 || p.InstanceSignals > launched {
		all.add("InstanceSignals must be between 0 and the number of instances at creation (%d), got %d",
			launched, p.InstanceSignals)
	}
	if p.SignalTimeoutMinutes < 0 || p.SignalTimeoutMinutes > 720 {
		all.add("SignalTimeoutMinutes must be between 1 and 720 (12 hours, the limit of CloudFormation), got %d", p.SignalTimeoutMinutes)
	}
}

// checkSettings covers the fields that stand alone.
func (p PoolProps) checkSettings(types []hardware.InstanceType, all *problems) {
	if p.Default && len(types) > 0 && types[0].Kind() != hardware.CPUKind {
		all.add("Default must not be set on a %s pool: CPU work without a capacity provider would fill its instances; tasks name the pool instead",
			types[0].Kind())
	}
	if p.TargetCapacityPercent < 0 || p.TargetCapacityPercent > 100 {
		all.add("TargetCapacityPercent must be between 1 and 100, got %d", p.TargetCapacityPercent)
	}
	if p.RootVolumeGiB != 0 && (p.RootVolumeGiB < 30 || p.RootVolumeGiB > 65536) {
		all.add("RootVolumeGiB must be between 30 (the size of the image) and 65536, got %d", p.RootVolumeGiB)
	}
	switch p.Rollout {
	case "", RolloutManual, RolloutRolling:
	default:
		all.add("Rollout must be %q or %q, got %q", RolloutManual, RolloutRolling, p.Rollout)
	}
}

// checkImage refuses an image that cannot drive an instance type.
func (p PoolProps) checkImage(types []hardware.InstanceType, all *problems) {
	for _, t := range types {
		image := p.Image
		if image.Name == "" {
			var err error
			if image, err = images.ForInstanceType(t); err != nil {
				all.add("InstanceTypes: %v", err)
				continue
			}
		}
		if s := images.Supports(image, t); !s.OK {
			all.add("Image %s does not suit %s: %s; %s", image, t.Name, s.Reason, s.Remedy)
		}
	}
}

// withDefaults fills what was left out.
func (p PoolProps) withDefaults(types []hardware.InstanceType) PoolProps {
	kind := types[0].Kind()
	if p.Image.Name == "" {
		// resolve has shown that every type has one.
		p.Image, _ = images.ForInstanceType(types[0])
	}
	if p.Parameters == nil {
		p.Parameters = &PoolParameters{}
	}
	if p.TargetCapacityPercent == 0 {
		p.TargetCapacityPercent = 100
	}
	if p.RootVolumeGiB == 0 {
		p.RootVolumeGiB = 30
		if kind != hardware.CPUKind {
			p.RootVolumeGiB = 100
		}
	}
	if p.Rollout == "" {
		p.Rollout = RolloutManual
	}
	if p.SignalTimeoutMinutes == 0 {
		p.SignalTimeoutMinutes = 15
	}
	p.Agent = p.Agent.withDefaults(kind)
	return p
}

// signalTimeout is SignalTimeoutMinutes as CloudFormation writes durations.
func (p PoolProps) signalTimeout() string { return fmt.Sprintf("PT%dM", p.SignalTimeoutMinutes) }
