package cloudassembly

import "golang.org/x/sys/unix"

// exchange swaps two names, which Linux can since 3.15 (renameat2(2)).
func exchange(a, b string) error {
	return renameError(a, b, unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE))
}

func renameNew(from, to string) error {
	return renameError(from, to, unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_NOREPLACE))
}

// isMount reports whether something is mounted at a directory, which cannot be
// renamed then. A kernel before 5.8 does not tell.
func isMount(path string) bool {
	var stat unix.Statx_t
	err := unix.Statx(unix.AT_FDCWD, path, unix.AT_SYMLINK_NOFOLLOW, 0, &stat)
	return err == nil && stat.Attributes&stat.Attributes_mask&unix.STATX_ATTR_MOUNT_ROOT != 0
}
