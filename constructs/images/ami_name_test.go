package images

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFromAMIName_readsPublishedNames(t *testing.T) {
	for input, want := range map[string]struct {
		name    Name
		version string
		driver  string
	}{
		"al2023-ami-ecs-gpu-hvm-2023.0.20250206-kernel-6.1-x86_64-ebs": {AL2023GPU, "20250206", "R560 to R580"},
		"al2023-ami-ecs-gpu-hvm-2023.0.20261113-kernel-6.1-x86_64-ebs": {AL2023GPU, "20261113", "580.178.04"},
		"al2023-ami-ecs-hvm-2023.0.20240221-kernel-6.1-x86_64":         {AL2023, "20240221", "unknown"},
		"al2023-ami-ecs-hvm-2023.0.20240221-kernel-6.1-arm64":          {AL2023ARM64, "20240221", "unknown"},
		"al2023-ami-ecs-neuron-hvm-2023.0.20240221-kernel-6.1-x86_64":  {AL2023Neuron, "20240221", "unknown"},
		"amzn2-ami-ecs-hvm-2.0.20240611-x86_64-ebs":                    {AL2, "20240611", "unknown"},
		"amzn2-ami-ecs-hvm-2.0.20240611-arm64-ebs":                     {AL2ARM64, "20240611", "unknown"},
		"amzn2-ami-ecs-gpu-hvm-2.0.20230906-x86_64-ebs":                {AL2GPU, "20230906", "R418 to R470"},
		"amzn2-ami-ecs-inf-hvm-2.0.20240611-x86_64-ebs":                {AL2Inf, "20240611", "unknown"},
		"amzn2-ami-ecs-kernel-5.10-hvm-2.0.20240611-arm64-ebs":         {AL2Kernel510ARM64, "20240611", "unknown"},
		"amzn2-ami-ecs-kernel-5.10-gpu-hvm-2.0.20250226-x86_64-ebs":    {AL2Kernel510GPU, "20250226", "R550"},
		"al2023-ami-ecs-hvm-2023.0.20240221-kernel-6.1-x86_64-ebs":     {AL2023, "20240221", "unknown"},
		"bottlerocket-aws-ecs-2-nvidia-aarch64-v1.41.0-fcf71a47":       {Bottlerocket2NVIDIAARM64, "1.41.0", "R570"},
		"bottlerocket-aws-ecs-1-nvidia-x86_64-v1.19.5-64049ba8":        {Bottlerocket1NVIDIA, "1.19.5", "R470"},
	} {
		i, found := FromAMIName(input)
		assert.True(t, found, input)
		assert.Equal(t, want.name, i.Name, input)
		assert.Equal(t, want.version, i.Version, input)
		assert.Equal(t, want.driver, i.Driver.String(), input)
	}
}

func TestFromAMIName_rejects(t *testing.T) {
	for name, input := range map[string]string{
		"nothing":                 "",
		"a minimal image":         "al2023-ami-minimal-2023.9.20251027.0-kernel-6.1-x86_64",
		"a plain Amazon Linux":    "al2023-ami-2023.6.20250218.2-kernel-6.1-x86_64",
		"arm64 with GPUs":         "al2023-ami-ecs-gpu-hvm-2023.0.20250206-kernel-6.1-arm64-ebs",
		"no date":                 "amzn2-ami-ecs-gpu-hvm-2.0.-x86_64-ebs",
		"a date that is none":     "amzn2-ami-ecs-gpu-hvm-2.0.20251399-x86_64-ebs",
		"the middle cut out":      "amzn2-ami-ecs-hvm-2.0-x86_64-ebs",
		"an overlap of the ends":  "amzn2-ami-ecs-hvm-2.0.x86_64-ebs",
		"Bottlerocket for EKS":    "bottlerocket-aws-k8s-1.34-x86_64-v1.41.0-fcf71a47",
		"no such variant":         "bottlerocket-aws-ecs-9-x86_64-v1.41.0-fcf71a47",
		"a release that is none":  "bottlerocket-aws-ecs-2-x86_64-v1..0-fcf71a47",
		"a name with a line more": "amzn2-ami-ecs-hvm-2.0.20240611-x86_64-ebs\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, found := FromAMIName(input)
			assert.False(t, found)
		})
	}
}

func FuzzFromAMIName(f *testing.F) {
	for name := range amiNames {
		i, _ := Lookup(name)
		pinned, _ := i.Pin("20250206")
		f.Add(pinned.AMIName())
	}
	f.Add("bottlerocket-aws-ecs-2-nvidia-aarch64-v1.41.0-fcf71a47")
	f.Add("amzn2-ami-ecs-gpu-hvm-2.0.20240611.1-x86_64-ebs")
	f.Fuzz(func(t *testing.T, name string) {
		i, found := FromAMIName(name)
		if !found {
			assert.Empty(t, i.Version)
			return
		}
		assert.True(t, i.IsPinned())
		assert.True(t, isVersion(i.OS, i.Version), i.Version)
		if canonical := i.AMIName(); canonical != "" {
			again, found := FromAMIName(canonical)
			assert.True(t, found)
			assert.Equal(t, i, again)
		}
	})
}
