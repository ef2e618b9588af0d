package synthesis

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/ecsgpu/cdk/cmd/internal/fault"
	"github.com/ecsgpu/cdk/cmd/internal/owner"
)

// caches is what is kept from one run to the next. None of it is needed: where
// there is no place for it, or others could change it, a run takes longer.
type caches struct {
	passed      string            // has a file for each set of templates that passed; empty if nothing is kept
	environment map[string]string // what the kernel is told of its own caches
}

// openCaches finds the caches, and says which are not used because others could
// have written what is in them. What cannot be made is left out in silence: in
// containers the home directory is often another user's, or read-only.
func openCaches(stderr io.Writer) caches {
	c := caches{environment: map[string]string{"ECSGPU_COMPILE_CACHE": ""}}
	ours, err := ownCache()
	if ours != "" {
		c.passed = leaf(ours, "validated", &err)
		// Node.js keeps what it has compiled, unless the user has chosen a place.
		if os.Getenv("NODE_COMPILE_CACHE") == "" && os.Getenv("NODE_DISABLE_COMPILE_CACHE") == "" {
			if node := leaf(ours, "node", &err); node != "" && makeDirectory(node) {
				c.environment["ECSGPU_COMPILE_CACHE"] = node
			}
		}
	}
	usable, why := usablePackageCache()
	if !usable {
		c.environment["JSII_RUNTIME_PACKAGE_CACHE"] = "disabled"
	}
	if err := fault.Join(err, why); err != nil {
		fmt.Fprintf(stderr, "note: a cache is not used: %v\n", err)
	}
	return c
}

// leaf is a directory of the cache; empty if it is not trusted.
func leaf(dir, name string, problem *error) string {
	path := filepath.Join(dir, name)
	if err := untrusted(path); err != nil {
		*problem = errors.Join(*problem, err)
		return ""
	}
	return path
}

// ownCache makes this command's directory in the user's cache. It does not make
// a home directory.
func ownCache() (string, error) {
	base, err := os.UserCacheDir()
	if err != nil {
		return "", nil
	}
	if _, err := os.Stat(filepath.Dir(base)); err != nil || !makeDirectory(base) {
		return "", nil
	}
	info, err := os.Stat(base) // it may be a link to a larger disk
	if err != nil || !info.IsDir() {
		return "", nil
	}
	// In a directory like /tmp others may write, but not rename what is mine.
	if info.Mode()&fs.ModeSticky == 0 && (!owner.Mine(info) || !owner.Private(info)) {
		return "", fmt.Errorf("%s belongs to another user, or others may write to it; set XDG_CACHE_HOME to a directory of yours", base)
	}
	dir := filepath.Join(base, "ecsgpu")
	if !makeDirectory(dir) {
		return "", nil
	}
	if err := untrusted(dir); err != nil {
		return "", err
	}
	return dir, nil
}

// makeDirectory makes a directory in one that exists, for the user alone.
func makeDirectory(dir string) bool {
	err := os.Mkdir(dir, 0o700)
	return err == nil || errors.Is(err, fs.ErrExist)
}

// untrusted says why others could have written what is in a directory. One that
// does not exist is trusted.
func untrusted(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return nil
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s is a symbolic link; remove it", dir)
	case !owner.Mine(info):
		return fmt.Errorf("%s belongs to another user; remove it", dir)
	case !owner.Private(info):
		return fmt.Errorf("others may write to %s; remove it, or run chmod go-w on it", dir)
	}
	return nil
}

// usablePackageCache reports whether the kernel can keep CDK's packages unpacked. If
// not, it unpacks them for this run alone, which takes seconds instead of
// failing. It would run whatever is there in their place.
func usablePackageCache() (usable bool, why error) {
	dir, home := packageCacheDir()
	if dir == "" {
		return true, nil // in the temporary directory, which is this run's
	}
	if _, err := os.Stat(home); err != nil {
		return false, nil // the kernel would make a home directory
	}
	if err := untrusted(dir); err != nil {
		return false, err
	}
	for !isThere(dir) {
		dir = filepath.Dir(dir)
	}
	return isWritable(dir), nil
}

// packageCacheDir is where jsii-runtime 1.139.0 keeps unpacked packages, and the
// directory above it that must be there; empty where it falls back to the
// temporary directory.
func packageCacheDir() (dir, home string) {
	if dir := os.Getenv("JSII_RUNTIME_PACKAGE_CACHE_ROOT"); dir != "" {
		return dir, string(filepath.Separator)
	}
	home = os.Getenv("HOME")
	switch {
	case home == "":
		return "", ""
	case runtime.GOOS == "linux":
		return filepath.Join(home, ".cache", "aws", "jsii", "package-cache"), home
	case runtime.GOOS == "darwin":
		return filepath.Join(home, "Library", "Caches", "com.amazonaws.jsii", "package-cache"), home
	}
	return "", ""
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil || filepath.Dir(path) == path
}

// isWritable makes a file in a directory, and removes it.
func isWritable(dir string) bool {
	probe, err := os.CreateTemp(dir, ".ecsgpu-")
	if err != nil {
		return false
	}
	probe.Close()
	return os.Remove(probe.Name()) == nil
}
