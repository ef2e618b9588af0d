package placement

import "github.com/ecsgpu/cdk/constructs/hardware"

// CautiousMemoryOverheadPerMille is the part of the nominal memory, in parts of
// 1000, that is not counted on. ECS schedules what the kernel reports as
// MemTotal, less ECS_RESERVED_MEMORY, and the kernel's figure is not published
// for any type. This is the VM_MEMORY_OVERHEAD_PERCENT that
// karpenter-provider-aws subtracts by default (7.5 %); no type is known on which
// less is left. The Amazon ECS developer guide has one example, "Reserving Amazon
// ECS Linux container instance memory": an m4.large of 8,192 MiB registers 7,985
// (2.5 % less).
const CautiousMemoryOverheadPerMille = 75

// MaxReservedMemoryMiB is the largest ECS_RESERVED_MEMORY that the agent takes;
// it ignores anything else (aws/amazon-ecs-agent, agent/config/parse.go).
const MaxReservedMemoryMiB = 65535

// Schedulable returns the memory in MiB that tasks can be given on an instance,
// cautiously estimated: nominal, less 7.5 % for kernel and firmware, less
// ECS_RESERVED_MEMORY. It is never negative.
func Schedulable(t hardware.InstanceType, reservedMiB int) int {
	return max(0, t.MemoryMiB-(t.MemoryMiB*CautiousMemoryOverheadPerMille+999)/1000-taken(reservedMiB))
}

// SchedulableAtBest returns the memory that tasks are never given more of: all but
// one MiB of what is nominal and not reserved, because the system takes something
// everywhere. A task between the two may or may not be placed.
func SchedulableAtBest(t hardware.InstanceType, reservedMiB int) int {
	return max(0, t.MemoryMiB-1-taken(reservedMiB))
}

// taken returns what the agent reserves: nothing for a value that it ignores.
func taken(reservedMiB int) int {
	if reservedMiB < 0 || reservedMiB > MaxReservedMemoryMiB {
		return 0
	}
	return reservedMiB
}
