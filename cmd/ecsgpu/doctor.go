package main

import (
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/ecsgpu/cdk/cmd/internal/output"
	"github.com/ecsgpu/cdk/cmd/internal/workstation"
)

type doctorOptions struct{ streams }

func newDoctor(s streams) *cobra.Command {
	opts := &doctorOptions{streams: s}
	return &cobra.Command{
		Use:   "doctor",
		Short: "Say what is missing on this machine, and how to get it",
		Long: `Say what is missing on this machine, and how to get it.

Looks at programs, files and environment variables only: it makes no request to
AWS, so credentials that it finds may still be refused. The exit code is 1 if
something is missing that synthesis or deployment needs.`,
		Example: `  ecsgpu doctor`,
		Args:    arguments(),
		RunE:    func(cmd *cobra.Command, _ []string) error { return runDoctor(cmd.Context(), opts) },
	}
}

func runDoctor(ctx context.Context, opts *doctorOptions) error {
	findings := workstation.Diagnose(ctx)
	var list output.Lines
	missing := 0
	for _, finding := range findings {
		mark := "ok     "
		switch {
		case !finding.Found && finding.Needed:
			mark = "missing"
			missing++
		case !finding.Found:
			mark = "absent "
		}
		list.Add("%s  %-16s %s", mark, finding.Subject, finding.Detail)
	}
	list.Add("%s  %-16s %s/%s", "ok     ", "Platform", runtime.GOOS, runtime.GOARCH)
	if err := opts.Print(list.Text()); err != nil {
		return err
	}
	if missing > 0 {
		return fmt.Errorf("%s missing; the remedies are above", plural(missing, "thing is", "things are"))
	}
	return nil
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
