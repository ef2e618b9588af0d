// Package diagram draws a cluster: its network, its pools, its tasks, and which
// tasks can run where.
package diagram

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
	"github.com/ecsgpu/cdk/constructs/sizing"
)

// Diagram is what is drawn, without a look.
type Diagram struct {
	Network  string // what is known of the network; empty without one
	Clusters []Cluster
	Tasks    []Box
	Edges    []Edge

	// Left says which tasks are not drawn, because there are too many pairs of
	// tasks and pools; empty when all are.
	Left string
}

// Cluster is a cluster with its pools.
type Cluster struct {
	ID    string
	Title string
	Pools []Box
}

// Box is a pool or a task with its properties.
type Box struct {
	ID    string // letters and digits only, unique in the diagram
	Title string
	Rows  []Row
	Look  Look
}

// Row is a property of a pool or a task.
type Row struct{ Name, Value string }

// Look is what a box is drawn as.
type Look string

// The looks.
const (
	CPULook   Look = "cpu"   // a pool without GPUs
	GPULook   Look = "gpu"   // a pool with GPUs
	TaskLook  Look = "task"  // a task that runs somewhere
	StuckLook Look = "stuck" // a task that runs nowhere
)

// Edge says that a task can run on a pool.
type Edge struct {
	Task, Pool string // ids
	AtOnce     string // how many, at the pool's maximum; "?" when unknown
	// Wasteful says that the task uses no GPU of a pool that has some.
	Wasteful bool
}

// Of draws an inventory.
func Of(inv *inventory.Inventory) Diagram {
	d := Diagram{Network: network(inv)}
	view := placement.NewView(inv)
	pools := view.Pools
	d.clusters(inv, pools)
	all, _ := sizing.Here(view)
	tasks, left := sizing.Within(all, len(pools), "task definitions")
	d.Left = left
	services := servicesOf(inv)
	for i, t := range tasks {
		id := "t" + strconv.Itoa(i)
		edges := edgesOf(id, t, pools)
		d.Edges = append(d.Edges, edges...)
		d.Tasks = append(d.Tasks, taskBox(services[t.LogicalID], id, t, len(edges) > 0))
	}
	return d
}

func poolID(i int) string { return "p" + strconv.Itoa(i) }

// clusters adds the clusters that have pools. Pools of no cluster are drawn in one without a name.
func (d *Diagram) clusters(inv *inventory.Inventory, pools []*placement.Pool) {
	byID := map[string]*Cluster{}
	var order []*Cluster
	for i, p := range pools {
		c := byID[p.ClusterID]
		if c == nil {
			c = &Cluster{ID: "c" + strconv.Itoa(len(order)), Title: clusterTitle(inv, p.ClusterID)}
			byID[p.ClusterID], order = c, append(order, c)
		}
		c.Pools = append(c.Pools, poolBox(poolID(i), p))
	}
	for _, c := range order {
		d.Clusters = append(d.Clusters, *c)
	}
	if len(order) == 0 && len(inv.Clusters) > 0 {
		d.Clusters = []Cluster{{ID: "c0", Title: clusterTitle(inv, inv.Clusters[0].LogicalID)}}
	}
}

func clusterTitle(inv *inventory.Inventory, id string) string {
	c := inv.Cluster(id)
	if c == nil {
		return "ECS cluster"
	}
	if name, ok := c.Name.Get(); ok {
		return "ECS cluster " + name
	}
	return "ECS cluster"
}

func poolBox(id string, p *placement.Pool) Box {
	b := Box{ID: id, Title: p.Title, Look: CPULook}
	b.add("instances", size(p))
	b.add("type", typesText(p))
	if gpus := gpuText(p); gpus != "" {
		b.Look = GPULook
		b.add("GPUs", gpus)
	}
	if price, ok := sizing.PriceOf(p).Get(); ok {
		b.add("each", price.String()+" USD/h")
	}
	return b
}

func (b *Box) add(name, value string) {
	if value != "" {
		b.Rows = append(b.Rows, Row{name, value})
	}
}

