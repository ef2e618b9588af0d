package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/stacks"
	"github.com/ecsgpu/cdk/test/internal/typical"
)

// clustersRole makes this program one that only builds clusters.
const clustersRole = "clusters"

// sizes are how many clusters an app has.
var sizes = []int{1, 10, 100}

// built is what building clusters took.
type built struct {
	BuildSeconds, SynthSeconds float64
}

// clusters measures what one more cluster in an app costs, and whether that
// stays the same with their number.
func (b *bench) clusters() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var programs []program
	for _, n := range sizes {
		programs = append(programs, program{
			name: strconv.Itoa(n), args: []string{self, clustersRole, strconv.Itoa(n)}, environment: b.environment("CDK_VALIDATION=false"),
		})
	}
	samples, err := b.sideBySide(programs)
	if err != nil {
		return err
	}
	var whole, own []row // with and without the start of the kernel
	for i, n := range sizes {
		part := fmt.Sprintf("an app of %d clusters", n)
		whole = append(whole, b.report.add(part, "whole process", samples[i]))
		building, err := phases(samples[i], func(x built) float64 { return x.BuildSeconds })
		if err != nil {
			return err
		}
		synthesizing, err := phases(samples[i], func(x built) float64 { return x.SynthSeconds })
		if err != nil {
			return err
		}
		first, second := b.report.add(part, "of it, building", building), b.report.add(part, "of it, synthesizing", synthesizing)
		own = append(own, row{WallSeconds: first.WallSeconds + second.WallSeconds})
	}
	few := b.oneMore("from 1 to 10", whole, own, 1)
	many := b.oneMore("from 10 to 100", whole, own, 2)
	b.report.compare("clusters: one more, of the first", row{WallSeconds: many.WallSeconds}, own[0], 0)
	b.report.compare("clusters: one more from 10 to 100, of one more from 1 to 10", many, few, 1.25)
	return nil
}

// oneMore is the difference between two sizes, for each cluster.
func (b *bench) oneMore(name string, whole, own []row, i int) row {
	clusters := float64(sizes[i] - sizes[i-1])
	each := row{
		Part: "one more cluster", Name: name,
		WallSeconds: (own[i].WallSeconds - own[i-1].WallSeconds) / clusters,
		CPUSeconds:  (whole[i].CPUSeconds - whole[i-1].CPUSeconds) / clusters,
		PeakMiB:     (whole[i].PeakMiB - whole[i-1].PeakMiB) / clusters,
	}
	b.report.Rows = append(b.report.Rows, each)
	return each
}

// phases reads what the runs printed.
func phases(samples []sample, of func(built) float64) ([]sample, error) {
	var all []sample
	for _, each := range samples {
		var times built
		if err := json.Unmarshal(each.output, &times); err != nil {
			return nil, err
		}
		all = append(all, sample{wall: time.Duration(of(times) * float64(time.Second))})
	}
	return all, nil
}

// buildClusters is the other role: one app with that many clusters, each in a
// stack of its own with a VPC, two pools and a task.
func buildClusters(args []string) error {
	defer jsii.Close()
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	out, err := os.MkdirTemp("", "ecsgpu-bench-clusters-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(out)
	// The start of the kernel is not what is measured.
	app := stacks.NewApp(out, nil)
	start := time.Now()
	for i := range n {
		typical.NewCluster(app, fmt.Sprintf("cluster-%d", i))
	}
	building := time.Now()
	app.Synth(nil)
	return json.NewEncoder(os.Stdout).Encode(built{
		BuildSeconds: building.Sub(start).Seconds(), SynthSeconds: time.Since(building).Seconds(),
	})
}
