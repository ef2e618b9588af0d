package ecsgpu

import (
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/jsii-runtime-go"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// checkManaged refuses what tasks on Managed Instances cannot have (Amazon ECS
// developer guide, "task definition differences for Amazon ECS Managed
// Instances").
func (p TaskDefinitionProps) checkManaged(all *problems) {
	if p.ManagedPool == nil {
		return
	}
	if p.Pool != nil {
		all.add("Pool and ManagedPool clash; leave one out")
	}
	if mode := p.networkMode(); mode != NetworkModeAwsvpc && mode != NetworkModeHost {
		all.add("NetworkMode must be %q or %q on a managed pool, got %q", NetworkModeAwsvpc, NetworkModeHost, mode)
	}
	if p.ShareIPC || p.Placement.DriverVersion != "" {
		all.add("ShareIPC and Placement.DriverVersion do not exist on Managed Instances; leave them out, or use a Pool")
	}
	for i, v := range p.Volumes {
		if v.HostPath != "" {
			all.add("Volumes[%d].HostPath: Managed Instances have no path to mount; use EFS, or a Pool", i)
		}
	}
	asks := 0
	for i, c := range p.Containers {
		if c.SharedMemoryMiB > 0 || c.EFAInterfaces > 0 {
			all.add("Containers[%d]: SharedMemoryMiB and EFAInterfaces do not exist on Managed Instances; use a Pool", i)
		}
		if c.NeuronDevices > 0 {
			asks++
			p.checkAllDevices(i, all)
		}
	}
	if asks > 1 {
		all.add("Containers: one container of a task can have the Neuron devices of a managed instance, got %d", asks)
	}
}

// checkAllDevices holds a container against the one thing that ECS hands out
// there: all devices of the instance.
func (p TaskDefinitionProps) checkAllDevices(i int, all *problems) {
	for _, t := range p.ManagedPool.types {
		if count, want := neuronDevices(t), p.Containers[i].NeuronDevices; count != want {
			all.add("Containers[%d].NeuronDevices must be all those of an instance on a managed pool: %s has %d, got %d", i, t.Name, count, want)
		}
	}
}

// inventories is the pool as the rules see it, one for each type: of a managed
// pool's types one on which the task runs is enough, because ECS chooses. Here
// the types are known, unlike in a template with requirements, so they are
// judged as those of a group.
func (m *ManagedPool) inventories() []*inventory.Pool {
	var all []*inventory.Pool
	for _, t := range m.types {
		all = append(all, &inventory.Pool{
			Item:          inventory.Item{LogicalID: m.id},
			Kind:          inventory.AutoScalingGroup,
			Name:          inventory.Known(m.id),
			InstanceTypes: inventory.KnownsAt("InstanceTypes", t.Name),
		})
	}
	return all
}

// compatibility is the kind of capacity that ECS validates the task for.
func (p TaskDefinitionProps) compatibility() string {
	if p.ManagedPool != nil {
		return "MANAGED_INSTANCES"
	}
	return "EC2"
}

// runtimePlatform is the processor of a managed pool; ECS would look for x86_64.
func (p TaskDefinitionProps) runtimePlatform() any {
	if p.ManagedPool == nil {
		return nil
	}
	return &awsecs.CfnTaskDefinition_RuntimePlatformProperty{
		OperatingSystemFamily: jsii.String("LINUX"),
		CpuArchitecture:       jsii.String(strings.ToUpper(string(p.ManagedPool.types[0].Architectures[0]))),
	}
}
