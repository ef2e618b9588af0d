package checks

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// fitServiceRules are about all tasks of a service together, and about what an
// instance has few of: ports and network interfaces.
var fitServiceRules = []Rule{
	{
		ID: "ecsgpu-fit-service-count", Category: Fit, Severity: Warning,
		Title:  "a service wants more tasks than its instances can hold",
		Reason: "the other tasks wait indefinitely, and CloudFormation waits for the service to become steady until it gives up and rolls back.",
		Source: sourcePlacement,
		Fix:    "raise the group's maximum, or lower DesiredCount.",
		check:  onService(checkCount),
	},
	{
		ID: "ecsgpu-fit-network-interfaces", Category: Fit, Severity: Warning,
		Title:  "tasks in awsvpc mode run out of network interfaces before GPUs",
		Reason: "each task takes one of the instance's network interfaces and the instance itself has the first, so GPUs stay idle; ENI trunking, an account setting, raises the limit on types that support it.",
		Source: "Amazon ECS developer guide, awsvpc network mode; EC2 DescribeInstanceTypes (moto 5.2.1, 2026-02); trunking: amazon-vpc-resource-controller-k8s limits",
		Fix:    "use network mode host or bridge, or turn on awsvpcTrunking for a type that supports it.",
		check:  onTask(checkInterfaces),
	},
	{
		ID: "ecsgpu-fit-ports", Category: Fit, Severity: Error,
		Title:  "a task requests a host port that the instance uses itself",
		Reason: "ports 22, 2375, 2376 and 51678 to 51680 are in use on every container instance, so the task is never placed.",
		Source: "Amazon ECS API reference, PortMapping (as of 2026-11)",
		Fix:    "use another host port, or hostPort 0 for a dynamic one.",
		check:  onTask(checkReservedPorts),
	},
	{
		ID: "ecsgpu-fit-daemon", Category: Fit, Severity: Error,
		Title:  "the daemons leave a task no host port or no network interface",
		Reason: "a daemon runs on each instance before other tasks, and keeps its fixed host ports and its network interface.",
		Source: sourcePlacement + "; Amazon ECS developer guide, daemon scheduling strategy: daemon tasks are placed first (as of 2026-11)",
		Fix:    "use another host port, hostPort 0 or another network mode.",
		check: onFit(func(s placement.Shortage) bool {
			return s.Limit == placement.LimitPorts || s.Limit == placement.LimitInterfaces
		}),
	},
	{
		ID: "ecsgpu-fit-port-count", Category: Fit, Severity: Warning,
		Title:  "a service with a fixed host port wants more tasks than there are instances",
		Reason: "a host port serves one task on each instance.",
		Source: "Amazon ECS API reference, PortMapping (as of 2026-11)",
		Fix:    "use hostPort 0, raise the group's maximum, or lower DesiredCount.",
		check:  onService(checkPortCount),
	},
}

// room is how many tasks of a service a pool can hold at most.
type room struct {
	pool      *placement.Pool
	instances int // at most
	each      int // tasks on an instance, at most
	limit     placement.Limit
	fixed     bool // nothing starts further instances
}

func (one room) tasks() int { return one.instances * one.each }

// roomIn returns what a pool can hold of a service; false when that is not known.
func (r *report) roomIn(p *placement.Pool, v *placement.Service) (room, bool) {
	size, fixed := p.Size.Max, isFixed(p, v)
	if fixed {
		size = p.Size.Desired
	}
	instances, known := size.Get()
	each, limit, bounded := mostConcurrent(p, &v.Demand)
	return room{p, instances, each, limit, fixed}, known && bounded
}

// isFixed reports whether nothing starts instances in a pool for the tasks of a
// service: without a capacity provider strategy they run on what is started for
// others.
func isFixed(p *placement.Pool, v *placement.Service) bool {
	return !v.Route.ByStrategy && !p.IsManaged() && len(p.ScalingPolicies) == 0 && !p.Sought
}

// mostConcurrent returns how many tasks run at once on the instance type of a
// pool that runs the most, with all that it may have, and what limits them. It is
// false when nothing is known to.
func mostConcurrent(p *placement.Pool, d *placement.Demand) (most int, limit placement.Limit, bounded bool) {
	for i := range p.Options {
		o := &p.Options[i]
		best := o.Offer.AtBest()
		if o.Instance.ENITrunking != fact.No {
			best.Interfaces = math.MaxInt // an account setting raises their number
		}
		n, l, ok := best.Concurrent(d)
		if !o.Known || !ok {
			return 0, placement.NoLimit, false
		}
		if i == 0 || n > most {
			most, limit = n, l
		}
	}
	return most, limit, len(p.Options) > 0
}

