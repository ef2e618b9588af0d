// Package quiet keeps jsii from unpacking its runtime before main begins.
//
// Every package of CDK registers its types in an init function, and the first
// one makes jsii prepare a kernel: it writes two megabytes to a temporary
// directory, which nobody removes in a run that needs no CDK, and it panics,
// with a stack trace, where there is no temporary directory to write to. jsii
// leaves both out if JSII_RUNTIME names another runtime.
//
// Go initializes packages in the order of their import paths as soon as their
// imports are initialized (since Go 1.21). This package imports os, strconv and
// syscall, and jsii needs os/exec, which comes after this package's path, so
// this package is always first. It therefore also settles what has to be settled
// before anything of jsii runs: too few files, and a process that is to become
// the kernel.
package quiet

import "os"

const (
	variable    = "JSII_RUNTIME"
	placeholder = "false # set by ecsgpu"
)

func init() {
	becomeKernel()
	silenceQuit()
	requireFiles()
	if os.Getenv(variable) == "" {
		os.Setenv(variable, placeholder)
	}
}

// Lift lets jsii prepare its own kernel from now on. A runtime that the user
// chose stays.
func Lift() {
	if os.Getenv(variable) == placeholder {
		os.Unsetenv(variable)
	}
}
