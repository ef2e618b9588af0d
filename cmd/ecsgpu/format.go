package main

import (
	"github.com/spf13/cobra"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/internal/closedset"
)

// textOrJSON are the formats of the commands that print figures.
var textOrJSON = []string{"text", "json"}

// registerFormat adds --format; the first word is the default.
func registerFormat[T ~string](cmd *cobra.Command, format *string, words []T) {
	cmd.Flags().StringVar(format, "format", string(words[0]), closedset.List(words))
	completeWith(cmd, "format", closedset.Names(words)...)
}

// checkFormat makes the format one of the words, for commands that compare with them.
func checkFormat(format *string, words []string) error {
	word, err := cli.Word("--format", *format, words)
	*format = word
	return err
}
