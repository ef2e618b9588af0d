package checks

import (
	"fmt"
	"github.com/ecsgpu/cdk/constructs/template"
	"os"
	"testing"
)

func TestZZ(t *testing.T) {
	for _, f := range []string{os.Getenv("F")} {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Skip()
		}
		tt, err := template.Parse(f, data)
		if err != nil {
			t.Fatal(err)
		}
		fs, err := Template(tt, template.Environment{Region: os.Getenv("R")})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range fs {
			fmt.Println(x.Severity, x.ID, x.Place, "\n   ", x.Text(), "\n   FIX", x.Fix)
		}
	}
}
