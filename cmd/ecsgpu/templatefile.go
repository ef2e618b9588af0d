package main

import (
	"errors"
	"io"
	"os"

	"github.com/ecsgpu/cdk/cmd/internal/fault"
	"github.com/ecsgpu/cdk/constructs/template"
)

// readTemplate is the text of the template in a file; - is standard input. It
// reads one byte more than is allowed, which is enough to refuse it: a device
// or a disk image must not fill the memory.
func readTemplate(file string) ([]byte, error) {
	in := os.Stdin
	if file != "-" {
		opened, err := os.Open(file)
		if err != nil {
			return nil, fault.Input("cannot read the template: %w", err)
		}
		defer opened.Close()
		if info, err := opened.Stat(); err == nil && info.IsDir() {
			return nil, fault.Input("cannot read the template: %s is a directory; name the files in it", file)
		}
		in = opened
	}
	data, err := io.ReadAll(io.LimitReader(in, template.MaxBytes+1))
	var path *os.PathError
	switch {
	case err == nil:
		return data, nil
	case errors.As(err, &path): // its own path says nothing more
		err = path.Err
	}
	return nil, fault.Input("cannot read %s: %w", nameOf(file), err)
}

// nameOf is how messages and findings call a file.
func nameOf(file string) string {
	if file == "-" {
		return "stdin"
	}
	return file
}
