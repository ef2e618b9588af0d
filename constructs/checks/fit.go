package checks

import "github.com/ecsgpu/cdk/constructs/inventory"

const (
	sourcePlacement = "Amazon ECS developer guide, task placement: an instance must meet the task's CPU, GPU, memory and port requirements (as of 2026-11)"
	sourceScaling   = "Amazon ECS developer guide, how managed scaling decides on the number of instances (2023-06-15 text, same in 2026)"
	sourceMemory    = "Amazon ECS developer guide, reserving container instance memory; aws/amazon-ecs-agent 8dfceca (2026-06-30), ecs_client.go"
	sourceGPUs      = "Amazon ECS developer guide, specifying GPUs in a task definition (as of 2026-11)"
	sourceSharing   = "Amazon ECS developer guide, sharing GPUs with NVIDIA MPS (2026-10-27)"
)

// fitRules are about a task on the instances that it can be sent to.
var fitRules = []Rule{
	{
		ID: "ecsgpu-fit-gpus", Category: Fit, Severity: Error,
		Title:  "a task asks for more GPUs than an instance has",
		Reason: "all GPUs of a task come from one instance, so the task waits for ever and scaling out does not help.",
		Source: sourceGPUs,
		Fix:    "choose an instance type with enough GPUs, or ask for fewer.",
		check:  onFit(inGPUs),
	},
	{
		ID: "ecsgpu-fit-fraction", Category: Fit, Severity: Warning,
		Title:  "a fraction of a GPU is asked of instances that do not have that fraction",
		Reason: inventory.FractionsUncertain + "; nothing documents that one divides a whole GPU.",
		Source: inventory.SourceFractions,
		Fix:    "launch g6f or gr6f instances, ask for a whole GPU, or share one by MPS.",
		check:  onFit(inFraction),
	},
	{
		ID: "ecsgpu-fit-gpu-memory", Category: Fit, Severity: Error,
		Title:  "a share of a GPU is larger than the GPU's memory",
		Reason: "all containers of a task that share by MPS get their memory from one GPU, and ECS counts what the agent registers: the GPU's memory less what the driver keeps.",
		Source: sourceSharing + "; aws/amazon-ecs-agent pull request 5061 (2026-07-24)",
		Fix:    "ask for less memory, or choose a type whose GPUs have more.",
		check:  onFit(inGPUMemory),
	},
	{
		ID: "ecsgpu-fit-gpu-sharing", Category: Fit, Severity: Error,
		Title:  "a task shares a GPU where the image or the type cannot",
		Reason: "sharing by MPS needs the MPS service of the AL2023 GPU image, agent 1.107.0 and whole GPUs.",
		Source: sourceSharing,
		Fix:    "use the latest al2023-gpu image on a type with whole GPUs.",
		check:  onFit(inSharing),
	},
	{
		ID: "ecsgpu-fit-cpu", Category: Fit, Severity: Error,
		Title:  "a task asks for more CPU than an instance has",
		Reason: "an instance registers 1024 CPU units for each vCPU, and a task is placed on one instance.",
		Source: sourcePlacement,
		Fix:    "choose a larger instance type, or ask for less.",
		check:  onFit(inCPU),
	},
	{
		ID: "ecsgpu-fit-memory", Category: Fit, Severity: Error,
		Title:  "a task asks for all the memory of an instance or more",
		Reason: "an instance registers what Linux sees less ECS_RESERVED_MEMORY, which is always less than its nominal memory.",
		Source: sourceMemory,
		Fix:    "choose a larger instance type, or ask for less.",
		check:  onFit(inMemory),
	},
	{
		ID: "ecsgpu-fit-memory-headroom", Category: Fit, Severity: Warning,
		Title:  "a task asks for nearly all the memory of an instance",
		Reason: "the kernel and the firmware take 2 to 7 % of the nominal memory before ECS sees it, how much differs by type, and a task that misses by one MiB is never placed.",
		Source: "Amazon ECS developer guide, m4.large registers 7985 of 8192 MiB; karpenter-provider-aws 1d92708 takes 7.5 % off by default",
		Fix:    "ask for at most 92.5 % of the nominal memory less ECS_RESERVED_MEMORY, or choose a larger type.",
		check:  onFit(inHeadroom),
	},
	{
		ID: "ecsgpu-fit-architecture", Category: Fit, Severity: Error,
		Title:  "a task is for another architecture than the instances",
		Reason: "ECS places a task with a runtime platform only on instances of that architecture.",
		Source: "Amazon ECS API reference, RuntimePlatform (as of 2026-11)",
		Fix:    "choose instances of the task's architecture, or build the image for theirs.",
		check:  onFit(inArchitecture),
	},
	{
		ID: "ecsgpu-fit-constraint", Category: Fit, Severity: Error,
		Title:  "a placement constraint excludes every instance type",
		Reason: "a memberOf constraint that no instance meets leaves the task unplaced.",
		Source: "Amazon ECS developer guide, cluster query language (as of 2026-11)",
		Fix:    "name the instance types that the pool launches, or better send the task to a capacity provider and drop the constraint.",
		check:  onFit(inConstraint),
	},
	{
		ID: "ecsgpu-fit-devices", Category: Fit, Severity: Error,
		Title:  "a container maps a device that the instances do not have",
		Reason: "Docker refuses to start a container with a device that does not exist on the host.",
		Source: "Amazon ECS developer guide, AWS Neuron and EFA task definitions; EC2 DescribeInstanceTypes (moto 5.2.1, 2026-02)",
		Fix:    "choose an instance type with that many devices, or map fewer.",
		check:  onFit(inDevices),
	},
	{
		ID: "ecsgpu-fit-mixed-types", Category: Fit, Severity: Error,
		Title:  "a task fits only the larger types of a mixed pool",
		Reason: "managed scaling leaves out tasks that do not fit the smallest type of the group, so the pool does not grow for them.",
		Source: sourceScaling,
		Fix:    "give each shape of instance a pool and a capacity provider of its own.",
		check:  onFit(inMixedTypes),
	},
	{
		ID: someValuesID, Category: Fit, Severity: Info,
		Title:  "a task fits only for some of the values that a parameter allows",
		Reason: "whoever deploys with another value gets a task that is never placed.",
		Source: sourcePlacement,
		Fix:    "deploy with a value that fits before running the task.",
		check:  onText{}, // found by comparing values, see Template
	},
}

const someValuesID = "ecsgpu-fit-some-values"
