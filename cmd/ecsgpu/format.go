package main

import (
	"github.com/spf13/cobra"

	"github.com/ecsgpu/cdk/cmd/internal/choice"
)

// textOrJSON are the formats of the commands that print figures.
var textOrJSON = []string{"text", "json"}

// registerFormat adds --format; the first word is the default.
func registerFormat[T ~string](cmd *cobra.Command, format *string, words []T) {
	cmd.Flags().StringVar(format, "format", string(words[0]), choice.List(words))
	completeWith(cmd, "format", choice.Names(words)...)
}

// checkFormat is for commands that compare with the words themselves.
func checkFormat(format string, words []string) error {
	_, err := choice.Parse("--format", format, words)
	return err
}
