package main

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/cmd/internal/cloudassembly"
	"github.com/ecsgpu/cdk/cmd/internal/process"
	"github.com/ecsgpu/cdk/cmd/internal/synthesis"
)

type appOptions struct{ streams }

func newApp(s streams) *cobra.Command {
	opts := &appOptions{streams: s}
	return &cobra.Command{
		Use:   "app",
		Short: "Run as the CDK app that cdk.json names",
		Long: `Run as the CDK app that cdk.json names: synthesize every stack into the directory
that CDK_OUTDIR names, with the context of CDK_CONTEXT_JSON, as the CDK CLI asks
its apps to. Without CDK_OUTDIR the cloud assembly is written to cdk.out.`,
		Example: `  npx cdk deploy tensorflow-test
  ecsgpu app`,
		Args: arguments(),
		RunE: func(cmd *cobra.Command, _ []string) error { return runApp(cmd.Context(), opts) },
	}
}

func runApp(ctx context.Context, opts *appOptions) error {
	node, err := findNode(ctx, opts.streams)
	if err != nil {
		return err
	}
	if outdir := os.Getenv("CDK_OUTDIR"); outdir != "" {
		// The CDK CLI made the directory and keeps its locks in it. By hand it
		// need not exist, and where it cannot be made Node.js may try indefinitely.
		if err := os.MkdirAll(outdir, 0o777); err != nil {
			return cli.InputError("CDK_OUTDIR cannot be written to: %w", err)
		}
		return synthesis.RunApp(ctx, node, "", opts.Prose())
	}
	done, err := process.Begin(ctx)
	if err != nil {
		return err
	}
	defer done()
	output, err := cloudassembly.NewDirectory("cdk.out")
	if err != nil {
		return err
	}
	defer output.Discard()
	if err := synthesis.RunApp(ctx, node, output.Dir, opts.Prose()); err != nil {
		return err
	}
	return output.Commit()
}
