// Command bench measures how fast ecsgpu is, beside a peer in JavaScript and
// cfn-lint, and prints one table and one JSON. Run it by make bench.
//
// Every ratio is of two programs that ran side by side: each round runs every
// program once, and the medians of all rounds are compared; of the sizes of a
// template, the least are. Seconds depend on the machine; ratios hardly do.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == clustersRole {
		if err := buildClusters(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	options := options{}
	flag.IntVar(&options.rounds, "rounds", 5, "how often to measure everything")
	flag.StringVar(&options.json, "json", "build/bench.json", "where to write the figures")
	flag.StringVar(&options.only, "only", "", "measure one part: synth, clusters, check, simulate, growth or suite")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, options); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

type options struct {
	rounds int
	json   string
	only   string
}

// parts are what can be measured, in the order of the table.
var parts = []struct {
	name    string
	measure func(*bench) error
}{
	{"synth", (*bench).synth},
	{"clusters", (*bench).clusters},
	{"check", (*bench).check},
	{"simulate", (*bench).million},
	{"growth", (*bench).growth},
	{"suite", (*bench).suite},
}

func run(ctx context.Context, options options) error {
	b, err := newBench(ctx, options.rounds)
	if err != nil {
		return err
	}
	defer b.close()
	measured := false
	for _, part := range parts {
		if options.only != "" && options.only != part.name {
			continue
		}
		measured = true
		if err := part.measure(b); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	if !measured {
		return fmt.Errorf("-only must be synth, clusters, check, simulate, growth or suite, got %q", options.only)
	}
	if err := b.report.write(options.json); err != nil {
		return err
	}
	fmt.Print(b.report.table())
	return nil
}
