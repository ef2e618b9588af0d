package render

import (
	"fmt"
	"time"

	"github.com/ecsgpu/cdk/cmd/internal/output"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/sizing/simulate"
)

// Simulation shows how long tasks waited, how well the GPUs were used and what
// it cost.
func Simulation(r *simulate.Result) output.Text {
	var tasks, pools output.Table
	head(&tasks, "TASK", left, "ARRIVED", right, "ENDED", right, "NEVER STARTED", right, "PLACED AT ONCE", right,
		"WAIT MEAN", right, "P50", right, "P90", right, "P99", right, "MAX", right)
	for _, t := range r.Tasks {
		if t.Arrived == 0 {
			continue
		}
		w := t.Wait
		tasks.Row(t.Family, t.Arrived, t.Ended, t.NeverStarted, t.AtOnce,
			wait(w.MeanSeconds), wait(w.P50Seconds), wait(w.P90Seconds), wait(w.P99Seconds), wait(w.MaxSeconds))
	}
	head(&pools, "POOL", left, "INSTANCES", left, "PEAK", right, "STARTED", right, "ENDED", right,
		"INSTANCE-HOURS", right, "GPU-HOURS", right, "USED", right, "", left, "USD", right)
	for _, p := range r.Pools {
		pools.Row(simulatedPool(p)...)
	}
	if len(r.Pools) > 1 {
		pools.Row(simulatedPool(r.Total)...)
	}
	var page output.Lines
	page.AddTable(&tasks)
	page.Add("")
	page.AddTable(&pools)
	page.Add("")
	page.Add("%.1f hours until the last task ended. Waiting is from arrival to the start of the container,", r.Hours)
	page.Add("image pull included. Prices: on demand, %s, %s, an estimate.", hardware.PriceRegion, hardware.PriceDate)
	return page.Text()
}

func simulatedPool(p simulate.PoolResult) []any {
	used, bar := "", ""
	if p.GPUHours > 0 {
		used = fmt.Sprintf("%.0f %%", p.GPUUtilization*100)
		bar = Bar(int(p.GPUUtilization*20+0.5), 0, 20)
	}
	return []any{
		p.Name, p.InstanceType, p.PeakInstances, p.Launched, p.Terminated,
		fmt.Sprintf("%.1f", p.InstanceHours), fmt.Sprintf("%.1f", p.GPUHours), used, bar, p.USD,
	}
}

// wait returns a time that a person takes in: seconds below an hour, else minutes.
func wait(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%.0fs", seconds)
	case d < time.Hour:
		return fmt.Sprintf("%dm%02ds", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%dh%02dm", int(d.Hours()), int(d.Minutes())%60)
}
