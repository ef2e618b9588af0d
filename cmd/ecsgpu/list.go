package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsgpu/cdk/stacks"
)

type listOptions struct {
	streams
	long bool
}

func newList(s streams) *cobra.Command {
	opts := &listOptions{streams: s}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the stacks, one to a line",
		Example: `  ecsgpu list
  ecsgpu list --long`,
		Args: arguments(),
		RunE: func(*cobra.Command, []string) error { return runList(opts) },
	}
	cmd.Flags().BoolVarP(&opts.long, "long", "l", false, "say what each stack is")
	return cmd
}

func runList(opts *listOptions) error {
	width := 0
	for _, name := range stacks.Names() {
		width = max(width, len(name))
	}
	var text strings.Builder
	for _, entry := range stacks.All() {
		if opts.long {
			fmt.Fprintf(&text, "%-*s  %s\n", width, entry.Name, entry.Summary)
		} else {
			fmt.Fprintln(&text, entry.Name)
		}
	}
	return opts.print(text.String())
}
