package userdata

import (
	"flag"
	"os"
	"testing"
)

// TestMain has every run draw the same scripts. -rapid.seed draws others, and
// -rapid.checks more of them.
func TestMain(m *testing.M) {
	flag.Parse()
	if seed := flag.Lookup("rapid.seed"); seed.Value.String() == "0" {
		_ = seed.Value.Set("1")
	}
	os.Exit(m.Run())
}
