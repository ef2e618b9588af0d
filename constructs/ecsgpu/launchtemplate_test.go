package ecsgpu_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

const ecsOptimized = "{{resolve:ssm:/aws/service/ecs/optimized-ami/"

func pin(t *testing.T, name images.Name, version string) images.Image {
	image, ok := images.Lookup(name)
	require.True(t, ok)
	image, err := image.Pin(version)
	require.NoError(t, err)
	return image
}

func custom(t *testing.T, props images.CustomProps) images.Image {
	image, err := images.NewCustom(props)
	require.NoError(t, err)
	return image
}

func TestLaunchTemplate_imageFollowsTheInstanceType(t *testing.T) {
	for instanceType, want := range map[string]string{
		"c5.large":         ecsOptimized + "amazon-linux-2023/recommended/image_id}}",
		"m7g.large":        ecsOptimized + "amazon-linux-2023/arm64/recommended/image_id}}",
		"g6.xlarge":        ecsOptimized + "amazon-linux-2023/gpu/recommended/image_id}}",
		"p6-b300.48xlarge": ecsOptimized + "amazon-linux-2023/gpu/recommended/image_id}}",
		"inf2.xlarge":      ecsOptimized + "amazon-linux-2023/neuron/recommended/image_id}}",
		"g5g.xlarge":       "{{resolve:ssm:/aws/service/bottlerocket/aws-ecs-2-nvidia/arm64/latest/image_id}}",
	} {
		t.Run(instanceType, func(t *testing.T) {
			stack, cluster := newCluster(t)
			cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{instanceType}, MaxCapacity: 1})
			assert.Equal(t, want, snapshot.Of(t, stack).One("AWS::EC2::LaunchTemplate").Get("LaunchTemplateData.ImageId"))
		})
	}
}

func TestLaunchTemplate_imageOfOnesChoice(t *testing.T) {
	for name, test := range map[string]struct {
		image  images.Image
		want   string
		device string
		size   float64
	}{
		"one build": {pin(t, images.AL2023GPU, "20251113"),
			ecsOptimized + "amazon-linux-2023/gpu/al2023-ami-ecs-gpu-hvm-2023.0.20251113-kernel-6.1-x86_64-ebs/image_id}}", "/dev/xvda", 100},
		"the id of a custom image":       {custom(t, images.CustomProps{ID: "ami-0123456789abcdef0", NVIDIADriver: "580.178.04"}), "ami-0123456789abcdef0", "/dev/xvda", 100},
		"one that needs a larger volume": {custom(t, images.CustomProps{ID: "ami-0123456789abcdef0", NVIDIADriver: "580", RootSizeGiB: 250}), "ami-0123456789abcdef0", "/dev/xvda", 250},
		"a Deep Learning AMI, by its parameter": {custom(t, images.CustomProps{NVIDIADriver: "580", OS: images.OtherLinux,
			SSMParameter: "/aws/service/deeplearning/ami/x86_64/base-oss-nvidia-driver-gpu-ubuntu-22.04/latest/ami-id"}),
			"{{resolve:ssm:/aws/service/deeplearning/ami/x86_64/base-oss-nvidia-driver-gpu-ubuntu-22.04/latest/ami-id}}", "/dev/sda1", 100},
	} {
		t.Run(name, func(t *testing.T) {
			stack, cluster := newCluster(t)
			cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1, Image: test.image})
			launch := snapshot.Of(t, stack).One("AWS::EC2::LaunchTemplate")
			assert.Equal(t, test.want, launch.Get("LaunchTemplateData.ImageId"))
			assert.Equal(t, test.device, launch.Get("LaunchTemplateData.BlockDeviceMappings.0.DeviceName"))
			assert.Equal(t, test.size, launch.Get("LaunchTemplateData.BlockDeviceMappings.0.Ebs.VolumeSize"))
		})
	}
}

func TestLaunchTemplate_rejectsImages(t *testing.T) {
	al2, _ := images.Lookup(images.AL2GPU)
	cpu, _ := images.Lookup(images.AL2023)
	for name, test := range map[string]struct {
		props    ecsgpu.PoolProps
		problems []string
	}{
		"a driver that is too old for Blackwell": {ecsgpu.PoolProps{InstanceTypes: []string{"p6-b200.48xlarge"},
			Image: custom(t, images.CustomProps{ID: "ami-0123456789abcdef0", NVIDIADriver: "550.163.01"})}, []string{
			"Image custom ami-0123456789abcdef0 does not suit p6-b200.48xlarge: the B200 (Blackwell) of p6-b200.48xlarge needs a driver of branch 570 or newer, and custom ami-0123456789abcdef0 has 550.163.01; use al2023-gpu",
		}},
		"a driver that has dropped Kepler": {ecsgpu.PoolProps{InstanceTypes: []string{"p2.xlarge"}}, []string{
			"InstanceTypes: no ECS-optimized AMI fits p2.xlarge: K80 needs driver R470 or older; choose a later generation, such as g4dn, or build an AMI of your own",
		}},
		"an image for another processor": {ecsgpu.PoolProps{InstanceTypes: []string{"g5g.xlarge"}, Image: al2}, []string{
			"Image al2-gpu does not suit g5g.xlarge: al2-gpu is built for x86_64 and does not boot on g5g.xlarge, which is arm64; use bottlerocket-2-nvidia-arm64",
		}},
		"an image without a driver": {ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, Image: cpu}, []string{
			"Image al2023 does not suit g6.xlarge: al2023 has no NVIDIA driver: g6.xlarge would register with no GPU, and GPU tasks would never be placed on it; use al2023-gpu",
		}},
		"a volume smaller than the image": {ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, VolumeGiB: 60, Image: custom(t, images.CustomProps{ID: "ami-0123456789abcdef0", NVIDIADriver: "580", RootSizeGiB: 75})}, []string{
			"VolumeGiB must be at least what custom ami-0123456789abcdef0 needs (75), got 60",
		}},
		"a signal that the image cannot send": {ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, DesiredCapacity: 1, InstanceSignals: 1, Image: custom(t, images.CustomProps{ID: "ami-0123456789abcdef0", NVIDIADriver: "580", OS: images.OtherLinux})}, []string{
			"InstanceSignals and LocalDisks install packages of Amazon Linux, and custom ami-0123456789abcdef0 is another system; use BootCommands",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			_, cluster := newCluster(t)
			test.props.MaxCapacity = 1
			requireRefused(t, func() { cluster.AddPool("pool", &test.props) }, test.problems...)
		})
	}
}

// A deployment that changes something else must not move the image: running
// instances stay, and only a new launch template brings another.
func TestLaunchTemplate_reachesInstancesWhenAsked(t *testing.T) {
	for rollout, replaces := range map[ecsgpu.Rollout]bool{"": false, ecsgpu.RolloutManual: false, ecsgpu.RolloutRolling: true} {
		stack, cluster := newCluster(t)
		cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1, Rollout: rollout})
		template := snapshot.Of(t, stack)
		assert.Equal(t, replaces, template.One("AWS::AutoScaling::AutoScalingGroup").Body["UpdatePolicy"] != nil, rollout)
		assert.Equal(t, "ENABLED", template.One("AWS::ECS::CapacityProvider").Get("AutoScalingGroupProvider.ManagedDraining"))
		assert.NotContains(t, template.Section("Parameters"), "SsmParameterValue", "which CloudFormation would look up in every deployment")
	}
}
