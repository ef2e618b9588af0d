//go:build unix

package process

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

const checked = true

// entry checks one file, directory or link.
func entry(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return fmt.Errorf("the owner of %s cannot be read", path)
	}
	mode := info.Mode()
	switch {
	case stat.Uid != 0 && !mine(info):
		return fmt.Errorf("%s belongs to user %d", path, stat.Uid)
	case mode&fs.ModeSymlink != 0, mode.IsDir() && mode&fs.ModeSticky != 0:
		return nil
	}
	if others := writers(info); others != "" {
		return fmt.Errorf("%s is writable by %s", path, others)
	}
	return nil
}

func mine(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Geteuid()
}

// writers names those beside the owner and root who may write to a file, if any.
func writers(info fs.FileInfo) string {
	stat, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !ok || info.Mode().Perm()&0o002 != 0:
		return "everyone"
	case info.Mode().Perm()&0o020 != 0 && (stat.Gid != stat.Uid || stat.Uid == 0):
		return "its group"
	}
	return ""
}

func inode(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return stat.Ino
	}
	return 0
}
