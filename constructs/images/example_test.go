package images_test

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
)

// The image follows from the instance type.
func ExampleForInstanceType() {
	for _, name := range []string{"c5.2xlarge", "g6.12xlarge", "inf2.xlarge", "g5g.xlarge", "g4ad.xlarge"} {
		t, _ := hardware.Lookup(name)
		img, err := images.ForInstanceType(t)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(name, "boots", img)
	}
	// Output:
	// c5.2xlarge boots al2023
	// g6.12xlarge boots al2023-gpu
	// inf2.xlarge boots al2023-neuron
	// g5g.xlarge boots bottlerocket-2-nvidia-arm64
	// no ECS-optimized AMI fits g4ad.xlarge: ECS cannot hand out AMD devices; choose a type with NVIDIA GPUs or Neuron devices
}

// Somebody's template boots P6 from the Amazon Linux 2 GPU AMI.
func ExampleSupports() {
	img, _ := images.FromSSMParameter("/aws/service/ecs/optimized-ami/amazon-linux-2/gpu/recommended/image_id")
	t, _ := hardware.Lookup("p6-b200.48xlarge")

	support := images.Supports(img, t)
	fmt.Println(support.Level)
	fmt.Println(support.Reason)
	fmt.Println(support.Remedy)
	// Output:
	// no
	// the B200 (Blackwell) of p6-b200.48xlarge needs a driver of branch 570 or newer, and al2-gpu has 550.163.01
	// use al2023-gpu
}

// A fact that is not certain warns and says where it is from.
func ExampleSupports_unsure() {
	img, _ := images.Lookup(images.AL2023GPU)
	t, _ := hardware.Lookup("g7.2xlarge")

	support := images.Supports(img, t)
	fmt.Println(support.OK, support.Level, "by", support.Certainty)
	// Output: true unsure by third party
}

func ExampleFromSSMParameter() {
	img, _ := images.FromSSMParameter("{{resolve:ssm:/aws/service/ecs/optimized-ami/amazon-linux-2/gpu/recommended/image_id}}")
	fmt.Println(img, img.OS, img.Architecture, img.Driver)
	fmt.Println("past its end of life:", img.IsPastEndOfLife())
	// Output:
	// al2-gpu amazon-linux-2 x86_64 550.163.01
	// past its end of life: true
}

func ExampleImage_Pin() {
	img, _ := images.Lookup(images.AL2023GPU)
	pinned, _ := img.Pin("20261113")
	fmt.Println(pinned.SSMParameter)
	// Output: /aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/al2023-ami-ecs-gpu-hvm-2023.0.20261113-kernel-6.1-x86_64-ebs/image_id
}

// The AWS Deep Learning AMI, with the driver that its release notes claim.
func ExampleNewCustom() {
	img, err := images.NewCustom(images.CustomProps{
		ID:           "ami-0123456789abcdef0",
		OS:           images.AmazonLinux2023,
		NVIDIADriver: "580.95.05",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"g6.xlarge", "p2.xlarge"} {
		t, _ := hardware.Lookup(name)
		fmt.Println(name, images.Supports(img, t).Level)
	}
	// Output:
	// g6.xlarge yes
	// p2.xlarge no
}

// What a parameter for the instance type may allow.
func ExampleNVIDIATypes() {
	img, _ := images.Lookup(images.Bottlerocket2NVIDIAARM64)
	fmt.Println(images.NVIDIATypes(img))
	// Output: [g5g.16xlarge g5g.2xlarge g5g.4xlarge g5g.8xlarge g5g.metal g5g.xlarge]
}

func ExampleSupportsMPS() {
	img, _ := images.Lookup(images.AL2023GPU)
	old, _ := img.Pin("20251027")
	t, _ := hardware.Lookup("g6.xlarge")
	fmt.Println(images.SupportsMPS(img, t).Level, images.SupportsMPS(old, t).Level)
	// Output: yes no
}
