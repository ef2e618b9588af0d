package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/cmd/internal/process"
	"github.com/ecsgpu/cdk/cmd/internal/render"
	"github.com/ecsgpu/cdk/constructs/placement"
	"github.com/ecsgpu/cdk/constructs/sizing"
	"github.com/ecsgpu/cdk/constructs/sizing/simulate"
	"github.com/ecsgpu/cdk/constructs/sizing/simulate/chart"
	"github.com/ecsgpu/cdk/internal/wholefile"
)

type simulateOptions struct {
	subject
	tasks     string
	arrivals  []string
	durations []string
	hours     time.Duration
	count     int
	seed      uint64
	pools     []string
	strategy  string
	boot      time.Duration
	pull      time.Duration
	format    string
	chart     string
}

func newSimulate(s streams) *cobra.Command {
	opts := &simulateOptions{subject: subject{streams: s}}
	cmd := &cobra.Command{
		Use:   "simulate STACK|FILE",
		Short: "Run a stream of tasks through a cluster, to choose its type, size and scaling",
		Long: `Run a stream of tasks through a cluster before paying for it: how long tasks
wait, how well the GPUs are used, what it costs.

` + subjectUsage + `

The tasks come from a CSV file with rows of time,family,duration (--tasks), or
are generated: --arrivals says how many of a family come in an hour on average,
at random, and --duration how long they run. The same seed gives the same tasks.
--pool changes a pool: its instance type, its sizes, its target capacity.`,
		Example: `  ecsgpu simulate tensorflow-test --arrivals tensorflow-1-gpu=3 --duration 30m
  ecsgpu simulate tensorflow-test --arrivals tensorflow-1-gpu=12 --duration lognormal:40m \
    --pool Gpu:type=g6.12xlarge,min=0,desired=0,max=8,target=100 --chart day.svg
  ecsgpu simulate template.yaml --tasks last-week.csv --format json`,
		Args:              arguments("STACK|FILE"),
		ValidArgsFunction: completeSubject,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.argument = args[0]
			return runSimulate(cmd.Context(), opts)
		},
	}
	opts.subject.register(cmd)
	opts.registerFlags(cmd)
	return cmd
}

func (opts *simulateOptions) registerFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&opts.tasks, "tasks", "", "read the tasks from this CSV file: time,family,duration; - is standard input")
	flags.StringArrayVarP(&opts.arrivals, "arrivals", "a", nil, "tasks in an hour on average, as FAMILY=NUMBER (repeatable)")
	flags.StringArrayVarP(&opts.durations, "duration", "d", nil, "how long tasks run: 30m, exponential:30m or lognormal:30m:0.8; for one family as FAMILY=… (repeatable)")
	flags.DurationVar(&opts.hours, "for", 24*time.Hour, "how long tasks arrive")
	flags.IntVar(&opts.count, "count", 0, "stop after so many tasks; 0 for no limit")
	flags.Uint64Var(&opts.seed, "seed", 1, "choose other random numbers")
	flags.StringArrayVar(&opts.pools, "pool", nil, "change a pool, as NAME:type=…,min=…,desired=…,max=…,target=…,warmup=…,min-step=…,max-step=…,scaling=on|off (repeatable)")
	flags.StringVar(&opts.strategy, "strategy", string(placement.BinpackMemory), "placement strategy: binpack-memory, binpack-cpu, spread-instances or spread-zones")
	flags.DurationVar(&opts.boot, "boot", simulate.DefaultBoot, "time from the launch of an instance to its registration")
	flags.DurationVar(&opts.pull, "pull", simulate.DefaultPull, "time to pull an image to an instance that does not have it")
	flags.StringVar(&opts.chart, "chart", "", "write a chart over time to this SVG file")
	registerFormat(cmd, &opts.format, textOrJSON)
	completeWith(cmd, "strategy", "binpack-memory", "binpack-cpu", "spread-instances", "spread-zones")
}

