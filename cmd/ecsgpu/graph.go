package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/ecsgpu/cdk/cmd/internal/diagram"
	"github.com/ecsgpu/cdk/cmd/internal/output"
)

type graphOptions struct {
	subject
	format string
}

func newGraph(s streams) *cobra.Command {
	opts := &graphOptions{subject: subject{streams: s}}
	cmd := &cobra.Command{
		Use:   "graph STACK|FILE",
		Short: "Draw the network, the cluster, its pools, and which tasks can run where",
		Long: `Draw the network, the cluster, its pools, and which tasks can run where, as text
for Mermaid or as an SVG.

` + subjectUsage + `

An arrow says that a task can run on a pool, and how many at once at the pool's
maximum; it is dashed where a task without GPUs would take room on a GPU pool.
A task without an arrow runs nowhere.`,
		Example: `  ecsgpu graph tensorflow-test
  ecsgpu graph tensorflow-test --parameter GPUInstanceType=p3.16xlarge --format svg > cluster.svg
  ecsgpu graph template.yaml --format svg > cluster.svg`,
		Args:              arguments("STACK|FILE"),
		ValidArgsFunction: completeSubject,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.argument = args[0]
			return runGraph(cmd.Context(), opts)
		},
	}
	opts.register(cmd)
	registerFormat(cmd, &opts.format, graphFormats)
	return cmd
}

var graphFormats = []string{"mermaid", "svg"}

func runGraph(ctx context.Context, opts *graphOptions) error {
	if err := checkFormat(&opts.format, graphFormats); err != nil {
		return err
	}
	inv, err := opts.read(ctx)
	if err != nil {
		return err
	}
	drawing := diagram.Of(inv)
	if drawing.Left != "" {
		opts.Hint("%s", drawing.Left)
	}
	if opts.format == "mermaid" {
		return opts.Print(output.Document(drawing.Mermaid()))
	}
	picture, err := drawing.SVG()
	if err != nil {
		return err
	}
	return opts.Print(output.Document(string(picture) + "\n"))
}
