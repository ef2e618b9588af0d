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
// set CDK_VALIDATION=true in the environment for a run with it.
func Main(m *testing.M) {
	os.Exit(run(m))
}

// quick is the environment of the kernel, unless the caller's says otherwise.
var quick = map[string]string{
	"CDK_VALIDATION": "false",
	// A banner of a dozen lines that says nothing about the test.
	"JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION": "20",
}

func run(m *testing.M) int {
	for name, value := range quick {
		if os.Getenv(name) == "" {
			os.Setenv(name, value)
		}
	}
	// CDK's packages have prepared a kernel, with the environment as it was,
	// before this function runs. Closing it, unstarted, makes room for another.
	jsii.Close()
	defer jsii.Close()
	return m.Run()
}
