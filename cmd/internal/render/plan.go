package render

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/ecsgpu/cdk/cmd/internal/output"
	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/placement"
	"github.com/ecsgpu/cdk/constructs/sizing"
)

// Plan shows a plan so that a person sees at a glance what fits, what it costs
// and what is missing.
func Plan(p *sizing.Plan) output.Text {
	var page output.Lines
	for _, section := range []output.Lines{planPools(p), planTasks(p), planMix(p), planQuotas(p), planNotes(p)} {
		page.AddSection(section)
	}
	return page.Text()
}

func planPools(p *sizing.Plan) (section output.Lines) {
	if len(p.Pools) == 0 {
		return section
	}
	var t output.Table
	head(&t, "POOL", left, "INSTANCES", left, "MIN", right, "NOW", right, "MAX", right, "GPUS NOW", right, "MAX", right,
		"USD/H MIN", right, "NOW", right, "MAX", right)
	for _, pool := range p.Pools {
		t.Row(pool.Name, instanceTypes(pool.InstanceTypes), pool.Min, pool.Desired, pool.Max,
			gpus(pool.GPUsAtDesired), gpus(pool.GPUsAtMax),
			pool.USDPerHourAtMin, pool.USDPerHourAtDesired, pool.USDPerHourAtMax)
	}
	if len(p.Pools) > 1 {
		all := p.Totals
		t.Row("total", "", "", "", "", "", "", all.USDPerHourAtMin, all.USDPerHourAtDesired, all.USDPerHourAtMax)
	}
	section.AddTable(&t)
	for _, pool := range p.Pools {
		if z := pool.FromZero; z != nil {
			section.Add("From zero, the first task on %s starts %s (%s USD an hour).", pool.Name, plural(z.Instances, "instance"), z.USDPerHour)
		}
	}
	return section
}

func instanceTypes(names []string) string {
	switch {
	case len(names) == 0:
		return "?"
	case len(names) > 3:
		return fmt.Sprintf("%s, %s and %d more", names[0], names[1], len(names)-2)
	}
	return strings.Join(names, ", ")
}

func gpus(n fact.Value[float64]) string {
	v, known := n.Get()
	switch {
	case !known:
		return "?"
	case v == 0:
		return "-"
	}
	return number(v)
}

// planTasks has a row for each pool that runs a task, and says why a task is not
// certain to be placed. Many pools with the same figures share a row.
func planTasks(p *sizing.Plan) (section output.Lines) {
	if len(p.Tasks) == 0 {
		return section
	}
	var t output.Table
	head(&t, "TASK", left, "NEEDS", left, "POOL", left, "AT ONCE", right, "MAX", right, "LIMITED BY", left)
	rows := map[string][]sizing.TaskPlan{}
	var families []string
	for _, task := range p.Tasks {
		if len(rows[task.Family]) == 0 {
			families = append(families, task.Family)
		}
		rows[task.Family] = append(rows[task.Family], task)
	}
	for _, family := range families {
		addTask(&t, rows[family])
	}
	section.AddTable(&t)
	for _, n := range p.Nowhere {
		explainNowhere(&section, n, rows[n.Family])
	}
	return section
}

// addTask adds a row for each pool that runs a task, or one that says that none
// does.
func addTask(t *output.Table, rows []sizing.TaskPlan) {
	runs := alikePools[taskFigures]{}
	for _, task := range rows {
		if len(task.Reasons) == 0 {
			runs.add(figuresOf(task), task.Pool)
		}
	}
	if len(runs) == 0 {
		t.Row(rows[0].Family, needs(rows[0]), "none", 0, 0, "see below")
	}
	for _, task := range rows {
		if len(task.Reasons) > 0 {
			continue
		}
		if pools := runs.next(figuresOf(task), task.Pool); pools != "" {
			t.Row(task.Family, needs(task), pools, task.ConcurrentAtDesired, task.ConcurrentAtMax, limit(task.LimitedBy))
		}
	}
}

func explainNowhere(section *output.Lines, n sizing.Nowhere, rows []sizing.TaskPlan) {
	who := n.Family
	if n.Service != "" {
		who += " of service " + n.Service
	}
	if n.Unsure {
		section.Add("%s may wait indefinitely.", who)
	} else {
		section.Add("%s waits indefinitely.", who)
	}
	alike := alikePools[string]{}
	for _, t := range rows {
		if len(t.Reasons) > 0 {
			alike.add(strings.Join(t.Reasons, "; "), t.Pool)
		}
	}
	if len(alike) == 0 {
		section.Add("  %s", strings.Join(n.Why, "; "))
	}
	for _, t := range rows {
		reasons := strings.Join(t.Reasons, "; ")
		if reasons == "" {
			continue
		}
		if pools := alike.next(reasons, t.Pool); pools != "" {
			section.Add("  on %s: %s", pools, reasons)
		}
	}
	if len(n.WouldDo) > 0 {
		section.Add("  suitable instance types: %s", strings.Join(n.WouldDo, ", "))
	} else {
		section.Add("  no instance type on offer is suitable")
	}
}

