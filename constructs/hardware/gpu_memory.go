package hardware

// gpuMemory is what is known of the memory that the driver makes of a GPU, in
// MiB.
type gpuMemory struct {
	// total is what NVML and nvidia-smi report, the driver's own part included.
	total int
	// registered is what the ECS agent registers: total less that part. 0 is
	// unknown.
	registered int
}

// gpuMemories are the GPUs on which NVML's total is not the memory that EC2
// reports, or whose registered memory is known. By EC2's name of the GPU and
// EC2's figure.
//
// Totals: modal-labs/modal-client pull request 2797 (2025-01-23, T4, A10G, L4,
// L40S, A100, H100); H200, RTX PRO 6000 Server Edition and T4G as nvidia-smi
// printed them under driver 580 (public repositories, 2025 to 2026). B200 and
// B300 have the memory that EC2 reports.
// Registered: aws/amazon-ecs-agent pull request 5061 (2026-07-24), on one L4:
// 22,563 in nvidia-gpu-info.json, 23,034 in nvidia-smi.
var gpuMemories = map[string]map[int]gpuMemory{
	"T4":                  {16384: {total: 15360}},
	"T4g":                 {16384: {total: 15360}},
	"A10G":                {22888: {total: 23028}},
	"L4":                  {22888: {total: 23034, registered: 22563}},
	"L40S":                {45776: {total: 46068}},
	"H100":                {81920: {total: 81559}},
	"H200":                {144384: {total: 143771}},
	"RTX PRO Server 6000": {98304: {total: 97887}},
}

// driverMemoryPerMille is more than any driver is known to keep of a GPU's
// memory, in parts of 1000. What nvidia-smi calls reserved was 447 of 15,360 MiB
// on a T4 (driver 590, 2.9 %), 471 of 23,034 on an L4, 304 to 512 of 23,028 on
// an A10G, 450 to 1,104 of 46,068 on an L40S, 620 of 40,960 on an A100, 328 to
// 551 of 81,559 on an H100, 700 of 143,771 on an H200, and 2,288 of 97,887 on an
// RTX PRO 6000 (public outputs of nvidia-smi -q and DCGM, 2023 to 2026).
const driverMemoryPerMille = 30

// SchedulableGPUMemory bounds the memory in MiB that ECS can give away of each
// NVIDIA GPU of the type when tasks share it by MPS. ECS counts what the agent
// registers, which is NVML's total less what the driver reserves
// (aws/amazon-ecs-agent pull request 5061): not the memory that EC2 reports.
// The two bounds are equal where the registered memory is known. A share up to
// least fits, one above most does not, and one between may.
func (t InstanceType) SchedulableGPUMemory() (least, most int) {
	if t.GPUMemoryMiB == 0 {
		return 0, 0
	}
	known := gpuMemories[t.Accelerators[0].Name][t.GPUMemoryMiB]
	if known.registered > 0 {
		return known.registered, known.registered
	}
	most = known.total
	if most == 0 {
		most = t.GPUMemoryMiB
	}
	return most - (most*driverMemoryPerMille+999)/1000, most
}
