package quiet

import (
	"os"
	"strconv"
	"syscall"
)

// kernelVariable holds the program that this process is to become.
const kernelVariable = "ECSGPU_KERNEL"

// self is this program, also after its file was replaced.
const self = "/proc/self/exe"

// Bound returns the program to start in the place of another, and a variable for
// its environment, so that the other one dies with this process, even by
// SIGKILL. jsii starts the kernel without that, and a kernel that hangs or is
// busy would live on.
func Bound(program string) (start, variable, value string) {
	if _, err := os.Stat(self); err != nil {
		return program, kernelVariable, ""
	}
	return self, kernelVariable, strconv.Itoa(os.Getpid()) + " " + program
}

// becomeKernel turns a process that was started by Bound into its program, before
// anything else of this one is initialized.
func becomeKernel() {
	value := os.Getenv(kernelVariable)
	if value == "" {
		return
	}
	os.Unsetenv(kernelVariable)
	parent, program := cut(value)
	// The third and later arguments of prctl are not read here. The setting
	// stays through exec (prctl(2), PR_SET_PDEATHSIG).
	syscall.RawSyscall(syscall.SYS_PRCTL, syscall.PR_SET_PDEATHSIG, uintptr(syscall.SIGKILL), 0)
	if strconv.Itoa(os.Getppid()) != parent {
		os.Exit(1) // it has died before
	}
	os.Setenv("JSII_NODE", program)
	err := syscall.Exec(program, append([]string{program}, os.Args[1:]...), os.Environ())
	os.Stderr.WriteString(strconv.Quote(program) + ": " + err.Error() + "\n")
	os.Exit(1)
}

// cut splits at the first space.
func cut(text string) (before, after string) {
	for i := range len(text) {
		if text[i] == ' ' {
			return text[:i], text[i+1:]
		}
	}
	return text, ""
}
