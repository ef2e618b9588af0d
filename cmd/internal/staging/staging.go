// Package staging writes a directory whole or not at all.
package staging

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ecsgpu/cdk/cmd/internal/fault"
)

// Manifest is the file that makes a directory a cloud assembly.
const Manifest = "manifest.json"

// Directory is a directory that fills up beside the one that the user named, and
// takes its place in one step when it is complete. A run that fails or is killed
// leaves the named directory as it was.
type Directory struct {
	Dir    string // what CDK writes to
	target string
}

// New prepares to replace target, which must not exist, be empty, or be a
// cloud assembly: anything else is somebody's work.
func New(target string) (*Directory, error) {
	absolute, err := filepath.Abs(target)
	if err != nil {
		return nil, fault.Input("cannot write to %s: %v", target, err)
	}
	if err := replaceable(absolute, target); err != nil {
		return nil, err
	}
	if resolved, err := filepath.EvalSymlinks(absolute); err == nil {
		absolute = resolved // replace what a link points to, not the link
	}
	parent := filepath.Dir(absolute)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return nil, unwritable(target, err)
	}
	dir, err := os.MkdirTemp(parent, prefix(absolute)+"*")
	if err != nil {
		return nil, unwritable(target, err)
	}
	sweep(absolute)
	// MkdirTemp makes it private; the result is as public as any other output.
	if err := os.Chmod(dir, 0o755); err != nil {
		os.RemoveAll(dir)
		return nil, unwritable(target, err)
	}
	return &Directory{Dir: dir, target: absolute}, nil
}

// attempts is how often something is tried again that another run may have
// disturbed: each disturbance means that another run has finished.
const attempts = 100

// replaceable says why target must not be replaced.
func replaceable(absolute, target string) error {
	var verdict error
	for range attempts {
		before, err := os.Stat(absolute)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return unwritable(target, err)
		}
		if verdict = judge(before, absolute, target); verdict == nil {
			return nil
		}
		// Another run may have been replacing the directory while it was read, and
		// may have put it back since.
		after, err := os.Stat(absolute)
		if err == nil && os.SameFile(before, after) && !errors.Is(verdict, fs.ErrNotExist) {
			break
		}
	}
	return verdict
}

func judge(info fs.FileInfo, absolute, target string) error {
	if !info.IsDir() {
		return fault.Input("cannot write to %s: it is a file; name a directory", target)
	}
	entries, err := os.ReadDir(absolute)
	if err != nil {
		return unwritable(target, err)
	}
	isAssembly := slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == Manifest })
	if len(entries) > 0 && !isAssembly {
		return fault.Input("cannot write to %s: it holds files and is not a cloud assembly (no %s); name a new or empty directory", target, Manifest)
	}
	return nil
}

func unwritable(target string, err error) error {
	// The path that failed is a temporary one, which would only puzzle.
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fault.Input("cannot write to %s: %w", target, err)
}

// Commit puts the staged directory in the place of the target.
func (d *Directory) Commit() error {
	// Two runs may replace the same target at once: whichever comes second
	// finds it taken again, and replaces the other's.
	var err error
	for attempt := range attempts {
		err = d.replace(fmt.Sprintf("%s.old-%d", d.Dir, attempt))
		if err == nil || !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err != nil {
		return unwritable(d.target, err)
	}
	return nil
}

// replace moves what is there to aside, the staged directory in, and removes
// what was there.
func (d *Directory) replace(aside string) error {
	err := os.Rename(d.target, aside)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(d.Dir, d.target); err != nil {
		// Back, unless another run's is there by now, which is newer.
		os.Rename(aside, d.target)
		os.RemoveAll(aside)
		return err
	}
	return os.RemoveAll(aside)
}

// Discard removes what was staged, if it was not committed.
func (d *Directory) Discard() { os.RemoveAll(d.Dir) }

// sweep removes what runs that were killed left behind for this target. An hour
// is longer than any synthesis takes.
func sweep(target string) {
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(target), prefix(target)+"*"))
	for _, path := range left {
		if info, err := os.Lstat(path); err == nil && time.Since(info.ModTime()) > time.Hour {
			os.RemoveAll(path)
		}
	}
}

// prefix begins the names of the directories that are staged for a target.
func prefix(target string) string { return "." + filepath.Base(target) + ".incomplete-" }
