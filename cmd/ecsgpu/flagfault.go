package main

import (
	"errors"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
)

// kinds are the types of flags that do not take every text, in words.
var kinds = map[string]string{
	"int":      "a whole number",
	"uint64":   "a whole number from 0",
	"float64":  "a number",
	"bool":     "true or false",
	"duration": "a duration such as 90s or 1h30m",
}

// flagFault says what is wrong with a flag in the words of its user, and not in
// those of the parser.
func flagFault(cmd *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) || kinds[invalid.GetFlag().Value.Type()] == "" {
		return cli.InputError("%s; see `%s --help`", err, cmd.CommandPath())
	}
	kind := kinds[invalid.GetFlag().Value.Type()]
	if errors.Is(err, strconv.ErrRange) {
		kind += " of less than 19 digits"
	}
	return cli.InputError("--%s must be %s, got %q", invalid.GetFlag().Name, kind, invalid.GetValue())
}
