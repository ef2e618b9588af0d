package images

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// folderOf returns the path of an image's parameters.
func folderOf(t *testing.T, name Name) string {
	t.Helper()
	path, ok := parameterPath(image(t, name).SSMParameter)
	assert.True(t, ok)
	return strings.TrimSuffix(path, "recommended")
}

func TestFromSSMParameter_readsNamesOfBuilds(t *testing.T) {
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
	} {
		i, found := FromSSMParameter(folderOf(t, want.name) + input)
		assert.True(t, found, input)
		assert.Equal(t, want.name, i.Name, input)
		assert.Equal(t, want.version, i.Version, input)
		assert.Equal(t, want.driver, i.Driver.String(), input)
	}
}

func TestFromSSMParameter_rejectsNamesOfOtherImages(t *testing.T) {
	for name, input := range map[string]string{
		"a minimal image":        "al2023-ami-minimal-2023.9.20251027.0-kernel-6.1-x86_64",
		"a plain Amazon Linux":   "al2023-ami-2023.6.20250218.2-kernel-6.1-x86_64",
		"arm64 with GPUs":        "al2023-ami-ecs-gpu-hvm-2023.0.20250206-kernel-6.1-arm64-ebs",
		"another image's build":  "al2023-ami-ecs-hvm-2023.0.20240221-kernel-6.1-x86_64",
		"no date":                "al2023-ami-ecs-gpu-hvm-2023.0.-kernel-6.1-x86_64-ebs",
		"a date that is none":    "al2023-ami-ecs-gpu-hvm-2023.0.20251399-kernel-6.1-x86_64-ebs",
		"the middle cut out":     "al2023-ami-ecs-gpu-hvm-2023.0-kernel-6.1-x86_64-ebs",
		"an overlap of the ends": "al2023-ami-ecs-gpu-hvm-2023.0.kernel-6.1-x86_64-ebs",
		"a name with more":       "al2023-ami-ecs-gpu-hvm-2023.0.20250206-kernel-6.1-x86_64-ebs-1",
	} {
		t.Run(name, func(t *testing.T) {
			_, found := FromSSMParameter(folderOf(t, AL2023GPU) + input)
			assert.False(t, found)
		})
	}
}
