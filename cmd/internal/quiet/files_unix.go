//go:build unix

package quiet

import (
	"os"
	"syscall"
)

// needed is how many files jsii and Go's runtime open before main begins, and
// one to read.
const needed = 10

// requireFiles ends the process where too few files may be open: jsii would
// panic, whichever command it is.
func requireFiles() {
	var open [needed]int
	for i := range open {
		file, err := syscall.Open(os.DevNull, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if err == syscall.EMFILE {
			os.Stderr.WriteString("ecsgpu: too few files may be open at a time: raise the limit, for example with `ulimit -n 256`\n")
			os.Exit(2)
		}
		open[i] = file
	}
	for _, file := range open {
		syscall.Close(file)
	}
}