func needs(t sizing.TaskPlan) string {
	var parts []string
	switch {
	case t.SharedGPUMemoryMiB > 0:
		parts = append(parts, gib(t.SharedGPUMemoryMiB)+" of a GPU")
	case t.GPUs == 1:
		parts = append(parts, "1 GPU")
	case t.GPUs > 0 && t.GPUs < 1:
		parts = append(parts, number(t.GPUs)+" GPU")
	case t.GPUs > 0:
		parts = append(parts, number(t.GPUs)+" GPUs")
	}
	if t.CPUUnits > 0 {
		parts = append(parts, placement.VCPUText(t.CPUUnits)+" vCPU")
	}
	if t.MemoryMiB > 0 {
		parts = append(parts, gib(t.MemoryMiB))
	}
	return strings.Join(parts, ", ")
}

// limitNames are the limits as a person says them.
var limitNames = map[placement.Limit]string{
	placement.LimitGPUs: "GPUs", placement.LimitGPUMemory: "GPU memory", placement.LimitCPU: "CPU",
	placement.LimitInterfaces: "network interfaces", placement.LimitPorts: "host ports",
}

func limit(l placement.Limit) string {
	if name, ok := limitNames[l]; ok {
		return name
	}
	return string(l)
}

var mixTitles = map[sizing.MixSource]string{
	sizing.MixOfTasks: "requested tasks", sizing.MixOfServices: "services' desired counts", sizing.MixOfEach: "every task definition once",
}

func planMix(p *sizing.Plan) (section output.Lines) {
	if len(p.Mix.Tasks) == 0 || len(p.Pools) == 0 {
		return section
	}
	var mix, usage output.Table
	head(&mix, "MIX", left, "PLACED", right, "WAITING", right)
	for _, t := range p.Mix.Tasks {
		name := t.Family
		if t.Service != "" {
			name = fmt.Sprintf("%s (%s)", t.Service, t.Family)
		}
		mix.Row(name, t.Placed, t.Waiting)
	}
	for _, pool := range p.Mix.Pools {
		bar := ""
		if pool.GPUs > 0 {
			bar = Bar(pool.UsedGPUs, pool.StrandedGPUs, pool.GPUs)
		}
		usage.Row(pool.Name, plural(pool.Instances, "instance"), bar, gpuUse(pool), pool.USDPerHour.String()+" USD/h")
	}
	title := fmt.Sprintf("The mix (%s): %d placed, %d waiting", mixTitles[p.Mix.Asked], p.Mix.Placed, p.Mix.Waiting)
	if p.Mix.NotPacked > 0 {
		title += fmt.Sprintf(", %d not packed", p.Mix.NotPacked)
	}
	section.Add("%s.", title)
	section.AddTable(&mix)
	section.AddTable(&usage)
	return section
}

func gpuUse(pool sizing.MixPool) string {
	if pool.GPUs == 0 {
		return "no GPUs"
	}
	text := fmt.Sprintf("%d of %d GPUs used", pool.UsedGPUs, pool.GPUs)
	if pool.StrandedGPUs > 0 {
		text += fmt.Sprintf(", %d stranded", pool.StrandedGPUs)
	}
	return text
}

// barWidth is the longest bar; one cell is one GPU as long as there are no more.
const barWidth = 32

// Bar draws GPUs: used ones solid, stranded ones crossed, free ones light.
func Bar(used, stranded, all int) string {
	width := min(all, barWidth)
	cells := func(n int) int { return int(math.Round(float64(n) * float64(width) / float64(all))) }
	solid := cells(used)
	crossed := min(cells(used+stranded), width) - solid
	return strings.Repeat("█", solid) + strings.Repeat("▒", crossed) + strings.Repeat("░", width-solid-crossed)
}

func planQuotas(p *sizing.Plan) (section output.Lines) {
	if len(p.Quotas) == 0 {
		return section
	}
	var t output.Table
	head(&t, "VCPU QUOTA", left, "CODE", left, "AT MAX", right, "NEW ACCOUNT", right)
	for _, q := range p.Quotas {
		code := q.Code
		if code == "" {
			code = "?"
		}
		t.Row(q.Name, code, q.VCPUsAtMax, q.NewAccountDefault)
	}
	section.AddTable(&t)
	return section
}

func planNotes(p *sizing.Plan) (section output.Lines) {
	section.Add("Prices: on demand, %s, %s, an estimate.", p.Prices.Region, p.Prices.Date)
	section.Add("Memory: %s.", p.MemoryEstimate)
	for _, q := range p.Quotas {
		if q.Note != "" {
			section.Add("Note: %s: %s.", q.Name, q.Note)
		}
	}
	for _, note := range p.Notes {
		section.Add("Note: %s.", note)
	}
	return section
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

const left, right = output.Left, output.Right

// head takes titles, each followed by its alignment.
func head(t *output.Table, titles ...any) {
	for i := 0; i < len(titles); i += 2 {
		t.Column(titles[i].(string), titles[i+1].(output.Align))
	}
}
