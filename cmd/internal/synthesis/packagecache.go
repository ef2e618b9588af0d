package synthesis

import (
	"os"
	"path/filepath"
	"runtime"
)

// withoutPackageCache has the kernel unpack CDK's packages for this run alone,
// where their cache cannot be written to: in containers the home directory is
// often that of another user, or read-only. It takes seconds instead of failing.
func withoutPackageCache(environment map[string]string) {
	if dir := packageCacheDir(); dir != "" && !isWritable(dir) {
		environment["JSII_RUNTIME_PACKAGE_CACHE"] = "disabled"
	}
}

// packageCacheDir is where jsii-runtime 1.139.0 keeps unpacked packages; empty
// where it falls back to the temporary directory.
func packageCacheDir() string {
	if dir := os.Getenv("JSII_RUNTIME_PACKAGE_CACHE_ROOT"); dir != "" {
		return dir
	}
	home := os.Getenv("HOME")
	switch {
	case home == "":
		return ""
	case runtime.GOOS == "linux":
		return filepath.Join(home, ".cache", "aws", "jsii", "package-cache")
	case runtime.GOOS == "darwin":
		return filepath.Join(home, "Library", "Caches", "com.amazonaws.jsii", "package-cache")
	}
	return ""
}

// isWritable makes the directory, as the kernel would, and a file in it.
func isWritable(dir string) bool {
	if os.MkdirAll(dir, 0o755) != nil {
		return false
	}
	probe, err := os.CreateTemp(dir, ".ecsgpu-")
	if err != nil {
		return false
	}
	probe.Close()
	return os.Remove(probe.Name()) == nil
}
