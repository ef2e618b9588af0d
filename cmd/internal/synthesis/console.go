package synthesis

import (
	"bufio"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
)

// console stands between the kernel and the user's terminal. Whatever
// JavaScript or the jsii runtime prints arrives on this process's os.Stdout and
// os.Stderr; all of it is prose, so all of it goes to the user's stderr, without
// the lines that mean nothing to a user.
type console struct {
	user   io.Writer
	stdout *os.File // the process's own, to be put back
	writer *os.File
	done   chan struct{}
	dump   crashDump
}

// openConsole redirects os.Stdout and os.Stderr until close.
func openConsole(user io.Writer) (*console, error) {
	reader, writer, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	c := &console{user: user, stdout: os.Stdout, writer: writer, done: make(chan struct{})}
	os.Stdout, os.Stderr = writer, writer
	go func() {
		defer close(c.done)
		defer reader.Close()
		c.copyProse(reader)
	}()
	return c, nil
}

// close puts os.Stdout back, once everything printed has been passed on, and
// adds to the error of a kernel that has died what it said of it.
//
// os.Stderr goes nowhere from now on: jsii may still say there, at any time,
// that it cannot find the exit status of the kernel that it has ended. The
// command itself writes to the streams it was given.
func (c *console) close(err error) error {
	os.Stdout, os.Stderr = c.stdout, nowhere()
	c.writer.Close()
	<-c.done
	var died *diedError
	switch {
	case errors.As(err, &died):
		died.reason = c.dump.reason()
	case err == nil:
		io.WriteString(c.user, c.dump.text.String()) // it looked like one and was none
	}
	return err
}

// nowhere is the null device, or without one a file that cannot be written to.
var nowhere = sync.OnceValue(func() *os.File {
	null, _ := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	return null
})

func (c *console) copyProse(from io.Reader) {
	lines := bufio.NewReader(from)
	blank := false
	for {
		line, err := lines.ReadString('\n')
		// jsii says this without an end of line, and behind whatever has none.
		text, exit, _ := strings.Cut(strings.TrimRight(line, "\r\n"), exitMessage)
		switch {
		case line != "" && c.dump.takes(text):
		case isNoise(text) || text == "" && exit != "":
		case strings.TrimSpace(text) == "":
			blank = line != ""
		default:
			if blank {
				io.WriteString(c.user, "\n")
			}
			blank = false
			io.WriteString(c.user, text+"\n")
		}
		if err != nil {
			return
		}
	}
}

// exitMessage begins what jsii says of the kernel's exit status, which it
// collects twice and so sometimes cannot find.
const exitMessage = "Runtime process exited abnormally: "

// isNoise reports whether a line says nothing that a user could act on: the path
// of a report inside a directory that is about to go.
func isNoise(line string) bool {
	return strings.HasPrefix(line, "A copy of this report can be found in:")
}
