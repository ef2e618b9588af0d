//go:build unix

package cloudassembly

import (
	"errors"
	"io"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// lock takes the file's lock by flock(2), which ends with the process.
func lock(path string) (io.Closer, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, err
	}
	err = unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if err == nil {
		return held(file, path)
	}
	file.Close()
	switch {
	case errors.Is(err, unix.EWOULDBLOCK):
		return nil, errLocked
	case errors.Is(err, unix.ENOLCK) || errors.Is(err, unix.EINVAL) || errors.Is(err, errors.ErrUnsupported):
		return nil, errors.ErrUnsupported
	}
	return nil, &os.PathError{Op: "flock", Path: path, Err: err}
}

// held makes sure that the locked file is still the one that has the name.
func held(file *os.File, path string) (io.Closer, error) {
	mine, err := file.Stat()
	if err == nil {
		var named os.FileInfo
		if named, err = os.Lstat(path); err == nil && os.SameFile(mine, named) {
			return file, nil
		}
	}
	file.Close()
	if err == nil || os.IsNotExist(err) {
		return nil, errLocked // who held it has removed it
	}
	return nil, err
}
