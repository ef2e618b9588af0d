package cloudassembly

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// place renames where nothing has the new name. Where the system cannot refuse
// to rename over something, a directory that appears between the look and the
// renaming is replaced if it is empty, and refused if it is not.
func place(from, to string) error {
	err := renameNew(from, to)
	if !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = fs.ErrExist
		}
		return err
	}
	return os.Rename(from, to)
}

// renameError returns the error of a renaming that the system or the file
// system may not know: file systems answer EINVAL to what they do not know.
func renameError(from, to string, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return errors.ErrUnsupported
	}
	return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
}
