package synthesis

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ecsgpu/cdk/cmd/internal/fault"
)

// manifestName is the file that makes a directory a cloud assembly.
const manifestName = "manifest.json"

// Staging is a directory that fills up beside the one that the user named, and
// takes its place in one step when it is complete. A run that fails or is killed
// leaves the named directory as it was.
type Staging struct {
	Dir    string // what CDK writes to
	target string
}

// Stage prepares to replace target, which must not exist, be empty, or be a
// cloud assembly: anything else is somebody's work.
func Stage(target string) (*Staging, error) {
	absolute, err := filepath.Abs(target)
	if err != nil {
		return nil, fault.Input("cannot write to %s: %v", target, err)
	}
	if err := replaceable(absolute, target); err != nil {
		return nil, err
	}
	parent := filepath.Dir(absolute)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return nil, unwritable(target, err)
	}
	dir, err := os.MkdirTemp(parent, "."+filepath.Base(absolute)+".incomplete-*")
	if err != nil {
		return nil, unwritable(target, err)
	}
	// MkdirTemp makes it private; the result is as public as any other output.
	if err := os.Chmod(dir, 0o755); err != nil {
		os.RemoveAll(dir)
		return nil, unwritable(target, err)
	}
	return &Staging{Dir: dir, target: absolute}, nil
}

func replaceable(absolute, target string) error {
	info, err := os.Stat(absolute)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return unwritable(target, err)
	case !info.IsDir():
		return fault.Input("cannot write to %s: it is a file; name a directory", target)
	}
	entries, err := os.ReadDir(absolute)
	if err != nil {
		return unwritable(target, err)
	}
	if len(entries) == 0 {
		return nil
	}
	if _, err := os.Stat(filepath.Join(absolute, manifestName)); err != nil {
		return fault.Input("cannot write to %s: it holds files and is not a cloud assembly (no %s); name a new or empty directory", target, manifestName)
	}
	return nil
}

func unwritable(target string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fault.Input("cannot write to %s: %v", target, err)
}

// Commit puts the staged directory in the place of the target.
func (s *Staging) Commit() error {
	// Two runs may replace the same target at once: whichever comes second
	// finds it taken again, and replaces the other's.
	var err error
	for range 10 {
		if err = s.replace(); err == nil {
			return nil
		}
		if !errors.Is(err, fs.ErrExist) && !strings.Contains(err.Error(), "not empty") {
			break
		}
	}
	return unwritable(s.target, err)
}

func (s *Staging) replace() error {
	old := s.Dir + ".old"
	err := os.Rename(s.target, old)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	replaced := err == nil
	if err := os.Rename(s.Dir, s.target); err != nil {
		if replaced {
			os.Rename(old, s.target)
		}
		return err
	}
	if replaced {
		if err := os.RemoveAll(old); err != nil {
			return fmt.Errorf("the previous assembly is left in %s: %w", old, err)
		}
	}
	return nil
}

// Discard removes what was staged, if it was not committed.
func (s *Staging) Discard() { os.RemoveAll(s.Dir) }
