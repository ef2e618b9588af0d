package render

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/ecsgpu/cdk/constructs/sizing"
)

// Plan shows a plan so that a person sees at a glance what fits, what it costs
// and what is missing.
func Plan(p *sizing.Plan) string {
	sections := []string{planPools(p), planTasks(p), planMix(p), planQuotas(p)}
	var shown []string
	for _, section := range sections {
		if section != "" {
			shown = append(shown, section)
		}
	}
	return strings.Join(append(shown, planNotes(p)), "\n")
}

func planPools(p *sizing.Plan) string {
	if len(p.Pools) == 0 {
		return ""
	}
	g := grid{}
	g.head("POOL", left, "INSTANCES", left, "MIN", right, "NOW", right, "MAX", right, "GPUS NOW", right, "MAX", right,
		"USD/H MIN", right, "NOW", right, "MAX", right)
	for _, pool := range p.Pools {
		g.row(pool.Name, instanceTypes(pool.InstanceTypes), pool.Min, pool.Desired, pool.Max,
			gpus(pool.GPUsAtDesired), gpus(pool.GPUsAtMax),
			pool.USDPerHourAtMin, pool.USDPerHourAtDesired, pool.USDPerHourAtMax)
	}
	if len(p.Pools) > 1 {
		t := p.Totals
		g.row("total", "", "", "", "", "", "", t.USDPerHourAtMin, t.USDPerHourAtDesired, t.USDPerHourAtMax)
	}
	var after strings.Builder
	for _, pool := range p.Pools {
		if z := pool.FromZero; z != nil {
			fmt.Fprintf(&after, "From zero, the first task on %s starts %s (%s USD an hour).\n", pool.Name, plural(z.Instances, "instance"), z.USDPerHour)
		}
	}
	return g.render() + after.String()
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

func gpus(n sizing.Figure[float64]) string {
	v, known := n.Get()
	switch {
	case !known:
		return "?"
	case v == 0:
		return "-"
	}
	return number(v)
}

// planTasks has a row for each pool that a task runs on, or one that says why
// it runs on none.
func planTasks(p *sizing.Plan) string {
	if len(p.Tasks) == 0 {
		return ""
	}
	g := grid{}
	g.head("TASK", left, "NEEDS", left, "POOL", left, "AT ONCE", right, "MAX", right, "LIMITED BY", left)
	nowhere, rows := map[string]sizing.Nowhere{}, map[string][]sizing.TaskPlan{}
	for _, n := range p.Nowhere {
		nowhere[n.Family] = n
	}
	for _, t := range p.Tasks {
		if _, ok := nowhere[t.Family]; ok {
			rows[t.Family] = append(rows[t.Family], t)
		}
	}
	shown := map[string]bool{}
	var after strings.Builder
	for _, t := range p.Tasks {
		if n, ok := nowhere[t.Family]; ok {
			if !shown[t.Family] {
				g.row(t.Family, needs(t), "none", 0, 0, "see below")
				after.WriteString(explainNowhere(n, rows[t.Family]))
			}
			shown[t.Family] = true
			continue
		}
		if len(t.Reasons) == 0 {
			g.row(t.Family, needs(t), t.Pool, t.ConcurrentAtDesired, t.ConcurrentAtMax, limit(t.LimitedBy))
		}
	}
	return g.render() + after.String()
}

func explainNowhere(n sizing.Nowhere, rows []sizing.TaskPlan) string {
	var b strings.Builder
	if n.Unsure {
		fmt.Fprintf(&b, "%s may never place.\n", n.Family)
	} else {
		fmt.Fprintf(&b, "%s never places.\n", n.Family)
	}
	for _, t := range rows {
		fmt.Fprintf(&b, "  on %s: %s\n", t.Pool, strings.Join(t.Reasons, "; "))
	}
	if len(n.WouldDo) > 0 {
		fmt.Fprintf(&b, "  would do: %s\n", strings.Join(n.WouldDo, ", "))
	} else {
		b.WriteString("  no instance type on offer would do\n")
	}
	return b.String()
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
		parts = append(parts, sizing.VCPUText(t.CPUUnits)+" vCPU")
	}
	if t.MemoryMiB > 0 {
		parts = append(parts, gib(t.MemoryMiB))
	}
	return strings.Join(parts, ", ")
}

