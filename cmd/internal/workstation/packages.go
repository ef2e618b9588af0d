package workstation

import (
	"os"
	"path/filepath"
	"runtime"
)

// packages is where CDK's kernel keeps its packages unpacked. It runs whatever
// is there.
type packages struct {
	dir     string // empty: the temporary directory
	home    string // above dir; the kernel would make it
	refused bool
}

// findPackages returns what jsii-runtime 1.139.0 uses.
func findPackages() packages {
	if dir := os.Getenv("JSII_RUNTIME_PACKAGE_CACHE_ROOT"); dir != "" {
		return packages{dir: dir, home: string(filepath.Separator)}
	}
	home := os.Getenv("HOME")
	switch {
	case home == "":
	case runtime.GOOS == "linux":
		return packages{dir: filepath.Join(home, ".cache", "aws", "jsii", "package-cache"), home: home}
	case runtime.GOOS == "darwin":
		return packages{dir: filepath.Join(home, "Library", "Caches", "com.amazonaws.jsii", "package-cache"), home: home}
	}
	return packages{}
}

// KeepsPackages reports whether the kernel can keep CDK's packages unpacked. If
// not, it must unpack them for this run alone, which takes seconds.
func (c Caches) KeepsPackages() bool {
	switch {
	case c.packages.dir == "":
		return true
	case c.packages.refused || !isThere(c.packages.home):
		return false
	}
	dir := c.packages.dir
	for !isThere(dir) {
		dir = filepath.Dir(dir)
	}
	return isWritable(dir)
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
