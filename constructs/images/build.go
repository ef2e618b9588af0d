package images

import "github.com/ecsgpu/cdk/constructs/hardware"

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

// build is the driver that an image has from a version on.
type build struct {
	since  string
	driver Driver
}

// builds are the known changes of driver, oldest first. The first holds for
// everything before the second, so its since is empty.
//
// Sources: CHANGELOG and releases of aws/amazon-ecs-ami up to 20261113; the ECS
// developer guide (P2 only before 20230912, P5 from 20230929); GPU driver pages
// of bottlerocket.dev, 1.15 to 1.68. Between two known builds the branch is
// bounded by both.
var builds = map[Name][]build{
	AL2023GPU: {
		{"", Driver{MinMajor: 560, MaxMajor: 580, Proprietary: hardware.Unknown, GRID: hardware.No}},
		{"20251015", Driver{MinMajor: 580, MaxMajor: 580, Proprietary: hardware.Unknown, GRID: hardware.No}},
		{dynamicDriver, Driver{MinMajor: 580, MaxMajor: 580, Proprietary: hardware.Yes, GRID: hardware.Unknown}},
		{gridLicensing, Driver{MinMajor: 580, MaxMajor: 580, Proprietary: hardware.Yes, GRID: hardware.Yes}},
		{"20260929", Driver{Version: "580.178.04", MinMajor: 580, MaxMajor: 580, Proprietary: hardware.Yes, GRID: hardware.Yes}},
	},
	AL2GPU:                       amazonLinux2GPU,
	AL2Kernel510GPU:              amazonLinux2GPU,
	Bottlerocket1NVIDIA:          bottlerocket1NVIDIA,
	Bottlerocket1NVIDIAARM64:     bottlerocket1NVIDIA,
	Bottlerocket2NVIDIA:          bottlerocket2NVIDIA,
	Bottlerocket2NVIDIAARM64:     bottlerocket2NVIDIA,
	Bottlerocket2NVIDIAFIPS:      bottlerocket2NVIDIA,
	Bottlerocket2NVIDIAFIPSARM64: bottlerocket2NVIDIA,
	Bottlerocket3NVIDIA:          bottlerocket3NVIDIA,
	Bottlerocket3NVIDIAARM64:     bottlerocket3NVIDIA,
	Bottlerocket3NVIDIAFIPS:      bottlerocket3NVIDIA,
	Bottlerocket3NVIDIAFIPSARM64: bottlerocket3NVIDIA,
	Bottlerocket4NVIDIA:          bottlerocket3NVIDIA,
	Bottlerocket4NVIDIAARM64:     bottlerocket3NVIDIA,
}

var amazonLinux2GPU = []build{
	{"", amazonLinux2Driver("", 418, 470)},
	{"20230912", amazonLinux2Driver("", 471, 535)},
	{"20230929", amazonLinux2Driver("", 525, 535)},
	{"20240611", amazonLinux2Driver("", 535, 550)},
	{"20250226", amazonLinux2Driver("", 550, 550)},
	{"20260924", amazonLinux2Driver("550.163.01", 550, 550)},
}

// amazonLinux2Driver never had GRID, as far as its recipes show.
func amazonLinux2Driver(version string, minMajor, maxMajor int) Driver {
	return Driver{Version: version, MinMajor: minMajor, MaxMajor: maxMajor, Proprietary: hardware.Yes, GRID: hardware.Unknown}
}

var bottlerocket1NVIDIA = []build{
	{"", bottlerocketDriver("", 470, 470)},
	{"1.20.0", bottlerocketDriver("", 470, 535)},
	{"1.41.0", bottlerocketDriver("535.247.01", 535, 535)},
}

var bottlerocket2NVIDIA = []build{
	{"", bottlerocketDriver("", 535, 535)},
	{"1.20.0", bottlerocketDriver("", 535, 570)},
	{"1.41.0", bottlerocketDriver("", 570, 570)},
	{"1.53.0", bottlerocketDriver("", 570, 580)},
	{"1.55.0", bottlerocketDriver("", 580, 580)},
	{"1.65.0", bottlerocketDriver("580.178.04", 580, 580)},
}

var bottlerocket3NVIDIA = []build{
	{"", bottlerocketDriver("", 580, 580)},
	{"1.65.0", bottlerocketDriver("580.178.04", 580, 580)},
}

// bottlerocketDriver ships open and proprietary modules and picks at boot.
// AWS's list of types for its NVIDIA variants includes P3; whether the virtual
// GPUs of g6f work is not said.
func bottlerocketDriver(version string, minMajor, maxMajor int) Driver {
	return Driver{Version: version, MinMajor: minMajor, MaxMajor: maxMajor, Proprietary: hardware.Yes, GRID: hardware.Unknown}
}

// driverOf returns the driver of a build; an empty version is the latest.
func driverOf(name Name, version string) Driver {
	var driver Driver
	for _, b := range builds[name] {
		if version != "" && b.since != "" && compareVersions(version, b.since) < 0 {
			break
		}
		driver = b.driver
	}
	return driver
}
