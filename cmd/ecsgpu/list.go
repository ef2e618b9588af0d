package main

import (
	"github.com/spf13/cobra"

	"github.com/ecsgpu/cdk/cmd/internal/output"
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
	var list output.Lines
	for _, entry := range stacks.All() {
		if opts.long {
			list.Add("%-*s  %s", width, entry.Name, entry.Summary)
		} else {
			list.Add("%s", entry.Name)
		}
	}
	return opts.Print(list.Text())
}
