package cloudassembly

import "golang.org/x/sys/unix"

// exchange swaps two names, which APFS can (rename(2) of macOS).
func exchange(a, b string) error {
	return renameError(a, b, unix.RenamexNp(a, b, unix.RENAME_SWAP))
}

func renameNew(from, to string) error {
	return renameError(from, to, unix.RenamexNp(from, to, unix.RENAME_EXCL))
}

// isMount reports false: the renaming fails on a mount.
func isMount(string) bool { return false }
