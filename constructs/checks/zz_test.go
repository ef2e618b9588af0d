package checks

import (
	"fmt"
	"github.com/ecsgpu/cdk/constructs/template"
	"os"
	"path/filepath"
	"testing"
)

func TestZZ(t *testing.T) {
	fs, _ := filepath.Glob(os.Getenv("F"))
	for _, f := range fs {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Skip()
		}
		tt, err := template.Parse(f, data)
		if err != nil {
			fmt.Println("PARSE", err)
			continue
		}
		fmt.Println("=====", filepath.Base(f))
		x, err := Template(tt, template.Environment{Region: os.Getenv("R")})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range x {
			fmt.Println(x.Severity, x.ID, x.Place.Line, x.Place.Path, "\n   ", x.Text(), "\n   FIX", x.Fix)
		}
	}
}
