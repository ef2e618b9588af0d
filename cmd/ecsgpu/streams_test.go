package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// raw is what reaches the process's streams past package output.
var raw = regexp.MustCompile(`\bos\.(Stdout|Stderr)\b|\bfmt\.Print|\bprint(ln)?\(|\blog\.(Print|Fatal|Panic)|\bsyscall\.Write\b|os\.NewFile`)

// mayTouch are the files that hand the streams to package output, the one that
// catches what JavaScript prints, and those that may end the program before it
// has streams.
var mayTouch = []string{
	"ecsgpu/main.go", "internal/synthesis/console.go", "internal/quiet/files_unix.go", "internal/quiet/kernel_linux.go",
}

// TestStreams_haveOneWriter fails when a command writes without package output,
// which is where text from a template is made harmless.
func TestStreams_haveOneWriter(t *testing.T) {
	var touched []string
	cmd := filepath.Join("..")
	require.NoError(t, filepath.WalkDir(cmd, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if raw.Match(source) {
			name, _ := filepath.Rel(cmd, path)
			touched = append(touched, filepath.ToSlash(name))
		}
		return err
	}))
	assert.ElementsMatch(t, mayTouch, touched)
}
