package main
import "github.com/spf13/cobra"
func newTaskdef(s streams) *cobra.Command { return &cobra.Command{Use:"taskdef"} }
