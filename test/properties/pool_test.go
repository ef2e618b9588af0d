package properties_test

import (
	"time"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

// pool draws a pool, and the types that it launches.
func (d draw) pool(network ecsgpu.NetworkProps) (ecsgpu.PoolProps, []hardware.InstanceType) {
	types := d.types()
	props := ecsgpu.PoolProps{
		MinCapacity:           d.number("min", 0, 2),
		TargetCapacityPercent: d.number("target", 0, 100),
		Rollout:               word(d, "rollout", "", ecsgpu.RolloutManual, ecsgpu.RolloutRolling),
		SignalTimeout:         time.Duration(d.number("timeout", 0, 720)) * time.Minute,
		AllowMissingGPUs:      d.flag("allow missing GPUs"),
	}
	for _, t := range types {
		props.InstanceTypes = append(props.InstanceTypes, t.Name)
	}
	props.MaxCapacity = d.number("max", max(1, props.MinCapacity), 5)
	if d.flag("desired") {
		props.DesiredCapacity = d.number("desired capacity", props.MinCapacity, props.MaxCapacity)
	}
	if d.flag("volume") {
		props.VolumeGiB = d.number("volume size", 50, 2000)
	}
	if launched := max(props.MinCapacity, props.DesiredCapacity); d.flag("signals") {
		props.InstanceSignals = d.number("signal count", 0, launched)
	}
	props.Purchase = d.purchase()
	if d.flag("agent") {
		props.Agent = d.agent(types[0])
	}
	if d.flag("one zone") {
		props.Zone = 1
	}
	d.extras(&props, types, network)
	return props, types
}

// agent draws what the ECS agent is told. The image of ARM instances with GPUs
// is Bottlerocket, which has no timeouts.
func (d draw) agent(instanceType hardware.InstanceType) ecsgpu.AgentProps {
	props := ecsgpu.AgentProps{ReservedMemoryMiB: d.number("reserved memory", -1, 1024)}
	if d.flag("attribute") {
		props.Attributes = map[string]string{word(d, "attribute name", "team", "cost/center"): pick(d, "attribute value", "vision", "a b", "x@y:z")}
	}
	if instanceType.Architectures[0] == hardware.X86_64 || d.wrong() {
		props.ImagePullInactivityTimeout = time.Duration(d.number("pull timeout", 60, 3600)) * time.Second
		props.ContainerStartTimeout = time.Duration(d.number("start timeout", 45, 3600)) * time.Second
	}
	return props
}

func (d draw) purchase() ecsgpu.Purchase {
	allocation := word(d, "allocation", "", ecsgpu.SpotAllocationPriceCapacityOptimized, ecsgpu.SpotAllocationCapacityOptimized, ecsgpu.SpotAllocationLowestPrice)
	switch pick(d, "purchase", "on demand", "spot", "mixed") {
	case "spot":
		return ecsgpu.Spot(allocation)
	case "mixed":
		return ecsgpu.Mixed(d.number("base", 0, 3), d.number("percent", 0, 100), allocation)
	}
	return ecsgpu.OnDemand()
}

// extras are what only some types, networks and purchases can have.
func (d draw) extras(props *ecsgpu.PoolProps, types []hardware.InstanceType, network ecsgpu.NetworkProps) {
	disks, cpu := true, true
	for _, t := range types {
		disks = disks && t.LocalStorageGB > 0
		cpu = cpu && t.Kind() == hardware.KindCPU
	}
	if (disks || d.wrong()) && d.flag("local disks") {
		props.LocalDisks = word(d, "disks", ecsgpu.LocalDisksForDocker, ecsgpu.LocalDisksForTasks)
	}
	if (cpu || d.wrong()) && d.flag("default") {
		props.Default = true
	}
	private := network.Kind == ecsgpu.NetworkKindPrivate || network.Kind == ecsgpu.NetworkKindIsolated
	if (types[0].EFAInterfaces > 0 && props.Zone == 1 && private || d.wrong()) && d.flag("EFA") {
		props.EFA = true
	}
	if (len(types) == 1 && props.Purchase == ecsgpu.OnDemand() && props.LocalDisks == "" || d.wrong()) && d.flag("warm pool") {
		props.WarmPool = &ecsgpu.WarmPool{MinSize: d.number("warm", 0, 2), State: word(d, "warm state", "", ecsgpu.WarmPoolStateStopped, ecsgpu.WarmPoolStateRunning)}
	}
}
