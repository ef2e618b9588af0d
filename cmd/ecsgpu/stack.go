package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/stacks"
)

// findStack looks a stack up by the name that the user typed.
func findStack(name string) (stacks.Entry, error) {
	entry, ok := stacks.Find(name)
	if !ok {
		names := stacks.Names()
		return stacks.Entry{}, cli.InputError("there is no stack %q%s; stacks: %s", name, cli.Suggestion(name, names), strings.Join(names, ", "))
	}
	return entry, nil
}

// completeStack completes the name of a stack in the shell.
func completeStack(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var completions []string
	for _, entry := range stacks.All() {
		completions = append(completions, entry.Name+"\t"+entry.Summary)
	}
	return completions, cobra.ShellCompDirectiveNoFileComp
}
