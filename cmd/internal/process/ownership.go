package process

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Owns reports whether the user of this process owns a file.
func Owns(info fs.FileInfo) bool { return mine(info) }

// Private reports whether nobody but its owner and root may write to a file or
// directory. A group with the number of its owner counts as the owner: it is the
// user's private group, for which Fedora and others set the umask 002. Root's
// group does not: containers run other users in it.
func Private(info fs.FileInfo) bool { return writers(info) == "" }

// Inode returns the number of a file in its file system, which no other file
// there has while this one exists; 0 on Windows.
func Inode(info fs.FileInfo) uint64 { return inode(info) }

// CheckOwner is for files, programs and directories that were found and not
// named: whoever could have put a program there, or could replace it, would have
// it run as the caller.
//
// It returns nil if nobody but the caller and root could have put the file
// or directory at an absolute path, or could replace it: it, every directory
// above it and every symbolic link on the way belong to one of the two, and each
// is [Private]. Directories with the sticky bit, such as /tmp, need not be:
// everyone can add entries there, and nobody can replace those of others.
// Otherwise the error names the entry.
//
// On Windows it returns nil: owners and permissions are not looked at.
func CheckOwner(path string) error {
	if !checked {
		return nil
	}
	w := walk{links: 40} // as many as Linux follows
	return w.check(string(filepath.Separator), path)
}

// walk follows a path as the kernel does.
type walk struct{ links int }

// check goes down from dir, which has been checked and has no link in it.
func (w *walk) check(dir, path string) error {
	if filepath.IsAbs(path) {
		dir = string(filepath.Separator)
		if err := entry(dir); err != nil {
			return err
		}
	}
	name, rest, more := strings.Cut(strings.TrimLeft(path, string(filepath.Separator)), string(filepath.Separator))
	switch name {
	case "", ".":
		if !more {
			return nil
		}
		return w.check(dir, rest)
	case "..":
		return w.check(filepath.Dir(dir), rest)
	}
	next := filepath.Join(dir, name)
	if err := entry(next); err != nil {
		return err
	}
	target, err := os.Readlink(next)
	switch {
	case err != nil:
		return w.check(next, rest)
	case w.links == 0:
		return &fs.PathError{Op: "stat", Path: next, Err: errors.New("too many links")}
	}
	w.links--
	return w.check(dir, target+string(filepath.Separator)+rest)
}
