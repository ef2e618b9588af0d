package sizing

import "github.com/ecsgpu/cdk/constructs/hardware"

// ECS schedules the memory that the agent registers: what the kernel reports as
// MemTotal, less ECS_RESERVED_MEMORY. The kernel's figure is not published for
// any type, so there are two estimates of what is missing from the nominal
// memory, in parts of 1000.
const (
	// CautiousMemoryOverheadPerMille is the VM_MEMORY_OVERHEAD_PERCENT that
	// karpenter-provider-aws subtracts by default (7.5 %). No type is known on
	// which less is left, so what fits under it runs.
	CautiousMemoryOverheadPerMille = 75

	// DocumentedMemoryOverheadPerMille is the example of the Amazon ECS
	// developer guide, "Reserving Amazon ECS Linux container instance memory":
	// an m4.large of 8,192 MiB registers 7,985 (2.5 %).
	DocumentedMemoryOverheadPerMille = 25
)

// MaxReservedMemoryMiB is the largest ECS_RESERVED_MEMORY that the agent takes;
// it ignores anything else (aws/amazon-ecs-agent, agent/config/parse.go).
const MaxReservedMemoryMiB = 65535

// Schedulable is the memory in MiB that tasks can be given on an instance,
// cautiously estimated: nominal, less 7.5 % for kernel and firmware, less
// ECS_RESERVED_MEMORY. It is never negative.
func Schedulable(t hardware.InstanceType, reservedMiB int) int {
	return schedulable(t, reservedMiB, CautiousMemoryOverheadPerMille)
}

// SchedulableAtBest is Schedulable by the estimate that the ECS documentation
// suggests. A task between the two may or may not place.
func SchedulableAtBest(t hardware.InstanceType, reservedMiB int) int {
	return schedulable(t, reservedMiB, DocumentedMemoryOverheadPerMille)
}

func schedulable(t hardware.InstanceType, reservedMiB, overheadPerMille int) int {
	if reservedMiB < 0 || reservedMiB > MaxReservedMemoryMiB {
		reservedMiB = 0
	}
	return max(0, t.MemoryMiB-(t.MemoryMiB*overheadPerMille+999)/1000-reservedMiB)
}
