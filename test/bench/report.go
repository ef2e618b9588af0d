package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
)

// report is what was measured.
type report struct {
	Rounds int     `json:"rounds"`
	CPUs   int     `json:"cpus"`
	OS     string  `json:"os"`
	Go     string  `json:"go"`
	Node   string  `json:"node"`
	CDK    string  `json:"cdk"`
	Rows   []row   `json:"rows"`
	Ratios []ratio `json:"ratios"`
}

// row is a program, or a part of one, with the medians of its runs, or the least.
type row struct {
	Part        string  `json:"part"`
	Name        string  `json:"name"`
	WallSeconds float64 `json:"wallSeconds"`
	CPUSeconds  float64 `json:"cpuSeconds,omitempty"`
	PeakMiB     float64 `json:"peakMiB,omitempty"`
}

// ratio compares two rows of one run. The promise is about wall time; CPU time
// says the same on a machine that is busy with other things.
type ratio struct {
	Name   string  `json:"name"`
	Wall   float64 `json:"wall"`
	CPU    float64 `json:"cpu,omitempty"`
	AtMost float64 `json:"atMost,omitempty"` // the promise
}

func newReport(ctx context.Context, rounds int, node string) report {
	version, _ := exec.CommandContext(ctx, node, "--version").Output()
	cdk, _ := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Version}}", "github.com/aws/aws-cdk-go/awscdk/v2").Output()
	return report{
		Rounds: rounds, CPUs: runtime.NumCPU(), OS: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(),
		Node: strings.TrimSpace(string(version)), CDK: strings.TrimSpace(string(cdk)),
	}
}

// add adds a row of medians and returns it.
func (r *report) add(part, name string, samples []sample) row {
	return r.addRow(part, name, samples, median)
}

// addLeast adds a row of minima: what else runs on the machine only adds to them.
func (r *report) addLeast(part, name string, samples []sample) row {
	return r.addRow(part, name, samples, slices.Min)
}

func (r *report) addRow(part, name string, samples []sample, of func([]float64) float64) row {
	var wall, cpu, peak []float64
	for _, s := range samples {
		wall, cpu, peak = append(wall, s.wall.Seconds()), append(cpu, s.cpu.Seconds()), append(peak, s.peakMiB)
	}
	each := row{Part: part, Name: name, WallSeconds: of(wall), CPUSeconds: of(cpu), PeakMiB: of(peak)}
	r.Rows = append(r.Rows, each)
	return each
}

func (r *report) compare(name string, a, b row, atMost float64) {
	each := ratio{Name: name, Wall: a.WallSeconds / b.WallSeconds, AtMost: atMost}
	if b.CPUSeconds > 0 {
		each.CPU = a.CPUSeconds / b.CPUSeconds
	}
	r.Ratios = append(r.Ratios, each)
}

func median(values []float64) float64 {
	slices.Sort(values)
	if n := len(values); n%2 == 0 {
		return (values[n/2-1] + values[n/2]) / 2
	}
	return values[len(values)/2]
}

func (r *report) write(path string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}

// table prints rows and ratios for people.
func (r *report) table() string {
	rows := table.NewWriter()
	rows.SetStyle(table.StyleLight)
	rows.AppendHeader(table.Row{"", "", "wall", "CPU", "largest process"})
	part := ""
	for _, each := range r.Rows {
		if each.Part != part {
			part = each.Part
			rows.AppendSeparator()
			rows.AppendRow(table.Row{part, each.Name, seconds(each.WallSeconds), seconds(each.CPUSeconds), mebibytes(each.PeakMiB)})
			continue
		}
		rows.AppendRow(table.Row{"", each.Name, seconds(each.WallSeconds), seconds(each.CPUSeconds), mebibytes(each.PeakMiB)})
	}
	heading := fmt.Sprintf("medians of %d rounds, for growth the least; CDK %s, Go %s, Node.js %s, %d CPUs, %s",
		r.Rounds, r.CDK, r.Go, r.Node, r.CPUs, r.OS)
	if len(r.Ratios) == 0 {
		return heading + "\n" + rows.Render() + "\n"
	}
	return heading + "\n" + rows.Render() + "\n" + r.ratioTable() + "\n"
}

func (r *report) ratioTable() string {
	ratios := table.NewWriter()
	ratios.SetStyle(table.StyleLight)
	ratios.AppendHeader(table.Row{"ratio", "wall", "CPU", "promised", ""})
	for _, each := range r.Ratios {
		promise, verdict := "", ""
		if each.AtMost > 0 {
			promise, verdict = fmt.Sprintf("at most %.2f", each.AtMost), "kept"
			if each.Wall > each.AtMost {
				verdict = "BROKEN"
			}
		}
		ratios.AppendRow(table.Row{each.Name, factor(each.Wall), factor(each.CPU), promise, verdict})
	}
	return ratios.Render()
}

func factor(f float64) string {
	if f == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f", f)
}

func seconds(s float64) string {
	if s == 0 {
		return ""
	}
	return time.Duration(s * float64(time.Second)).Round(time.Millisecond).String()
}

func mebibytes(m float64) string {
	if m == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f MiB", m)
}