// limitNames are the limits as a person says them.
var limitNames = map[sizing.Limit]string{
	sizing.LimitGPUs: "GPUs", sizing.LimitGPUMemory: "GPU memory", sizing.LimitCPU: "CPU",
	sizing.LimitInterfaces: "network interfaces", sizing.LimitPorts: "host ports",
}

func limit(l sizing.Limit) string {
	if name, ok := limitNames[l]; ok {
		return name
	}
	return string(l)
}

var mixTitles = map[sizing.MixSource]string{
	sizing.MixOfTasks: "tasks asked for", sizing.MixOfServices: "services' desired counts", sizing.MixOfEach: "every task definition once",
}

func planMix(p *sizing.Plan) string {
	if len(p.Mix.Tasks) == 0 || len(p.Pools) == 0 {
		return ""
	}
	g := grid{}
	g.head("MIX", left, "PLACED", right, "WAITING", right)
	for _, t := range p.Mix.Tasks {
		name := t.Family
		if t.Service != "" {
			name = fmt.Sprintf("%s (%s)", t.Service, t.Family)
		}
		g.row(name, t.Placed, t.Waiting)
	}
	usage := grid{}
	for _, pool := range p.Mix.Pools {
		bar := ""
		if pool.GPUs > 0 {
			bar = Bar(pool.UsedGPUs, pool.StrandedGPUs, pool.GPUs)
		}
		usage.row(pool.Name, plural(pool.Instances, "instance"), bar, gpuUse(pool), pool.USDPerHour.String()+" USD/h")
	}
	title := fmt.Sprintf("The mix (%s): %d placed, %d waiting", mixTitles[p.Mix.Asked], p.Mix.Placed, p.Mix.Waiting)
	if p.Mix.NotPacked > 0 {
		title += fmt.Sprintf(", %d not packed", p.Mix.NotPacked)
	}
	title += ".\n"
	return title + g.render() + usage.render()
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

func planQuotas(p *sizing.Plan) string {
	if len(p.Quotas) == 0 {
		return ""
	}
	g := grid{}
	g.head("VCPU QUOTA", left, "CODE", left, "AT MAX", right, "NEW ACCOUNT", right)
	for _, q := range p.Quotas {
		code := q.Code
		if code == "" {
			code = "?"
		}
		g.row(q.Name, code, q.VCPUsAtMax, q.NewAccountDefault)
	}
	return g.render()
}

func planNotes(p *sizing.Plan) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Prices: on demand, %s, %s, an estimate.\n", p.Prices.Region, p.Prices.Date)
	fmt.Fprintf(&b, "Memory: %s.\n", p.MemoryEstimate)
	for _, q := range p.Quotas {
		if q.Note != "" {
			fmt.Fprintf(&b, "Note: %s: %s.\n", q.Name, q.Note)
		}
	}
	for _, note := range p.Notes {
		fmt.Fprintf(&b, "Note: %s.\n", note)
	}
	return b.String()
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// grid is a table in the style of all our tables.
type grid struct {
	header  table.Row
	configs []table.ColumnConfig
	rows    []table.Row
}

// head takes titles, each followed by its alignment.
func (g *grid) head(titles ...any) {
	for i := 0; i < len(titles); i += 2 {
		a := titles[i+1].(align)
		g.header = append(g.header, titles[i])
		g.configs = append(g.configs, table.ColumnConfig{Number: i/2 + 1, Align: a, AlignHeader: a})
	}
}

func (g *grid) row(cells ...any) { g.rows = append(g.rows, cells) }

func (g *grid) render() string {
	w := table.NewWriter()
	style := table.StyleDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	w.SetStyle(style)
	if g.header != nil {
		w.AppendHeader(g.header)
		w.SetColumnConfigs(g.configs)
	}
	w.AppendRows(g.rows)
	return trimLines(w.Render())
}
