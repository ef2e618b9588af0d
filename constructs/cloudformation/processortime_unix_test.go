//go:build unix

package cloudformation

import (
	"syscall"
	"time"
)

// processorTime returns what this process has used so far. Unlike the clock, it
// does not depend on what else the machine does.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
