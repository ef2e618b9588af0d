//go:build linux || darwin

package process

import (
	"os"
	"syscall"
)

const canLock = true

// tryLock locks a file until it is closed or the process ends.
func tryLock(file *os.File) bool {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
