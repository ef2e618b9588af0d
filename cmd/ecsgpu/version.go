package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsgpu/cdk/cmd/internal/output"
)

type versionOptions struct{ streams }

func newVersion(s streams) *cobra.Command {
	opts := &versionOptions{streams: s}
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version, and those of CDK and Go that it was built with",
		Example: `  ecsgpu version`,
		Args:    arguments(),
		RunE:    func(*cobra.Command, []string) error { return runVersion(opts) },
	}
}

func runVersion(opts *versionOptions) error { return opts.Print(output.Document(thisBuild())) }

// thisBuild returns the text of the version command.
func thisBuild() string {
	info, _ := debug.ReadBuildInfo()
	return describeBuild(info)
}

func describeBuild(info *debug.BuildInfo) string {
	version, cdk := "(devel)", "unknown"
	if info != nil {
		if info.Main.Version != "" {
			version = info.Main.Version
		}
		for _, dependency := range info.Deps {
			if strings.HasSuffix(dependency.Path, "/awscdk/v2") {
				cdk = dependency.Version
			}
		}
	}
	return fmt.Sprintf("ecsgpu %s\nCDK %s\nGo %s %s/%s\n", version, cdk, strings.TrimPrefix(runtime.Version(), "go"), runtime.GOOS, runtime.GOARCH)
}
