package cloudassembly

import "golang.org/x/sys/unix"

// exchange is there on APFS (rename(2) of macOS).
func exchange(a, b string) error {
	return renameError(a, b, unix.RenamexNp(a, b, unix.RENAME_SWAP))
}

func renameNew(from, to string) error {
	return renameError(from, to, unix.RenamexNp(from, to, unix.RENAME_EXCL))
}

// isMount is told by the renaming, which fails.
func isMount(string) bool { return false }
