package checks

import (
	"os"
	"testing"

	"github.com/ecsgpu/cdk/constructs/template"
)

// FuzzTemplate: no text makes the rules panic or hang, and the same text gives
// the same findings.
func FuzzTemplate(f *testing.F) {
	for _, pattern := range []string{
		"testdata/correct/mixed-instances-spot.yaml", "testdata/correct/cdk-synthesized.json",
		"testdata/ecsgpu-fit-some-values/fail.yaml", "testdata/ecsgpu-network-efa-security-group/fail.yaml",
		"../inventory/testdata/gpu-requests.yaml", "../inventory/testdata/original-tensorflow-test.yaml",
	} {
		text, err := os.ReadFile(pattern)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		parsed, err := template.Parse("fuzz.yaml", text)
		if err != nil {
			return
		}
		first, err := Template(parsed, template.Environment{Region: "us-east-1"})
		if err != nil {
			return
		}
		again, _ := Template(parsed, template.Environment{Region: "us-east-1"})
		if len(first) != len(again) {
			t.Fatalf("%d findings, then %d", len(first), len(again))
		}
	})
}
