package images

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

func TestForInstanceType_defaults(t *testing.T) {
	for name, want := range map[string]Name{
		"c5.2xlarge":    AL2023,
		"c7g.large":     AL2023ARM64,
		"p3.2xlarge":    AL2023GPU,
		"g6f.large":     AL2023GPU,
		"g7.2xlarge":    AL2023GPU,
		"g5g.xlarge":    Bottlerocket2NVIDIAARM64,
		"inf1.xlarge":   AL2023Neuron,
		"trn2.48xlarge": AL2023Neuron,
	} {
		img, err := ForInstanceType(instance(t, name))
		require.NoError(t, err, name)
		assert.Equal(t, want, img.Name, name)
		assert.False(t, img.IsPinned(), name)
	}
}

func TestForInstanceType_rejects(t *testing.T) {
	for name, want := range map[string]string{
		"mac2.metal":    "no ECS-optimized AMI fits mac2.metal: it runs macOS",
		"p2.xlarge":     "K80 needs driver R470 or older",
		"g4ad.xlarge":   "ECS cannot hand out AMD devices",
		"dl1.24xlarge":  "ECS cannot hand out Habana devices",
		"dl2q.24xlarge": "ECS cannot hand out Qualcomm devices",
		"vt1.3xlarge":   "ECS cannot hand out Xilinx devices",
	} {
		_, err := ForInstanceType(instance(t, name))
		assert.ErrorContains(t, err, want)
	}
}

func TestForInstanceType_isSupported(t *testing.T) {
	for _, i := range hardware.All() {
		img, err := ForInstanceType(i)
		if err != nil {
			continue
		}
		s := Supports(img, i)
		assert.True(t, s.OK, "%s: %s", i.Name, s.Reason)
		if i.Family() != "g7" {
			assert.Equal(t, Works, s.Level, "%s: %s", i.Name, s.Reason)
		}
		assert.False(t, img.IsPastEndOfLife(), i.Name)
		assert.Empty(t, img.Unconfirmed, i.Name)
	}
}
