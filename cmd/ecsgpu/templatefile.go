package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// readTemplate returns the text of the template in a file; - is standard input.
// It reads one byte more than is allowed, which is enough to refuse it: a
// device or a disk image must not fill the memory.
func readTemplate(file string, noLimits bool) ([]byte, error) {
	in := os.Stdin
	if file != "-" {
		opened, err := os.Open(file)
		if err != nil {
			return nil, cli.InputError("cannot read the template: %w", err)
		}
		defer opened.Close()
		if info, err := opened.Stat(); err == nil && info.IsDir() {
			return nil, cli.InputError("cannot read the template: %s is a directory; name the files in it", file)
		}
		in = opened
	}
	most := int64(cloudformation.MaxBytes)
	if noLimits {
		most = cloudformation.MaxBytesNoLimits
	}
	data, err := io.ReadAll(io.LimitReader(in, most+1))
	var path *os.PathError
	switch {
	case err == nil:
		return data, nil
	case errors.As(err, &path): // its own path says nothing more
		err = path.Err
	}
	return nil, cli.InputError("cannot read %s: %w", nameOf(file), err)
}

// registerNoLimits adds the flag of every command that reads a template.
func registerNoLimits(cmd *cobra.Command, noLimits *bool) {
	cmd.Flags().BoolVar(noLimits, "no-limits", false, "read a template that exceeds CloudFormation's quotas, such as 500 resources")
}

// parseTemplate reads a template, and says how to read one that is too large.
func parseTemplate(name string, data []byte, noLimits bool) (*cloudformation.Template, error) {
	if noLimits {
		return cloudformation.Parse(name, data, cloudformation.NoLimits)
	}
	t, err := cloudformation.Parse(name, data)
	if errors.Is(err, cloudformation.ErrTooLarge) {
		return nil, fmt.Errorf("%w; --no-limits reads larger ones", err)
	}
	return t, err
}

// nameOf returns how messages and findings call a file.
func nameOf(file string) string {
	if file == "-" {
		return "stdin"
	}
	return file
}
