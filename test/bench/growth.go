package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/ecsgpu/cdk/internal/fleet"
)

// resources are the sizes of the templates.
var resources = []int{100, 1000, 10_000}

// mostGrowth is how many times as long a command may take for ten times the
// resources.
const mostGrowth = 14

// growing are the commands that read a template.
var growing = []struct {
	name string
	args []string
}{
	{"check", []string{"check"}},
	{"plan", []string{"plan"}},
	{"graph", []string{"graph"}},
	{"graph --format svg", []string{"graph", "--format", "svg"}},
	{"simulate", []string{"simulate", "--arrivals", fleet.Family(0) + "=60", "--duration", "30m"}},
}

// growth measures how commands grow with the size of a template.
func (b *bench) growth() error {
	var programs []program
	for _, size := range resources {
		file := filepath.Join(b.dir, fmt.Sprintf("%d.yaml", size))
		if err := os.WriteFile(file, fleet.Clusters(size), 0o600); err != nil {
			return err
		}
		for _, command := range growing {
			args := append([]string{b.command}, command.args...)
			programs = append(programs, program{
				name: fmt.Sprintf("%d resources", size), args: append(args, "--no-limits", file), environment: b.environment(), mute: true,
			})
		}
	}
	samples, err := b.sideBySide(programs)
	if err != nil {
		return err
	}
	for i, command := range growing {
		var rows []row
		for j := range resources {
			at := j*len(growing) + i
			rows = append(rows, b.report.addLeast(command.name, programs[at].name, samples[at]))
		}
		b.thousandMore(command.name, rows)
		for j := 1; j < len(rows); j++ {
			b.report.compare(fmt.Sprintf("growth: %s, %d resources, of %d", command.name, resources[j], resources[j-1]), rows[j], rows[j-1], mostGrowth)
		}
	}
	return nil
}

// thousandMore adds what a thousand further resources cost, between each size
// and the next.
func (b *bench) thousandMore(command string, rows []row) {
	for i := 1; i < len(rows); i++ {
		thousands := float64(resources[i]-resources[i-1]) / 1000
		b.report.Rows = append(b.report.Rows, row{
			Part: command, Name: fmt.Sprintf("each further 1000, from %d to %d", resources[i-1], resources[i]),
			WallSeconds: (rows[i].WallSeconds - rows[i-1].WallSeconds) / thousands,
			CPUSeconds:  (rows[i].CPUSeconds - rows[i-1].CPUSeconds) / thousands,
			PeakMiB:     (rows[i].PeakMiB - rows[i-1].PeakMiB) / thousands,
		})
	}
}
