//go:build unix

package process

import (
	"os"
	"syscall"
)

// killGroup kills a program that leads a process group, and all of the group.
func killGroup(leader *os.Process) error { return syscall.Kill(-leader.Pid, syscall.SIGKILL) }