func runSimulate(ctx context.Context, opts *simulateOptions) error {
	if err := checkFormat(&opts.format, textOrJSON); err != nil {
		return err
	}
	inv, err := opts.read(ctx)
	if err != nil {
		return err
	}
	view := placement.NewView(inv)
	all, _ := sizing.Here(view)
	tasks, left := sizing.Within(all, len(view.Pools), "task definitions")
	if left != "" {
		opts.Hint("%s", left)
	}
	for _, text := range opts.pools {
		if err := changePool(view.Pools, text); err != nil {
			return err
		}
	}
	config, err := opts.config(view, tasks)
	if err != nil {
		return err
	}
	arrivals, err := opts.stream(config)
	if err != nil {
		return err
	}
	result, err := simulate.Run(ctx, config, arrivals)
	if err != nil {
		return err
	}
	if err := opts.writeChart(ctx, result); err != nil {
		return err
	}
	return opts.printResult(result)
}

// config returns the cluster to simulate. Kinds that fit no pool keep their
// tasks waiting, and the result shows it.
func (opts *simulateOptions) config(view *placement.View, tasks []*placement.Task) (simulate.Config, error) {
	config := simulate.Config{Boot: &opts.boot, Pull: &opts.pull}
	strategy, err := placement.ParseStrategy(opts.strategy)
	if err != nil {
		return config, cli.InputError("--strategy: %v", err)
	}
	var problems []error
	for _, p := range view.Pools {
		pool, ok := simulate.PoolOf(p, tasks)
		if !ok {
			problems = append(problems, fmt.Errorf("the type or the size of the pool %s is known only at deployment; give it by --parameter or --pool", p.Title))
			continue
		}
		config.Pools = append(config.Pools, pool)
	}
	for _, t := range tasks {
		kind := sizing.ByHand(view, t)
		kind.Strategy = strategy
		config.Kinds = append(config.Kinds, kind)
	}
	if len(view.Pools) == 0 {
		problems = append(problems, errors.New("there are no container instances to simulate"))
	}
	if len(problems) == 0 {
		problems = append(problems, config.Validate())
	}
	if err := errors.Join(problems...); err != nil {
		return config, cli.InputError("%s", simulateFields.Replace(cli.OneLine(err)))
	}
	return config, nil
}

// simulateFields maps the fields of package simulate, which its errors name, to
// the flags, and to the settings of --pool.
var simulateFields = strings.NewReplacer(
	"Boot must", "--boot must", "Pull must", "--pull must",
	"For must", "--for must", "Count must", "--count must", "For and Count must", "--for and --count must",
	"lower PerHour or For, or set Count", "lower --arrivals or --for, or set --count",
	"Start must be at least Min", "desired must be at least min", "Max must be at least Start", "max must be at least desired",
	"Max must", "max must", "TargetCapacityPercent", "target", "InstanceWarmupSeconds", "warmup",
	"MinimumStep at most MaximumStep", "min-step at most max-step",
)

// stream returns the tasks, read or generated.
func (opts *simulateOptions) stream(config simulate.Config) (iter.Seq[simulate.Arrival], error) {
	if len(config.Kinds) == 0 {
		return nil, cli.InputError("there are no task definitions for container instances, so there is nothing to simulate")
	}
	families := make([]string, len(config.Kinds))
	for i, k := range config.Kinds {
		families[i] = k.Demand.Family
	}
	if opts.tasks == "" {
		return opts.generate(families)
	}
	if len(opts.arrivals)+len(opts.durations) > 0 {
		return nil, cli.InputError("--tasks and --arrivals or --duration must not both be given: the file says when tasks come and how long they run")
	}
	file := os.Stdin
	if opts.tasks != "-" {
		opened, err := os.Open(opts.tasks)
		if err != nil {
			return nil, cli.InputError("cannot read the tasks: %v", err)
		}
		defer opened.Close()
		file = opened
	}
	arrivals, err := simulate.ReadCSV(file, families)
	if err != nil {
		return nil, cli.InputError("%s: %s", opts.tasks, cli.OneLine(err))
	}
	if len(arrivals) == 0 {
		return nil, cli.InputError("%s has no tasks; a row is time,family,duration, such as 1h30m,FAMILY,45m", opts.tasks)
	}
	return slices.Values(arrivals), nil
}

