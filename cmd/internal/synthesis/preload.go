package synthesis

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// preload is what Node.js loads first, so that the kernel starts faster; see
// docs/design/070-one-process-for-the-kernel.md.
//
//go:embed preload.cjs
var preload []byte

// defaultNodeOptions returns the options for a user who chose none: what jsii gives Node.js
// (jsii-runtime-go 1.139.0, NewProcess), and no more threads of V8's own, of
// which there are four by default, than there are processors.
func defaultNodeOptions() string {
	return fmt.Sprintf("--max-old-space-size=4069 --v8-pool-size=%d", min(4, runtime.NumCPU()))
}

// preloading writes preload into the kernel's temporary directory and returns
// the variables that make Node.js load it.
func preloading(temporary string) (map[string]string, error) {
	file := filepath.Join(temporary, "preload.cjs")
	if err := os.WriteFile(file, preload, 0o600); err != nil {
		return nil, fmt.Errorf("cannot write to the temporary directory: %w", err)
	}
	variables := map[string]string{"ECSGPU_COMPILE_CACHE": "", "ECSGPU_PARENT": strconv.Itoa(os.Getpid())}
	options, chosen := os.LookupEnv("NODE_OPTIONS")
	if chosen {
		variables["ECSGPU_NODE_OPTIONS"] = options
	} else {
		options = defaultNodeOptions()
	}
	variables["NODE_OPTIONS"] = options + " --preserve-symlinks --require=" + quoted(file)
	return variables, nil
}

// quoted returns a word of NODE_OPTIONS.
func quoted(path string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(path) + `"`
}
