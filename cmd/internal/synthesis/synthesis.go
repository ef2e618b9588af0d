// Package synthesis runs CDK for the command: it finds Node.js, starts and ends
// the kernel, turns panics into errors, and writes a cloud assembly whole or not
// at all.
package synthesis

import (
	"context"
	"io"
	"maps"
	"os"
	"path/filepath"

	"github.com/aws/aws-cdk-go/awscdk/v2"

	"github.com/ecsgpu/cdk/cmd/internal/cloudassembly"
	"github.com/ecsgpu/cdk/cmd/internal/workstation"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/stacks"
)

// defaultContext turns the findings of CDK's validator into errors, as cdk.json
// does for the CDK CLI, and has an exception carry them.
var defaultContext = map[string]any{
	"@aws-cdk/core:validateAgainstDefaultRules": true,
	"@aws-cdk/core:appMode":                     "inmemory",
}

// Options are what one synthesis needs.
type Options struct {
	Stacks     []stacks.Entry
	Parameters map[string]string // new defaults of parameters
	Context    map[string]string // settings that stacks read at synthesis
	Validation Validation
	Stderr     io.Writer // what CDK prints
}

// Run synthesizes stacks into an empty directory and reads what CDK wrote. What
// surrounds a run of the CDK CLI (its output directory, its context) has no
// influence. Whatever read prints may stand among what CDK has to say, so let
// it print nothing.
func Run(ctx context.Context, node workstation.Node, outdir string, options Options, read func(cloudassembly.Assembly) error) error {
	validation := options.Validation.effective()
	caches := openCaches(options.Stderr)
	environment := map[string]string{
		"CDK_OUTDIR": "", "CDK_CONTEXT_JSON": "", "CONTEXT_OVERFLOW_LOCATION_ENV": "",
		"CDK_VALIDATION": "", "CDK_DEBUG": "",
	}
	if validation != ValidateAlways {
		environment["CDK_VALIDATION"] = "false"
	}
	maps.Copy(environment, caches.environment)
	synthesizeAll := func(temporary string, step func()) error {
		if outdir == "" {
			outdir = filepath.Join(temporary, "assembly")
		}
		app := stacks.NewApp(outdir, options.context())
		if validation == ValidateAuto {
			awscdk.Validations_Of(app).AddPlugins(&cachingValidator{cacheDir: caches.passed})
		}
		return synthesize(app, options.Stacks, options.Parameters, step)
	}
	return inKernel(ctx, node, environment, options.Stderr, synthesizeAll, func(string) error {
		removeReport(outdir)
		assembly, err := cloudassembly.Read(outdir)
		if err != nil {
			return err
		}
		return read(assembly)
	})
}

// context returns the default context with the settings of this run.
func (o Options) context() map[string]any {
	merged := maps.Clone(defaultContext)
	for name, value := range o.Context {
		merged[name] = value
	}
	return merged
}

func synthesize(app awscdk.App, entries []stacks.Entry, parameters map[string]string, step func()) error {
	var created []awscdk.Stack
	for _, entry := range entries {
		created = append(created, entry.New(app))
		step()
	}
	if err := assign(created, parameters); err != nil {
		return err
	}
	app.Synth(nil)
	return nil
}

// removeReport removes the validator's report, which is there or not depending
// on whether the validator had to run.
func removeReport(outdir string) { os.Remove(filepath.Join(outdir, "validation-report.json")) }

// RunTemporary runs Run in the kernel's temporary directory, which is gone
// afterwards, also if the command is killed.
func RunTemporary(ctx context.Context, node workstation.Node, options Options, read func(cloudassembly.Assembly) error) error {
	return Run(ctx, node, "", options, read)
}

// RunApp synthesizes all stacks as the CDK CLI requests it, through CDK_OUTDIR
// and CDK_CONTEXT_JSON.
func RunApp(ctx context.Context, node workstation.Node, outdir string, stderr io.Writer) error {
	defaults := map[string]any{"@aws-cdk/core:validateAgainstDefaultRules": true}
	return inKernel(ctx, node, openCaches(stderr).environment, stderr, func(_ string, step func()) error {
		app := stacks.NewApp(outdir, defaults)
		ecsgpu.AddChecks(app)
		return synthesize(app, stacks.All(), nil, step)
	}, nothing)
}

func nothing(string) error { return nil }
