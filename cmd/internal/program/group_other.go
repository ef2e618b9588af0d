//go:build !unix

package program

import (
	"os"
	"os/exec"
)

// endTogether does nothing: there are no process groups here, and the program
// alone is killed.
func endTogether(*exec.Cmd) {}

func killGroup(leader *os.Process) error { return leader.Kill() }
