package snapshot

import (
	"flag"
	"os"
	"testing"

	"github.com/aws/jsii-runtime-go"
)

// update is set by -update and rewrites goldens instead of comparing them.
var update = flag.Bool("update", false, "rewrite the goldens of synthesized templates")

// Main is the TestMain of a package that tests constructs. It keeps one kernel
// for all of them, because stopping one between tests takes seconds, and turns
// CDK's template validation off, which takes most of the time of a synthesis;
// [Validated] turns it on for one run over everything.
func Main(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	if os.Getenv("CDK_VALIDATION") == "" {
		os.Setenv("CDK_VALIDATION", "false")
	}
	defer jsii.Close()
	return m.Run()
}
