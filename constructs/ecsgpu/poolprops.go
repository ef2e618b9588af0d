package ecsgpu

import (
	"fmt"
	"slices"
	"time"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
)

// resolve looks the instance types up and says everything that is wrong with
// the props.
func (p PoolProps) resolve(network *Network) ([]hardware.InstanceType, error) {
	var all problems
	types := p.lookUp(&all)
	checkAlike(types, &all)
	p.checkCapacity(&all)
	p.checkSignals(&all)
	p.checkSettings(types, &all)
	p.checkImage(types, &all)
	p.Agent.check(&all)
	p.Purchase.check(types, &all)
	p.checkReservedZone(network, &all)
	p.checkLocalDisks(types, &all)
	p.WarmPool.check(p, &all)
	p.checkMetrics(types, &all)
	p.checkZone(network, &all)
	p.checkEFA(types, network, &all)
	return types, all.join()
}

// maxSelected bounds the types that a Selection stands for: more of them make a pool
// harder to predict and hardly easier to fill.
const maxSelected = 10

// lookUp finds what the pool may launch: InstanceTypes, what meets Selection, or for
// a parameter its default and then whatever else it allows.
func (p PoolProps) lookUp(all *problems) []hardware.InstanceType {
	parameter := p.Parameters != nil && p.Parameters.InstanceType != nil
	given := 0
	for _, is := range []bool{len(p.InstanceTypes) > 0, p.Selection != nil, parameter} {
		if is {
			given++
		}
	}
	switch {
	case given == 0:
		all.add("InstanceTypes is required, for example []string{\"g6.12xlarge\"}")
	case given > 1:
		all.add("InstanceTypes, Selection and Parameters.InstanceType clash; give one of them")
	case parameter && len(p.Parameters.InstanceType.allowed) == 0:
		all.add("Parameters.InstanceType must come from NewInstanceTypeParameter, which knows the types that it allows")
		return nil
	case parameter:
		return p.Parameters.InstanceType.allowed
	case p.Selection != nil:
		return p.selected(*p.Selection, all)
	}
	return lookUp("InstanceTypes", p.InstanceTypes, all)
}

// selected returns the cheapest types that meet a selection, as many GPUs as the cheapest.
// A type of which it is not sure that the image drives it is not among them.
func (p PoolProps) selected(s hardware.Selection, all *problems) []hardware.InstanceType {
	if err := s.Validate(); err != nil {
		for _, each := range flatten(err) {
			all.add("Selection: %w", each)
		}
		return nil
	}
	var types []hardware.InstanceType
	for _, t := range hardware.Select(onX86(s)) {
		if len(types) == maxSelected {
			break
		}
		if image, err := p.imageFor(t); err != nil || images.Supports(image, t).Level != images.Works {
			continue
		}
		if len(types) == 0 || (t.GPUs == types[0].GPUs && slices.Equal(t.Architectures, types[0].Architectures)) {
			types = append(types, t)
		}
	}
	if len(types) == 0 {
		all.add("Selection: no instance type on offer meets it; loosen it, and try it with ecsgpu instances")
	}
	return types
}

// onX86 returns a selection for the architecture that most container images are for,
// unless it says another.
func onX86(s hardware.Selection) hardware.Selection {
	if s.Architecture == "" {
		s.Architecture = hardware.X86_64
	}
	return s
}

