package process

import (
	"os/exec"
	"syscall"
)

// endTogether has the program and its children form a process group that is
// killed as one, and the program die with this process, even by SIGKILL.
func endTogether(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	command.Cancel = func() error { return killGroup(command.Process) }
}
