package synthesis

import (
	"fmt"
	"io"
	"os"

	"github.com/ecsgpu/cdk/cmd/internal/workstation"
)

// caches is what is kept from one run to the next.
type caches struct {
	passed      string            // has a file for each set of templates that passed; empty if nothing is kept
	environment map[string]string // what the kernel is told of its own caches
}

// openCaches finds the caches, and says which are not used because others could
// have written what is in them. What cannot be made is left out in silence.
func openCaches(stderr io.Writer) caches {
	found := workstation.OpenCaches()
	if found.Refused != nil {
		fmt.Fprintf(stderr, "note: a cache is not used: %v\n", found.Refused)
	}
	c := caches{passed: found.Validated, environment: map[string]string{"ECSGPU_COMPILE_CACHE": ""}}
	// Node.js keeps what it has compiled, unless the user has chosen a place.
	if os.Getenv("NODE_COMPILE_CACHE") == "" && os.Getenv("NODE_DISABLE_COMPILE_CACHE") == "" {
		c.environment["ECSGPU_COMPILE_CACHE"] = found.Compiled
	}
	if !found.KeepsPackages() {
		c.environment["JSII_RUNTIME_PACKAGE_CACHE"] = "disabled"
	}
	return c
}
