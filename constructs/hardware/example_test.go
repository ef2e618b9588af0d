package hardware_test

import (
	"fmt"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// Which types run a model of 70 GB on NVLink, cheapest first?
func ExampleSelect() {
	selection := hardware.Selection{NVLink: true}
	selection.AcceleratorTotalMemoryMiB = hardware.AtLeast(66758)
	for _, t := range hardware.Select(selection)[:4] {
		fmt.Printf("%-14s %v x %s, %d MiB, %.2f USD/h\n",
			t.Name, t.GPUs, t.Accelerators[0].Name, t.TotalGPUMemoryMiB, t.OnDemandUSDPerHour)
	}
	// Output:
	// p4d.24xlarge   8 x A100, 327680 MiB, 21.96 USD/h
	// p4de.24xlarge  8 x A100, 655360 MiB, 27.45 USD/h
	// p3dn.24xlarge  8 x V100, 262144 MiB, 31.21 USD/h
	// p5.48xlarge    8 x H100, 655360 MiB, 55.04 USD/h
}

func ExampleLookup() {
	t, _ := hardware.Lookup("p3.16xlarge")
	fmt.Println(t.VCPUs, "vCPUs,", t.GPUs, "x", t.Accelerators[0].Name, "over", t.Interconnect)
	fmt.Println(t.Status)
	// Output:
	// 64 vCPUs, 8 x V100 over NVLink
	// retired
}

// P3 is retired: what can stand in for it?
func ExampleAlternatives() {
	retired, _ := hardware.Lookup("p3.16xlarge")
	for _, t := range hardware.Alternatives(retired, 3) {
		fmt.Println(t.Name, t.GPUs, "x", t.Accelerators[0].Name)
	}
	// Output:
	// g4dn.metal 8 x T4
	// g6.48xlarge 8 x L4
	// g5.48xlarge 8 x A10G
}

// What can stand in for a type, with more GPUs?
func ExampleStandIn() {
	small, _ := hardware.Lookup("g6.xlarge")
	selection := hardware.StandIn(small)
	selection.AcceleratorCount = hardware.AtLeast(4)
	fmt.Println(hardware.Select(selection)[0].Name)
	// Output:
	// g6.12xlarge
}

func ExampleNearest() {
	fmt.Println(strings.Join(hardware.Nearest("m5.2large", 3), ", "))
	// Output:
	// m5.2xlarge, m5.large, m5.xlarge
}

// Which types may an Auto Scaling group launch that requires eight A100?
func ExampleMatching() {
	match := hardware.Matching(hardware.InstanceRequirements{
		AcceleratorNames:     []string{"a100"},
		AcceleratorCount:     hardware.Exactly(8),
		NetworkBandwidthGbps: hardware.AtLeast(100),
	})
	for _, t := range match.Types {
		fmt.Println(t.Name)
	}
	fmt.Println("not in the catalogue:", match.Unjudged)
	// Output:
	// p4d.24xlarge
	// p4de.24xlarge
	// not in the catalogue: [NetworkBandwidthGbps]
}

func ExampleSelection_Validate() {
	selection := hardware.Selection{Architecture: "sparc", Kind: hardware.KindCPU, NVLink: true}
	selection.AcceleratorCount = hardware.AtLeast(-1)
	fmt.Println(selection.Validate())
	// Output:
	// AcceleratorCount must have limits of 0 or more, got -1
	// Architecture: architecture must be x86_64 or arm64, got "sparc"
	// Kind: must be gpu or empty because other fields concern GPUs, got "cpu"
}
