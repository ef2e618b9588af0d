package checks

import (
	"os"
	"testing"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// FuzzTemplate: no text makes the rules panic or hang.
func FuzzTemplate(f *testing.F) {
	for _, pattern := range []string{
		"testdata/correct/mixed-instances-spot.yaml", "testdata/correct/cdk-synthesized.json",
		"testdata/ecsgpu-fit-some-values/fail.yaml", "testdata/ecsgpu-network-efa-security-group/fail.yaml",
		"../inventory/fromtemplate/testdata/gpu-requests.yaml",
	} {
		text, err := os.ReadFile(pattern)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		parsed, err := cloudformation.Parse("fuzz.yaml", text)
		if err != nil {
			return
		}
		findings, err := Template(parsed, cloudformation.Environment{Region: "us-east-1"})
		if err != nil {
			return
		}
		for _, found := range findings {
			if _, known := Lookup(found.ID); !known || found.Message == "" {
				t.Fatalf("a finding without a rule or a message: %+v", found)
			}
		}
	})
}
