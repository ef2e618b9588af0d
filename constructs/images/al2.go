package images

import (
	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

// The ECS-optimized AMIs of Amazon Linux 2.
const (
	AL2      Name = "al2"
	AL2ARM64 Name = "al2-arm64"
	AL2GPU   Name = "al2-gpu"
	AL2Inf   Name = "al2-inf"

	AL2Kernel510      Name = "al2-kernel-5.10"
	AL2Kernel510ARM64 Name = "al2-kernel-5.10-arm64"
	AL2Kernel510GPU   Name = "al2-kernel-5.10-gpu"
	AL2Kernel510Inf   Name = "al2-kernel-5.10-inf"
)

// The recipes of aws/amazon-ecs-ami a2532d3 (2026-08-21): gp2 root of 30 GiB,
// nothing said about IMDS. Builds were still published after the end of life.
var _ = register(&amazonLinux{
	common: Image{
		OS: AmazonLinux2, Root: Disk{Device: "/dev/xvda", SizeGiB: 30, VolumeType: "gp2"},
		EndOfLife: "2026-06-30", EndOfLifeSource: "aws/amazon-ecs-ami README (a2532d3, 2026-08-21)",
	},
	rows: []amazonLinuxImage{
		{AL2, "standard", "4.14", hardware.X86_64, NoAccelerator, "amazon-linux-2",
			"amzn2-ami-ecs-hvm-2.0.", "-x86_64-ebs", nil},
		{AL2ARM64, "standard", "4.14", hardware.ARM64, NoAccelerator, "amazon-linux-2/arm64",
			"amzn2-ami-ecs-hvm-2.0.", "-arm64-ebs", nil},
		{AL2GPU, "gpu", "4.14", hardware.X86_64, NVIDIA, "amazon-linux-2/gpu",
			"amzn2-ami-ecs-gpu-hvm-2.0.", "-x86_64-ebs", al2GPU},
		{AL2Inf, "neuron", "4.14", hardware.X86_64, Neuron, "amazon-linux-2/inf",
			"amzn2-ami-ecs-inf-hvm-2.0.", "-x86_64-ebs", nil},
		{AL2Kernel510, "standard", "5.10", hardware.X86_64, NoAccelerator, "amazon-linux-2/kernel-5.10",
			"amzn2-ami-ecs-kernel-5.10-hvm-2.0.", "-x86_64-ebs", nil},
		{AL2Kernel510ARM64, "standard", "5.10", hardware.ARM64, NoAccelerator, "amazon-linux-2/kernel-5.10/arm64",
			"amzn2-ami-ecs-kernel-5.10-hvm-2.0.", "-arm64-ebs", nil},
		{AL2Kernel510GPU, "gpu", "5.10", hardware.X86_64, NVIDIA, "amazon-linux-2/kernel-5.10/gpu",
			"amzn2-ami-ecs-kernel-5.10-gpu-hvm-2.0.", "-x86_64-ebs", al2GPU},
		{AL2Kernel510Inf, "neuron", "5.10", hardware.X86_64, Neuron, "amazon-linux-2/kernel-5.10/inf",
			"amzn2-ami-ecs-kernel-5.10-inf-hvm-2.0.", "-x86_64-ebs", nil},
	},
})

// al2GPU follows the CHANGELOG and the releases of aws/amazon-ecs-ami up to
// 20261113, and the ECS developer guide (P2 only before 20230912, P5 from
// 20230929).
var al2GPU = []build{
	{"", al2Driver("", 418, 470)},
	{"20230912", al2Driver("", 471, 535)},
	{"20230929", al2Driver("", 525, 535)},
	{"20240611", al2Driver("", 535, 550)},
	{"20250226", al2Driver("", 550, 550)},
	{"20260924", al2Driver("550.163.01", 550, 550)},
}

// al2Driver never had GRID, as far as its recipes show.
func al2Driver(version string, minMajor, maxMajor int) Driver {
	return Driver{Version: version, MinMajor: minMajor, MaxMajor: maxMajor, Proprietary: fact.Yes, GRID: fact.Maybe}
}
