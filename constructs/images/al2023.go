package images

import (
	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

// The ECS-optimized AMIs of Amazon Linux 2023. There is none for arm64 with
// GPUs; Bottlerocket has one.
const (
	AL2023       Name = "al2023"
	AL2023ARM64  Name = "al2023-arm64"
	AL2023GPU    Name = "al2023-gpu"
	AL2023Neuron Name = "al2023-neuron"
)

// Builds of the Amazon Linux 2023 GPU AMI that changed what it can drive.
// Source: aws/amazon-ecs-ami CHANGELOG.
const (
	firstAL2023GPU   = "20250206" // the first build
	p6Support        = "20250626" // fabric packages for P6
	dynamicDriver    = "20251027" // picks open, proprietary or GRID modules at boot
	gridLicensing    = "20260323" // GRID with the licence daemon that g6f needs
	mpsService       = "20260721" // nvidia-mps.service
	p3dnByDriverPick = "20260901" // the first after a2532d3, in which the pick at boot knows P3dn
	mpsAgent         = "20260924" // agent 1.107.0, which places MPS tasks
)

// The recipes of aws/amazon-ecs-ami a2532d3 (2026-08-21): gp3 root of 30 GiB,
// IMDSv2 required with a hop limit of 2. The names of builds are those of its
// releases.
var _ = register(&amazonLinux{
	common: Image{
		OS: AmazonLinux2023, Root: Disk{Device: "/dev/xvda", SizeGiB: 30, VolumeType: "gp3"},
		IMDSv2Only: true, IMDSHopLimit: 2,
	},
	rows: []amazonLinuxImage{
		{AL2023, "standard", "6.1", hardware.X86_64, NoAccelerator, "amazon-linux-2023",
			"al2023-ami-ecs-hvm-2023.0.", "-kernel-6.1-x86_64", nil},
		{AL2023ARM64, "standard", "6.1", hardware.ARM64, NoAccelerator, "amazon-linux-2023/arm64",
			"al2023-ami-ecs-hvm-2023.0.", "-kernel-6.1-arm64", nil},
		{AL2023GPU, "gpu", "6.1", hardware.X86_64, NVIDIA, "amazon-linux-2023/gpu",
			"al2023-ami-ecs-gpu-hvm-2023.0.", "-kernel-6.1-x86_64-ebs", al2023GPU},
		{AL2023Neuron, "neuron", "6.1", hardware.X86_64, Neuron, "amazon-linux-2023/neuron",
			"al2023-ami-ecs-neuron-hvm-2023.0.", "-kernel-6.1-x86_64", nil},
	},
})

// al2023GPU follows the CHANGELOG and the releases of aws/amazon-ecs-ami up to
// 20261113.
var al2023GPU = []build{
	{"", Driver{MinMajor: 560, MaxMajor: 580, Proprietary: fact.Maybe, GRID: fact.No}},
	{"20251015", Driver{MinMajor: 580, MaxMajor: 580, Proprietary: fact.Maybe, GRID: fact.No}},
	{dynamicDriver, Driver{MinMajor: 580, MaxMajor: 580, Proprietary: fact.Yes, GRID: fact.Maybe}},
	{gridLicensing, Driver{MinMajor: 580, MaxMajor: 580, Proprietary: fact.Yes, GRID: fact.Yes}},
	{"20260929", Driver{Version: "580.178.04", MinMajor: 580, MaxMajor: 580, Proprietary: fact.Yes, GRID: fact.Yes}},
}
