package ecsgpu

import (
	"maps"
	"slices"

	"github.com/ecsgpu/cdk/constructs/ecsgpu/internal/boot"
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

// sysctls returns what the image needs to drive a type (g6f.large has too
// little memory for the driver's allocations), on the instances of that type
// alone.
func (p *Pool) sysctls() []boot.Sysctl {
	byValue := map[string][]string{}
	for _, t := range p.types {
		if setting := images.Supports(p.image, t).Sysctl; setting != "" {
			byValue[setting] = append(byValue[setting], t.Name)
		}
	}
	var all []boot.Sysctl
	for _, setting := range slices.Sorted(maps.Keys(byValue)) {
		names := byValue[setting]
		if len(names) == len(p.types) {
			names = nil
		}
		all = append(all, boot.Sysctl{Setting: setting, Types: names})
	}
	return all
}
