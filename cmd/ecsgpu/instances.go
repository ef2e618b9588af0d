package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/cmd/internal/render"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

type instancesOptions struct {
	streams
	selectionFlags
	format string
	limit  int
	guide  bool
}

func newInstances(s streams) *cobra.Command {
	opts := &instancesOptions{streams: s}
	cmd := &cobra.Command{
		Use:   "instances",
		Short: "Select EC2 instance types by what a task needs, cheapest first",
		Long: `Select EC2 instance types by what a task needs, cheapest first.

The answer comes from a catalogue inside the program: no network, no account.
Prices are estimates, on demand for Linux in ` + hardware.PriceRegion + ` on ` + hardware.PriceDate + `. GPU memory is in
GB, as the cards are sold, unless a unit (MiB, GiB) follows the number.

--guide prints the table of the Amazon ECS developer guide ("Working with GPUs
on Amazon ECS", August 2020), and which of its types can still be had.`,
		Example: `  ecsgpu instances --gpus 8 --nvlink
  ecsgpu instances --gpu-memory 24 --generation ada,blackwell
  ecsgpu instances --total-gpu-memory 140 --region us-east-2
  ecsgpu instances --kind neuron
  ecsgpu instances --family 'p3*' --retired
  ecsgpu instances --guide
  ecsgpu instances --gpus 1 --format json | jq -r '.[0].instanceType'`,
		Args: arguments(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if opts.guide {
				return runGuide(cmd, opts)
			}
			return runInstances(opts)
		},
	}
	opts.register(cmd)
	cmd.Flags().IntVar(&opts.limit, "limit", 0, "show at most this many; 0 shows all")
	cmd.Flags().BoolVar(&opts.guide, "guide", false, "print the table of the Amazon ECS developer guide of August 2020")
	registerFormat(cmd, &opts.format, instancesFormats)
	return cmd
}

var instancesFormats = []string{"table", "json"}

func runInstances(opts *instancesOptions) error {
	if err := checkFormat(&opts.format, instancesFormats); err != nil {
		return err
	}
	if opts.limit < 0 {
		return cli.InputError("--limit must be 0 (all) or more, got %d", opts.limit)
	}
	selection, err := opts.selection()
	if err != nil {
		return err
	}
	found := hardware.Select(selection)
	if len(found) == 0 {
		opts.explainNothing(selection)
	}
	if opts.limit > 0 && len(found) > opts.limit {
		found = found[:opts.limit]
	}
	if opts.format == "json" {
		return opts.printInstancesJSON(found)
	}
	if len(found) == 0 {
		return nil
	}
	return opts.Print(render.Instances(found))
}

func runGuide(cmd *cobra.Command, opts *instancesOptions) error {
	if err := checkFormat(&opts.format, instancesFormats); err != nil {
		return err
	}
	types, err := fromGuide(cmd)
	if err != nil {
		return err
	}
	if opts.format == "json" {
		return opts.printInstancesJSON(types)
	}
	return opts.Print(render.Guide(types))
}

// explainNothing says what to change when nothing was found.
func (opts *instancesOptions) explainNothing(s hardware.Selection) {
	s.IncludeRetired = true
	if retired := hardware.Select(s); len(retired) > 0 && !opts.retired {
		names := make([]string, 0, len(retired))
		for _, t := range retired {
			names = append(names, t.Name)
		}
		opts.Note("no instance type on offer meets this; of the retired ones, %s would (--retired)", strings.Join(names, ", "))
		return
	}
	opts.Note("no instance type meets all of this; drop or lower a flag")
}

func (opts *instancesOptions) printInstancesJSON(found []hardware.InstanceType) error {
	if found == nil {
		found = []hardware.InstanceType{} // prints [] and not null
	}
	return opts.PrintJSON(found)
}
