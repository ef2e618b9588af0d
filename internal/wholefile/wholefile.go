// Package wholefile writes a file whole or not at all.
package wholefile

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Write writes a file in one step: it has its old contents or its new ones, also
// when the disk is full or the process is killed. A new file gets the mode that
// the umask leaves of rw-rw-rw-, an old one keeps its own. A link stays, and
// what it leads to is written. A device or a pipe is written to as it is.
func Write(path string, data []byte) error {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		path = resolved
	}
	info, err := os.Lstat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return os.WriteFile(path, data, 0o666) // a directory refuses it
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	staged := filepath.Join(filepath.Dir(path), ".ecsgpu-"+rand.Text())
	file, err := os.OpenFile(staged, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return named(err, path)
	}
	if info != nil {
		err = file.Chmod(info.Mode().Perm())
	}
	if err == nil {
		_, err = file.Write(data)
	}
	err = errors.Join(err, file.Close())
	if err == nil {
		err = os.Rename(staged, path)
	}
	if err != nil {
		os.Remove(staged)
		return named(err, path)
	}
	return nil
}

// named gives an error the path that the user knows.
func named(err error, path string) error {
	var failure *fs.PathError
	if errors.As(err, &failure) {
		return &fs.PathError{Op: failure.Op, Path: path, Err: failure.Err}
	}
	return err
}
