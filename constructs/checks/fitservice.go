package checks

import (
	"fmt"
	"math"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// fitServiceRules are about all tasks of a service together, and about what an
// instance has few of: ports and network interfaces.
var fitServiceRules = []Rule{
	{
		ID: "ecsgpu-fit-service-count", Category: Fit, Severity: Warning,
		Title:  "a service wants more tasks than its pools can ever hold",
		Reason: "the rest of the tasks waits for ever, and CloudFormation waits for the service to become steady until it gives up and rolls back.",
		Source: sourcePlacement,
		Fix:    "raise the pool's maximum, or lower DesiredCount.",
		check:  onService(checkCount),
	},
	{
		ID: "ecsgpu-fit-network-interfaces", Category: Fit, Severity: Warning,
		Title:  "tasks in awsvpc mode run out of network interfaces before GPUs",
		Reason: "each task takes one of the instance's network interfaces and the instance itself has the first, so GPUs stay idle; ENI trunking, an account setting, raises the limit on types that support it.",
		Source: "Amazon ECS developer guide, awsvpc network mode; EC2 DescribeInstanceTypes (moto 5.2.1, 2026-02); trunking: amazon-vpc-resource-controller-k8s limits",
		Fix:    "use network mode host or bridge, or switch on awsvpcTrunking for a type that supports it.",
		check:  onTask(checkInterfaces),
	},
	{
		ID: "ecsgpu-fit-ports", Category: Fit, Severity: Error,
		Title:  "a task wants a host port that no instance has free",
		Reason: "ports 22, 2375, 2376 and 51678 to 51680 are taken on every container instance, so the task is never placed.",
		Source: "Amazon ECS API reference, PortMapping (as of 2026-11)",
		Fix:    "use another host port, or hostPort 0 for a dynamic one.",
		check:  onTask(checkReservedPorts),
	},
	{
		ID: "ecsgpu-fit-port-count", Category: Fit, Severity: Warning,
		Title:  "a service with a fixed host port wants more tasks than there are instances",
		Reason: "a host port can be given away once on each instance.",
		Source: "Amazon ECS API reference, PortMapping (as of 2026-11)",
		Fix:    "use hostPort 0, raise the pool's maximum, or lower DesiredCount.",
		check:  onService(checkPortCount),
	},
}

// perInstance is the most tasks that one instance can hold, by GPUs, CPU and
// memory.
func (o option) perInstance(d demand) int {
	most := math.MaxInt32
	limit := func(has, asks float64) {
		if asks > 0 {
			most = min(most, int(has/asks))
		}
	}
	limit(o.instance.GPUs, d.gpus)
	limit(float64(o.instance.VCPUs*1024), float64(d.cpuUnits))
	limit(float64(o.instance.MemoryMiB-o.reservedMiB()), float64(d.memoryMiB))
	if d.allGPUs {
		most = min(most, 1)
	}
	return most
}

// capacity is the most tasks that the pools of a route can hold when each
// instance holds what most says; false when that cannot be told.
func (r route) capacity(most func(option) int) (int, bool) {
	if !r.sure {
		return 0, false
	}
	total := 0
	for _, p := range r.pools {
		instances, known := p.Max.Get()
		if !known {
			return 0, false
		}
		each := 0
		for _, o := range p.options {
			each = max(each, most(o))
		}
		if each >= math.MaxInt32 {
			return 0, false
		}
		total += instances * each
	}
	return total, true
}

// wants is how many tasks a service keeps; false for daemons and when it is not
// known.
func (v *service) wants() (int, bool) {
	n, known := v.DesiredCount.Or(1)
	return n, known && !v.isDaemon() && v.task != nil && n > 0
}

func checkCount(v *service, r *report) {
	wanted, ok := v.wants()
	if !ok {
		return
	}
	capacity, known := v.route.capacity(func(o option) int { return o.perInstance(v.task.demand) })
	if !known || capacity == 0 || wanted <= capacity {
		return // nothing at all is the matter of the other rules
	}
	r.add(v.Item, v.DesiredCount.Place, "%s wants %s, and %s can hold %d at their maximum", v.speaks(), count(wanted, "task"), v.route.reaches(), capacity)
}

func checkInterfaces(t *task, r *report) {
	if mode, ok := t.NetworkMode.Get(); !ok || mode != "awsvpc" || t.demand.gpus == 0 {
		return
	}
	for _, way := range t.routes {
		if !way.sure {
			continue
		}
		for _, p := range way.pools {
			for _, o := range p.options {
				checkInterfacesOf(t, p, o, r)
			}
		}
	}
}

func checkInterfacesOf(t *task, p *pool, o option, r *report) {
	byGPU := int(o.instance.GPUs / t.demand.gpus)
	byInterface := o.instance.MaxNetworkInterfaces - 1
	if !o.known || byGPU <= byInterface {
		return
	}
	trunking := ""
	if o.instance.ENITrunking != hardware.No {
		trunking = " unless ENI trunking is on"
	}
	r.add(t.Item, t.NetworkMode.Place, "%s of %s has GPUs for %s of %s, and network interfaces for %d%s",
		o.instance.Name, p.speaks(), count(byGPU, "task"), t.speaks(), byInterface, trunking)
}

// hostPort is a fixed port of the host that a container takes.
type hostPort struct {
	placement.HostPort
	at inventory.Place
	of string
}

// hostPorts are the fixed ports of the host that a task certainly takes.
func (t *task) hostPorts() []hostPort {
	mode, known := t.NetworkMode.Or("bridge")
	if !known || mode != "bridge" && mode != "host" {
		return nil
	}
	var ports []hostPort
	for i, c := range t.Containers.Items {
		for _, m := range c.PortMappings.Items {
			port := m.HostPort
			if mode == "host" && port.IsAbsent() {
				port = m.ContainerPort
			}
			if n, ok := port.Get(); ok && n > 0 {
				protocol, _ := m.Protocol.Or("tcp")
				ports = append(ports, hostPort{placement.HostPort{Protocol: protocol, Number: n}, port.Place, names(c, i)})
			}
		}
	}
	return ports
}

func checkReservedPorts(t *task, r *report) {
	if t.runsOnFargate() {
		return
	}
	for _, p := range t.hostPorts() {
		if p.IsReserved() {
			r.add(t.Item, p.at, "%s of %s takes port %d of the host, which every container instance uses itself", p.of, t.speaks(), p.Number)
		}
	}
}

func (t *task) runsOnFargate() bool { return contains(t.Compatibilities, "FARGATE") }

func checkPortCount(v *service, r *report) {
	wanted, ok := v.wants()
	if !ok {
		return
	}
	var ports []string
	for _, p := range v.task.hostPorts() {
		if !p.IsReserved() {
			ports = append(ports, fmt.Sprint(p.Number))
		}
	}
	capacity, known := v.route.capacity(func(option) int { return 1 })
	if len(ports) == 0 || !known || capacity == 0 || wanted <= capacity {
		return
	}
	r.add(v.Item, v.DesiredCount.Place, "%s wants %s with host port %s, and %s have at most %s",
		v.speaks(), count(wanted, "task"), strings.Join(ports, ", "), v.route.reaches(), count(capacity, "instance"))
}
