//go:build !unix

package process

import (
	"os"
	"os/exec"
)

// endTogether does nothing: there are no process groups here, and the program
// alone is killed.
func endTogether(*exec.Cmd) {}

func killGroup(leader *os.Process) error { return leader.Kill() }
