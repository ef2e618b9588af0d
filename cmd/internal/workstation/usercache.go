package workstation

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/cmd/internal/process"
)

// Caches are directories of the user, with what the command and CDK's kernel keep
// from one run to the next. None is needed: where there is no place for one, or
// others could change it, a run takes longer. Those that are not used are empty.
type Caches struct {
	Dir       string // this command's own
	Validated string // has a file for each set of templates that passed
	Compiled  string // for what Node.js has compiled
	Absent    error  // why there is no place for Dir; in containers the home directory is often missing or read-only
	Refused   error  // which caches are not used because others could have written what is in them, and why
	packages  packages
}

// FindCaches returns the caches, which need not exist.
func FindCaches() Caches { return find(func(string) {}) }

// OpenCaches returns the caches and makes those of this command where they are
// missing, for the user alone. It does not make a home directory.
func OpenCaches() Caches { return find(func(dir string) { _ = os.Mkdir(dir, 0o700) }) }

// find makes each directory before it looks at it, so that nobody else can make
// it in between.
func find(make func(dir string)) Caches {
	var c Caches
	var refusals []error
	trusted := func(dir string) string {
		if err := untrusted(dir); err != nil {
			refusals = append(refusals, err)
			return ""
		}
		return dir
	}
	base, refusal, err := findBase(make)
	c.Absent = err
	if refusal != nil {
		refusals = append(refusals, refusal)
	}
	if base != "" {
		dir := filepath.Join(base, "ecsgpu")
		make(dir)
		c.Dir = trusted(dir)
	}
	if c.Dir != "" {
		compiled := filepath.Join(c.Dir, "node")
		make(compiled)
		c.Validated, c.Compiled = trusted(filepath.Join(c.Dir, "validated")), trusted(compiled)
	}
	c.packages = findPackages()
	if c.packages.dir != "" {
		c.packages.refused = trusted(c.packages.dir) == ""
	}
	c.Refused = cli.Join(refusals...)
	return c
}

// findBase returns the user's cache directory, and makes it if the directory
// above it exists.
func findBase(make func(dir string)) (base string, refused, absent error) {
	base, err := os.UserCacheDir()
	if err != nil {
		return "", nil, errors.New("neither HOME nor XDG_CACHE_HOME says where the cache directory is")
	}
	if _, err := os.Stat(filepath.Dir(base)); err != nil {
		return "", nil, err
	}
	make(base)
	info, err := os.Stat(base) // it may be a link to a larger disk
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return base, nil, nil
	case err != nil:
		return "", nil, err
	case !info.IsDir():
		return "", nil, fmt.Errorf("%s is not a directory", base)
	// In a directory like /tmp others may write, but not rename what is mine.
	case info.Mode()&fs.ModeSticky == 0 && (!process.Owns(info) || !process.Private(info)):
		return "", fmt.Errorf("%s belongs to another user, or others may write to it; set XDG_CACHE_HOME to a directory of yours", base), nil
	}
	return base, nil, nil
}

// untrusted returns why others could have written what is in a directory. One that
// does not exist is trusted.
func untrusted(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return nil
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s is a symbolic link; remove it", dir)
	case !process.Owns(info):
		return fmt.Errorf("%s belongs to another user; remove it", dir)
	case !process.Private(info):
		return fmt.Errorf("others may write to %s; remove it, or run chmod go-w on it", dir)
	}
	return nil
}
