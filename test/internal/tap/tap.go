// Package tap counts the calls that cross from Go to JavaScript. They are most
// of the time that a construct takes, and unlike seconds they are the same on
// every machine.
//
// The runtime of jsii starts the program that JSII_NODE names and writes a line
// of JSON to it for each call. Install makes that program the test binary
// itself, which in that role passes everything on to the real Node.js and notes
// what it sees.
package tap

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
)

const (
	realNode = "TAP_NODE" // where the real Node.js is
	logFile  = "TAP_LOG"  // where calls are noted, one byte each
)

// Counts are the calls by kind.
type Counts struct {
	Create int `json:"create"` // of an object
	Invoke int `json:"invoke"` // of a method, of an object or a class
	Get    int `json:"get"`    // of a property
	Set    int `json:"set"`    // of a property
	Other  int `json:"other"`  // loading modules, callbacks and the like
}

// Total is the number of all calls.
func (c Counts) Total() int { return c.Create + c.Invoke + c.Get + c.Set + c.Other }

// Minus is what came on top of earlier counts.
func (c Counts) Minus(earlier Counts) Counts {
	return Counts{
		Create: c.Create - earlier.Create, Invoke: c.Invoke - earlier.Invoke, Get: c.Get - earlier.Get,
		Set: c.Set - earlier.Set, Other: c.Other - earlier.Other,
	}
}

// Install is called first in TestMain or main. In the role of Node.js it does
// not return. Otherwise the kernel that starts next is tapped, and the calls can
// be read with Read as long as it runs.
func Install(node string) error {
	if os.Getenv(realNode) != "" {
		os.Exit(serve())
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	log, err := os.CreateTemp("", "ecsgpu-calls-*")
	if err != nil {
		return err
	}
	defer log.Close()
	return errors.Join(os.Setenv(realNode, node), os.Setenv(logFile, log.Name()), os.Setenv("JSII_NODE", self))
}

// Read returns the calls so far.
func Read() (Counts, error) {
	log, err := os.ReadFile(os.Getenv(logFile))
	if err != nil {
		return Counts{}, err
	}
	var counts Counts
	for _, kind := range log {
		switch kind {
		case 'c':
			counts.Create++
		case 'i':
			counts.Invoke++
		case 'g':
			counts.Get++
		case 's':
			counts.Set++
		default:
			counts.Other++
		}
	}
	return counts, nil
}

// kinds are the requests of jsii's protocol (@jsii/kernel, api.ts), by their
// "api".
var kinds = map[string]byte{
	"create": 'c', "invoke": 'i', "sinvoke": 'i', "get": 'g', "sget": 'g', "set": 's', "sset": 's',
}

// serve is the role of Node.js.
func serve() int {
	if err := pass(); err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return exit.ExitCode()
		}
		fmt.Fprintln(os.Stderr, "tap:", err)
		return 1
	}
	return 0
}

func pass() error {
	log, err := os.OpenFile(os.Getenv(logFile), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	defer os.Remove(log.Name())
	defer log.Close()
	node := exec.Command(os.Getenv(realNode), os.Args[1:]...)
	node.Stdout, node.Stderr = os.Stdout, os.Stderr
	requests, err := node.StdinPipe()
	if err != nil {
		return err
	}
	if err := node.Start(); err != nil {
		return err
	}
	if err := note(os.Stdin, requests, log); err != nil {
		return err
	}
	return errors.Join(requests.Close(), node.Wait())
}

// note passes requests on and writes a byte for each of them.
func note(from io.Reader, to, log io.Writer) error {
	reader := bufio.NewReader(from)
	for {
		line, err := reader.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		var request struct {
			API string `json:"api"`
		}
		if err := json.Unmarshal(line, &request); err != nil {
			return err
		}
		kind, known := kinds[request.API]
		if !known {
			kind = 'o'
		}
		// Noted before it is passed on: whoever has the answer reads the note.
		if _, err := log.Write([]byte{kind}); err != nil {
			return err
		}
		if _, err := to.Write(line); err != nil {
			return err
		}
	}
}
