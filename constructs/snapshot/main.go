package snapshot

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/aws/jsii-runtime-go"
)

// Main is the TestMain of a package that tests constructs. It keeps one kernel
// for all tests, turns CDK's template validation off, keeps V8 to one thread of
// its own, and defines the flag -update unless the package has one. What the
// environment says (CDK_VALIDATION, NODE_OPTIONS) stays as it is.
//
// The kernel runs on the Node.js that JSII_NODE names, on the one that npm
// installed for the project (the package node, in node_modules of the working
// directory or of one above), or on the one on PATH.
func Main(m *testing.M) {
	os.Exit(run(m))
}

// environment returns what the kernel gets, unless the caller's environment
// says otherwise.
func environment() map[string]string {
	return map[string]string{
		"CDK_VALIDATION": "false",
		"JSII_NODE":      installedNode(),
		// What jsii gives it, and one thread of V8's own instead of four: on two
		// cores, the validator takes a fifth less of the processors' time.
		"NODE_OPTIONS": "--max-old-space-size=4069 --v8-pool-size=1",
		// A banner of a dozen lines that says nothing about the test.
		"JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION": "20",
	}
}

func run(m *testing.M) int {
	defineUpdateFlag()
	for name, value := range environment() {
		if os.Getenv(name) == "" && value != "" {
			os.Setenv(name, value)
		}
	}
	// CDK's packages have prepared a kernel, with the environment as it was,
	// before this function runs. Closing it, unstarted, makes room for another.
	jsii.Close()
	defer jsii.Close()
	return m.Run()
}

// defineUpdateFlag leaves a flag of the test package's own alone, and uses it.
func defineUpdateFlag() {
	if flag.Lookup(updateFlag) == nil {
		flag.Bool(updateFlag, false, "rewrite the goldens of synthesized templates")
	}
}

// installedNode returns the Node.js of the nearest node_modules, or empty.
func installedNode() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for {
		node := filepath.Join(dir, "node_modules", "node", "bin", "node")
		if _, err := os.Stat(node); err == nil {
			return node
		} else if !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			return ""
		}
		dir = filepath.Dir(dir)
	}
}