// checkAlike refuses a mix of kinds or architectures: one image must fit all,
// and managed scaling cannot tell them apart.
func checkAlike(types []hardware.InstanceType, all *problems) {
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

// maxSignalTimeout is CloudFormation's limit (user guide, CreationPolicy).
const maxSignalTimeout = 12 * time.Hour

// checkSignals refuses waiting for instances that nothing launches.
func (p PoolProps) checkSignals(all *problems) {
	launched := max(p.DesiredCapacity, p.MinCapacity)
	if p.InstanceSignals < 0 || p.InstanceSignals > launched {
		all.add("InstanceSignals must be between 0 and the number of instances at creation (%d), got %d",
			launched, p.InstanceSignals)
	}
	if t := p.SignalTimeout; t < 0 || t > maxSignalTimeout || t%time.Minute != 0 {
		all.add("SignalTimeout must be whole minutes up to %s, the limit of CloudFormation, got %s", maxSignalTimeout, t)
	}
}

// checkSettings covers the fields that stand alone.
func (p PoolProps) checkSettings(types []hardware.InstanceType, all *problems) {
	if p.Default && len(types) > 0 && types[0].Kind() != hardware.KindCPU {
		all.add("Default must not be set on a %s pool: CPU work without a capacity provider would fill its instances; tasks name the pool instead",
			types[0].Kind())
	}
	if p.TargetCapacityPercent < 0 || p.TargetCapacityPercent > 100 {
		all.add("TargetCapacityPercent must be between 1 and 100, got %d", p.TargetCapacityPercent)
	}
	if p.VolumeGiB != 0 && (p.VolumeGiB < 30 || p.VolumeGiB > 65536) {
		all.add("VolumeGiB must be between 30 (the size of the image) and 65536, got %d", p.VolumeGiB)
	}
	switch p.Rollout {
	case "", RolloutManual, RolloutRolling:
	default:
		all.add("Rollout must be %q or %q, got %q", RolloutManual, RolloutRolling, p.Rollout)
	}
}

// checkZone refuses a zone that the network does not have.
func (p PoolProps) checkZone(network *Network, all *problems) {
	if p.Zone == 0 {
		return
	}
	if network.subnetIDs != nil {
		all.add("Zone cannot be %d, because the deployment chooses the subnets; leave it out", p.Zone)
	} else if zones := network.zones(); p.Zone < 0 || p.Zone > zones {
		all.add("Zone must be between 1 and the number of the network's zones (%d), got %d", zones, p.Zone)
	}
}

// checkImage refuses an image that cannot drive an instance type.
func (p PoolProps) checkImage(types []hardware.InstanceType, all *problems) {
	for _, t := range types {
		image, err := p.imageFor(t)
		if err != nil {
			all.add("InstanceTypes: %w", err)
			continue
		}
		if s := images.Supports(image, t); !s.OK {
			all.add("Image %s does not suit %s: %s; %s", image, t.Name, s.Reason, s.Remedy)
		}
	}
	if len(types) > 0 {
		image, _ := p.imageFor(types[0])
		p.checkScripts(image, all)
		p.checkVolume(image, all)
	}
}

// checkVolume refuses a volume that is smaller than what the image puts on it.
func (p PoolProps) checkVolume(image images.Image, all *problems) {
	if size := volumeOf(image).SizeGiB; p.VolumeGiB >= 30 && p.VolumeGiB < size {
		all.add("VolumeGiB must be at least what %s needs (%d), got %d", image, size, p.VolumeGiB)
	}
}

// volumeOf is the disk of an image that holds container images.
func volumeOf(image images.Image) images.Disk {
	if image.Data.Device != "" {
		return image.Data
	}
	return image.Root
}

// imageFor is the image from the props, or the default one for a type.
func (p PoolProps) imageFor(t hardware.InstanceType) (images.Image, error) {
	if p.Image.Name != "" {
		return p.Image, nil
	}
	return images.ForInstanceType(t)
}

// withDefaults fills what was left out.
func (p PoolProps) withDefaults(types []hardware.InstanceType) PoolProps {
	kind := types[0].Kind()
	// resolve has shown that every type has one.
	p.Image, _ = p.imageFor(types[0])
	if p.Parameters == nil {
		p.Parameters = &PoolParameters{}
	}
	if p.TargetCapacityPercent == 0 {
		p.TargetCapacityPercent = 100
	}
	if p.VolumeGiB == 0 {
		p.VolumeGiB = 30
		if kind != hardware.KindCPU {
			p.VolumeGiB = 100
		}
		p.VolumeGiB = max(p.VolumeGiB, volumeOf(p.Image).SizeGiB)
	}
	if p.Rollout == "" {
		p.Rollout = RolloutManual
	}
	if p.SignalTimeout == 0 {
		p.SignalTimeout = 15 * time.Minute
		// A bare metal instance can take 20 minutes until it is on the network
		// (EC2 user guide, "Best practices for bare metal", as of 2026-11).
		if slices.ContainsFunc(types, func(t hardware.InstanceType) bool { return t.BareMetal }) {
			p.SignalTimeout = 45 * time.Minute
		}
	}
	p.Agent = p.Agent.withDefaults(kind)
	return p
}

// signalTimeout is SignalTimeout as CloudFormation writes durations.
func (p PoolProps) signalTimeout() string {
	return fmt.Sprintf("PT%dM", p.SignalTimeout/time.Minute)
}
