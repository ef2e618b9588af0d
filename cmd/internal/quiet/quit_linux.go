//go:build linux && (amd64 || arm64)

package quiet

import (
	"syscall"
	"unsafe"
)

// action is the kernel's sigaction on these two architectures.
type action struct {
	handler  uintptr
	flags    uint64
	restorer uintptr
	mask     uint64
}

var goQuit action

// silenceQuit lets SIGQUIT end the process as it does others. Go's own handler
// prints all stacks, and os/signal cannot be had before jsii is initialized.
func silenceQuit() { setQuit(&action{}, &goQuit) }

// TakeQuit puts Go's handler back, once signal.Notify was called for SIGQUIT.
func TakeQuit() { setQuit(&goQuit, nil) }

func setQuit(action, old *action) {
	syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(syscall.SIGQUIT),
		uintptr(unsafe.Pointer(action)), uintptr(unsafe.Pointer(old)), unsafe.Sizeof(action.mask), 0, 0)
}
