//go:build unix

package owner

import (
	"io/fs"
	"os"
	"syscall"
)

func mine(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

func private(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	shared := info.Mode().Perm()&0o020 != 0 && stat != nil && stat.Gid != stat.Uid
	return ok && !shared && info.Mode().Perm()&0o002 == 0
}

// Inode returns the number of a file in its file system, which no other file
// there has while this one exists.
func Inode(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return stat.Ino
	}
	return 0
}
