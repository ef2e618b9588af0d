// Package ownership tells whose programs and directories those are that were
// found and not named: whoever could have put a program there, or could replace
// it, would have it run as the caller.
package ownership

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Check returns nil if nobody but the caller and root could have put the file
// or directory at an absolute path, or could replace it: it, every directory
// above it and every symbolic link on the way belong to one of the two, and none
// is writable by its group or by everyone. Directories with the sticky bit, such
// as /tmp, may be: everyone can add entries there, and nobody can replace those
// of others. Otherwise the error names the entry.
//
// On Windows it returns nil: owners and permissions are not looked at.
func Check(path string) error {
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