// size returns "2 (1 to 4)": now, and the limits.
func size(p *placement.Pool) string {
	if p.IsManaged() {
		return "as needed"
	}
	if p.Size.Min == p.Size.Max {
		return p.Size.Desired.String()
	}
	return fmt.Sprintf("%s (%s to %s)", p.Size.Desired, p.Size.Min, p.Size.Max)
}

func typesText(p *placement.Pool) string {
	types := p.Types()
	switch len(types) {
	case 0:
		return "?"
	case 1:
		return types[0].Name
	case 2:
		return types[0].Name + ", " + types[1].Name
	}
	return fmt.Sprintf("%s and %d more", types[0].Name, len(types)-1)
}

// gpuText returns "4 x A10G" of the type that has the fewest GPUs.
func gpuText(p *placement.Pool) string {
	each, known := sizing.GPUsOf(p).Get()
	if !known || each == 0 {
		return ""
	}
	var names []string
	for _, t := range p.Types() {
		for _, a := range t.Accelerators {
			if a.Manufacturer == hardware.NVIDIA && !slices.Contains(names, a.Name) {
				names = append(names, a.Name)
			}
		}
	}
	return fmt.Sprintf("%s × %s each", strconv.FormatFloat(each, 'f', -1, 64), strings.Join(names, " or "))
}

func taskBox(services []string, id string, t *placement.Task, runs bool) Box {
	r := t.Demand
	b := Box{ID: id, Title: r.Family, Look: TaskLook}
	if !runs {
		b.Look = StuckLook
	}
	if !r.GPU.IsZero() {
		b.add("GPU", strings.TrimSuffix(strings.TrimSuffix(r.GPU.String(), " GPUs"), " GPU"))
	}
	if r.CPUUnits > 0 {
		b.add("vCPU", placement.VCPUText(r.CPUUnits))
	}
	if r.MemoryMiB > 0 {
		b.add("memory", placement.MemoryText(r.MemoryMiB))
	}
	for i, service := range services {
		b.add(serviceRow(i+1), service)
	}
	if !runs {
		b.add("runs on", "no pool here")
	}
	return b
}

// servicesOf returns the services of each task definition, as a box shows them.
func servicesOf(inv *inventory.Inventory) map[string][]string {
	byTask, names := map[string][]string{}, inv.ServiceNames()
	for _, s := range inv.Services {
		if task := s.TaskDefinition.Target; task != "" {
			byTask[task] = append(byTask[task], serviceText(s, names[s.LogicalID]))
		}
	}
	return byTask
}

// serviceRow names the rows of several services apart.
func serviceRow(n int) string {
	if n == 1 {
		return "service"
	}
	return "service " + strconv.Itoa(n)
}

func serviceText(s *inventory.Service, name string) string {
	if scheduling, _ := s.SchedulingStrategy.Get(); scheduling == "DAEMON" {
		return name + ", on each instance"
	}
	if n, ok := s.DesiredCount.Get(); ok {
		return fmt.Sprintf("%s × %d", name, n)
	}
	return name
}

func edgesOf(id string, t *placement.Task, pools []*placement.Pool) []Edge {
	var edges []Edge
	for i, p := range pools {
		n, _ := p.Concurrent(&t.Demand)
		each, known := n.Get()
		if len(p.Types()) == 0 || known && each == 0 {
			continue
		}
		gpus, _ := sizing.GPUsOf(p).Get()
		e := Edge{Task: id, Pool: poolID(i), AtOnce: "?", Wasteful: t.Demand.GPU.IsZero() && gpus > 0}
		if most, ok := p.Size.Max.Get(); ok && known {
			e.AtOnce = strconv.Itoa(most * each)
		}
		edges = append(edges, e)
	}
	return edges
}

// network returns what the template says about subnets.
func network(inv *inventory.Inventory) string {
	if len(inv.Subnets) == 0 {
		return ""
	}
	zones := map[string]bool{}
	for _, s := range inv.Subnets {
		zones[cmp.Or(s.AvailabilityZone.Text, s.LogicalID)] = true
	}
	return fmt.Sprintf("Network: %s, %s", counted(len(inv.Subnets), "subnet"), counted(len(zones), "zone"))
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
