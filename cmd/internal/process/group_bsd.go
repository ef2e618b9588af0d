//go:build unix && !linux

package process

import (
	"os/exec"
	"syscall"
)

// endTogether has the program and its children form a process group that is
// killed as one.
func endTogether(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return killGroup(command.Process) }
}
