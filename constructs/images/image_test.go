package images

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

func TestAll_isConsistent(t *testing.T) {
	names, paths := map[Name]bool{}, map[string]bool{}
	for _, i := range All() {
		assert.False(t, names[i.Name], "%s twice", i.Name)
		assert.False(t, paths[i.SSMParameter], "%s twice", i.SSMParameter)
		names[i.Name], paths[i.SSMParameter] = true, true

		_, err := ParseOS(string(i.OS))
		assert.NoError(t, err)
		assert.Contains(t, hardware.Architectures(), i.Architecture)
		assert.Equal(t, i.Accelerator == NVIDIA, i.Driver.IsKnown(), i.Name)
		assert.Equal(t, i.EndOfLife == "", i.EndOfLifeSource == "", i.Name)
		assert.NotEmpty(t, i.Kernel, i.Name)
		assert.Equal(t, "/dev/xvda", i.Root.Device, i.Name)
		assert.Positive(t, i.Root.SizeGiB, i.Name)
		assert.Equal(t, i.OS == Bottlerocket, i.Data.SizeGiB > 0, i.Name)
		assert.Equal(t, i.IMDSv2Only, i.IMDSHopLimit > 0, i.Name)
	}
	assert.True(t, slices.IsSortedFunc(All(), func(a, b Image) int { return cmp.Compare(a.Name, b.Name) }))
}

// The parameters as AWS publishes them.
func TestAll_parameters(t *testing.T) {
	for name, want := range map[Name]string{
		AL2023:                   "/aws/service/ecs/optimized-ami/amazon-linux-2023/recommended/image_id",
		AL2023ARM64:              "/aws/service/ecs/optimized-ami/amazon-linux-2023/arm64/recommended/image_id",
		AL2023GPU:                "/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/recommended/image_id",
		AL2023Neuron:             "/aws/service/ecs/optimized-ami/amazon-linux-2023/neuron/recommended/image_id",
		AL2:                      "/aws/service/ecs/optimized-ami/amazon-linux-2/recommended/image_id",
		AL2ARM64:                 "/aws/service/ecs/optimized-ami/amazon-linux-2/arm64/recommended/image_id",
		AL2GPU:                   "/aws/service/ecs/optimized-ami/amazon-linux-2/gpu/recommended/image_id",
		AL2Inf:                   "/aws/service/ecs/optimized-ami/amazon-linux-2/inf/recommended/image_id",
		AL2Kernel510:             "/aws/service/ecs/optimized-ami/amazon-linux-2/kernel-5.10/recommended/image_id",
		AL2Kernel510ARM64:        "/aws/service/ecs/optimized-ami/amazon-linux-2/kernel-5.10/arm64/recommended/image_id",
		AL2Kernel510GPU:          "/aws/service/ecs/optimized-ami/amazon-linux-2/kernel-5.10/gpu/recommended/image_id",
		AL2Kernel510Inf:          "/aws/service/ecs/optimized-ami/amazon-linux-2/kernel-5.10/inf/recommended/image_id",
		Bottlerocket2:            "/aws/service/bottlerocket/aws-ecs-2/x86_64/latest/image_id",
		Bottlerocket2NVIDIAARM64: "/aws/service/bottlerocket/aws-ecs-2-nvidia/arm64/latest/image_id",
		Bottlerocket3NVIDIAFIPS:  "/aws/service/bottlerocket/aws-ecs-3-nvidia-fips/x86_64/latest/image_id",
	} {
		assert.Equal(t, want, image(t, name).SSMParameter)
	}
}

func TestImage_endOfLife(t *testing.T) {
	al2 := image(t, AL2GPU)
	assert.Equal(t, "2026-06-30", al2.EndOfLife)
	assert.True(t, al2.IsPastEndOfLife())
	assert.True(t, image(t, Bottlerocket1NVIDIA).IsPastEndOfLife())
	assert.False(t, image(t, AL2023GPU).IsPastEndOfLife())
}

func TestImage_unconfirmed(t *testing.T) {
	assert.NotEmpty(t, image(t, Bottlerocket3NVIDIA).Unconfirmed)
	assert.Empty(t, image(t, Bottlerocket2NVIDIA).Unconfirmed)
	assert.Empty(t, image(t, AL2023GPU).Unconfirmed)
}

func TestImage_pin(t *testing.T) {
	i := pinned(t, AL2023GPU, "20250206")
	assert.True(t, i.IsPinned())
	assert.Equal(t, "/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/al2023-ami-ecs-gpu-hvm-2023.0.20250206-kernel-6.1-x86_64-ebs/image_id", i.SSMParameter)
	assert.Equal(t, "al2023-gpu 20250206", i.String())
	assert.Equal(t, "R560 to R580", i.Driver.String())

	again, err := i.Pin("20261113")
	require.NoError(t, err)
	assert.Equal(t, "580.178.04", again.Driver.String())

	b := pinned(t, Bottlerocket2NVIDIAARM64, "1.55.0")
	assert.Equal(t, "/aws/service/bottlerocket/aws-ecs-2-nvidia/arm64/1.55.0/image_id", b.SSMParameter)
	assert.Equal(t, 580, b.Driver.Major())
}

func TestImage_pinRejects(t *testing.T) {
	_, err := image(t, AL2023GPU).Pin("1.55.0")
	assert.EqualError(t, err, `version of al2023-gpu must be a build date such as "20250206", got "1.55.0"`)
	_, err = image(t, AL2023GPU).Pin("20251301")
	assert.Error(t, err)
	_, err = image(t, AL2023GPU).Pin("")
	assert.Error(t, err)
	_, err = image(t, Bottlerocket2).Pin("20250206")
	assert.EqualError(t, err, `version of bottlerocket-2 must be a release such as "1.55.0", got "20250206"`)
	_, err = custom(t, CustomProps{}).Pin("20250206")
	assert.ErrorContains(t, err, "its id already names one build")
	_, err = Image{Name: "nonsense", OS: AmazonLinux2}.Pin("20250206")
	assert.ErrorContains(t, err, "not a published one")
}

func TestParseOS_rejects(t *testing.T) {
	_, err := ParseOS("windows")
	assert.ErrorContains(t, err, `got "windows"`)
	_, found := Lookup("windows")
	assert.False(t, found)
}

func TestCompareVersions(t *testing.T) {
	for _, ordered := range [][2]string{
		{"1.9.0", "1.10.0"}, {"20250206", "20250207"}, {"20250206", "20250206.1"}, {"1.55.0", "2.0.0"}, {"", "1"},
	} {
		assert.Negative(t, compareVersions(ordered[0], ordered[1]), ordered)
		assert.Positive(t, compareVersions(ordered[1], ordered[0]), ordered)
	}
	assert.Zero(t, compareVersions("1.55.0", "1.55.0"))
}