func (opts *simulateOptions) generate(families []string) (iter.Seq[simulate.Arrival], error) {
	durations, err := parseDurations(opts.durations, families)
	if err != nil {
		return nil, err
	}
	g := simulate.Generator{For: opts.hours, Count: opts.count, Seed: opts.seed}
	var problems []error
	for _, text := range opts.arrivals {
		family, number, ok := strings.Cut(text, "=")
		perHour, err := strconv.ParseFloat(number, 64)
		kind := slices.Index(families, family)
		switch {
		case !ok || err != nil:
			problems = append(problems, cli.InputError("--arrivals must be FAMILY=NUMBER, tasks in an hour, got %q", text))
		case kind < 0:
			problems = append(problems, unknownFamily("--arrivals", family, families))
		case !(perHour > 0 && perHour <= simulate.MaxPerHour):
			problems = append(problems, cli.InputError("--arrivals of %s must be above 0 and at most %d an hour, got %s", family, int(simulate.MaxPerHour), number))
		default:
			g.Streams = append(g.Streams, simulate.Stream{Kind: kind, PerHour: perHour, Duration: durations[kind]})
		}
	}
	if len(opts.arrivals) == 0 {
		problems = append(problems, cli.InputError("no tasks: give --tasks FILE or --arrivals FAMILY=NUMBER; families: %s", strings.Join(families, ", ")))
	}
	if len(problems) == 0 {
		if err := g.Validate(); err != nil {
			problems = append(problems, errors.New(simulateFields.Replace(cli.OneLine(err))))
		}
	}
	return g.Arrivals(), cli.Join(problems...)
}

// defaultDuration is how long tasks run unless --duration says otherwise.
var defaultDuration = simulate.DurationModel{Distribution: simulate.Exponential, Mean: 30 * time.Minute}

// parseDurations returns the durations by kind.
func parseDurations(texts, families []string) ([]simulate.DurationModel, error) {
	models := slices.Repeat([]simulate.DurationModel{defaultDuration}, len(families))
	var problems []error
	for _, general := range []bool{true, false} { // those for one family have the last word
		for _, text := range texts {
			family, rest, ok := strings.Cut(text, "=")
			if ok == general {
				continue
			}
			if !ok {
				rest = text
			}
			model, err := simulate.ParseDurationModel(rest)
			kind := slices.Index(families, family)
			switch {
			case err != nil:
				problems = append(problems, cli.InputError("--duration: %v", err))
			case general:
				models = slices.Repeat([]simulate.DurationModel{model}, len(families))
			case kind < 0:
				problems = append(problems, unknownFamily("--duration", family, families))
			default:
				models[kind] = model
			}
		}
	}
	return models, cli.Join(problems...)
}

func unknownFamily(flag, family string, families []string) error {
	return cli.InputError("%s: there is no task family %q%s; families: %s", flag, family, cli.Suggestion(family, families), strings.Join(families, ", "))
}

// writeChart comes before the text, which a failure then keeps back.
func (opts *simulateOptions) writeChart(ctx context.Context, result *simulate.Result) error {
	if opts.chart == "" {
		return nil
	}
	picture, err := chart.SVG(result.Series)
	if err != nil {
		return err
	}
	done, err := process.Begin(ctx) // a signal waits until the picture is whole
	if err != nil {
		return err
	}
	defer done()
	err = wholefile.Write(opts.chart, picture)
	var failure *fs.PathError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &failure) && failure.Op == "open":
		return cli.InputError("cannot write the chart: %v", err)
	}
	return fmt.Errorf("cannot write the chart: %w", err)
}

func (opts *simulateOptions) printResult(result *simulate.Result) error {
	if opts.format == "text" {
		return opts.Print(render.Simulation(result))
	}
	return opts.PrintJSON(result)
}