// shortfall is where a service sends more tasks than there is room for.
type shortfall struct {
	rooms                  []room
	sent, wanted, capacity int // tasks: to these rooms, of the service, that the rooms hold
}

// shortfalls returns where a service sends more tasks than its pools can hold. A
// strategy gives each pool its share, and no pool takes those of another.
func (r *report) shortfalls(v *placement.Service) []shortfall {
	wanted, ok := v.Wants()
	if !ok || !v.Route.Known {
		return nil
	}
	shares, split := v.Route.Split(wanted)
	var all []shortfall
	together := shortfall{sent: wanted, wanted: wanted}
	for i, p := range v.Route.Pools() {
		one, known := r.roomIn(p, v)
		switch {
		case !known && !split:
			return nil
		case known && split && shares[i] > one.tasks():
			all = append(all, shortfall{[]room{one}, shares[i], wanted, one.tasks()})
		case !split:
			together.rooms, together.capacity = append(together.rooms, one), together.capacity+one.tasks()
		}
	}
	if !split && together.sent > together.capacity {
		all = append(all, together)
	}
	return all
}

// isOf reports whether fixed host ports are what limits the tasks, or whether
// something else is. It is false where no instance ever holds one, which other
// rules say.
func (s shortfall) isOf(ports bool) bool {
	return slices.ContainsFunc(s.rooms, func(one room) bool {
		most, known := one.pool.Size.Max.Get()
		byPorts := one.limit == placement.LimitPorts
		return byPorts == ports && one.each > 0 && (!known || most > 0)
	})
}

// overfull reports tasks for which there is no room; what names them.
func (r *report) overfull(v *placement.Service, s shortfall, what string) {
	var pools []*placement.Pool
	instances := 0
	for _, one := range s.rooms {
		pools, instances = append(pools, one.pool), instances+one.instances
	}
	where := r.pools(pools)
	text := fmt.Sprintf("%s wants %s%s", serviceName(v), count(s.wanted, "task"), what)
	if s.sent < s.wanted {
		text += fmt.Sprintf(", %d of them by its strategy in %s", s.sent, where)
		where = "that group"
	}
	f := r.add(v.Item, v.DesiredCount.Place, "%s, and %s can hold %d on %s", text, where, s.capacity, count(instances, "instance"))
	if slices.ContainsFunc(s.rooms, func(one room) bool { return one.fixed }) {
		f.Message += "; nothing starts more for a service without a capacity provider strategy"
		f.fix("give the service a capacity provider strategy, raise the group's desired capacity, or lower DesiredCount.")
	}
}

func checkCount(v *placement.Service, r *report) {
	for _, s := range r.shortfalls(v) {
		if s.isOf(false) {
			r.overfull(v, s, "")
		}
	}
}

func checkPortCount(v *placement.Service, r *report) {
	var ports []string
	for _, p := range v.Demand.HostPorts {
		if p.IsReserved() {
			return // no instance has it
		}
		ports = append(ports, fmt.Sprint(p.Number))
	}
	for _, s := range r.shortfalls(v) {
		if s.isOf(true) {
			r.overfull(v, s, " with host port "+strings.Join(ports, ", "))
		}
	}
}

func checkReservedPorts(t *placement.Task, r *report) {
	if contains(t.Compatibilities, "FARGATE") {
		return
	}
	for _, p := range t.Demand.HostPorts {
		if p.IsReserved() {
			r.add(t.Item, t.Demand.Places.Ports[p], "%s requests port %d of the host, which every container instance uses itself", taskName(t), p.Number)
		}
	}
}

func checkInterfaces(t *placement.Task, r *report) {
	if t.Demand.Interfaces == 0 || wholeGPUs(t.Demand.GPU) == 0 {
		return
	}
	for _, way := range t.Routes() {
		for _, p := range way.Pools() {
			for i := range p.Options {
				if way.Known {
					checkInterfacesOf(t, p, &p.Options[i], r)
				}
			}
		}
	}
}

func checkInterfacesOf(t *placement.Task, p *placement.Pool, o *placement.Option, r *report) {
	byGPU, byInterface := o.Offer.GPUs/t.Demand.GPU.Devices, o.Offer.Interfaces/t.Demand.Interfaces
	if !o.Known || byGPU <= byInterface {
		return
	}
	trunking := ""
	if o.Instance.ENITrunking != fact.No {
		trunking = " unless ENI trunking is on"
	}
	r.add(t.Item, t.Demand.Places.NetworkMode, "%s of %s has GPUs for %s of %s, and network interfaces for %d%s",
		o.Instance.Name, r.pool(p), count(byGPU, "task"), taskName(t), byInterface, trunking)
}
