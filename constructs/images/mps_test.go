package images

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

func TestSupportsMPS(t *testing.T) {
	for name, test := range map[string]struct {
		image    Image
		instance string
		want     Level
		reason   string
	}{
		"the latest GPU AMI":      {image(t, AL2023GPU), "g5.xlarge", Works, "MPS service"},
		"the first sure build":    {pinned(t, AL2023GPU, "20260924"), "g5.xlarge", Works, ""},
		"a service, an old agent": {pinned(t, AL2023GPU, "20260721"), "g5.xlarge", Unsure, "older than 1.107.0"},
		"no service yet":          {pinned(t, AL2023GPU, "20260714"), "g5.xlarge", Fails, "older than the build"},
		"a fraction":              {image(t, AL2023GPU), "g6f.xlarge", Fails, "cannot be shared again"},
		"Amazon Linux 2":          {image(t, AL2GPU), "g5.xlarge", Fails, "needs al2023-gpu"},
		"Bottlerocket":            {image(t, Bottlerocket2NVIDIA), "g5.xlarge", Unsure, "only documented for al2023-gpu"},
		"one's own image":         {custom(t, CustomProps{NVIDIADriver: "580"}), "g5.xlarge", Unsure, "only documented"},
		"a CPU type":              {image(t, AL2023), "c5.large", Fails, "no NVIDIA GPU to share"},
		"an image without driver": {image(t, AL2023), "g5.xlarge", Fails, "no NVIDIA driver"},
	} {
		t.Run(name, func(t *testing.T) {
			s := SupportsMPS(test.image, instance(t, test.instance))
			assert.Equal(t, test.want, s.Level, s.Reason)
			assert.Contains(t, s.Reason, test.reason)
		})
	}
}

func TestSupportsMPS_isTotal(t *testing.T) {
	for _, img := range append(All(), custom(t, CustomProps{NVIDIADriver: "580"})) {
		for n, i := range hardware.All() {
			if i.Kind() == hardware.KindCPU && n%20 != 0 {
				continue // a sample is enough
			}
			if problem := malformed(SupportsMPS(img, i)); problem != "" {
				t.Errorf("%s on %s: %s", img, i.Name, problem)
			}
		}
	}
}
