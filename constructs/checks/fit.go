package checks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

const (
	sourcePlacement = "Amazon ECS developer guide, task placement: an instance must meet the task's CPU, GPU, memory and port requirements (as of 2026-11)"
	sourceScaling   = "Amazon ECS developer guide, how managed scaling decides on the number of instances (2023-06-15 text, same in 2026)"
	sourceMemory    = "Amazon ECS developer guide, reserving container instance memory; aws/amazon-ecs-agent 8dfceca (2026-06-30), ecs_client.go"
	sourceGPUs      = "Amazon ECS developer guide, specifying GPUs in a task definition (as of 2026-11)"
	sourceSharing   = "Amazon ECS developer guide, sharing GPUs with NVIDIA MPS (2026-10-27)"
)

// fitRules are about a task on the instances that it can be sent to.
var fitRules = []Rule{
	{
		ID: "ecsgpu-fit-gpus", Category: Fit, Severity: Error,
		Title:  "a task requests more GPUs than an instance has",
		Reason: "all GPUs of a task come from one instance, so the task waits indefinitely, and scaling out does not help.",
		Source: sourceGPUs,
		Fix:    "choose an instance type with enough GPUs, or request fewer.",
		check:  by(placement.LimitGPUs),
	},
	{
		ID: "ecsgpu-fit-fraction", Category: Fit, Severity: Warning,
		Title:  "a task requests a fraction of a GPU that the instances do not have",
		Reason: inventory.FractionsUncertain + "; nothing documents that one divides a whole GPU.",
		Source: inventory.SourceFractions,
		Fix:    "launch g6f or gr6f instances, request a whole GPU, or share one by MPS.",
		check:  by(placement.LimitGPUFraction),
	},
	{
		ID: "ecsgpu-fit-gpu-memory", Category: Fit, Severity: Error,
		Title:  "a share of a GPU is larger than the GPU's memory",
		Reason: "all containers of a task that share by MPS get their memory from one GPU, and ECS counts what the agent registers: the GPU's memory less what the driver keeps.",
		Source: sourceSharing + "; aws/amazon-ecs-agent pull request 5061 (2026-07-24)",
		Fix:    "request less memory, or choose a type whose GPUs have more.",
		check:  by(placement.LimitGPUMemory),
	},
	{
		ID: "ecsgpu-fit-gpu-sharing", Category: Fit, Severity: Error,
		Title:  "a task shares a GPU where the image or the type cannot",
		Reason: "sharing by MPS needs the MPS service of the AL2023 GPU image, agent 1.107.0 and whole GPUs.",
		Source: sourceSharing,
		Fix:    "use the latest al2023-gpu image on a type with whole GPUs.",
		check:  by(placement.LimitGPUSharing),
	},
	{
		ID: "ecsgpu-fit-cpu", Category: Fit, Severity: Error,
		Title:  "a task requests more CPU than an instance has",
		Reason: "an instance registers 1024 CPU units for each vCPU, and a task is placed on one instance.",
		Source: sourcePlacement,
		Fix:    "choose a larger instance type, or request less.",
		check:  by(placement.LimitCPU),
	},
	{
		ID: "ecsgpu-fit-memory", Category: Fit, Severity: Error,
		Title:  "a task requests all the memory of an instance or more",
		Reason: "an instance registers what Linux sees less ECS_RESERVED_MEMORY, which is always less than its nominal memory.",
		Source: sourceMemory,
		Fix:    "choose a larger instance type, or request less.",
		check:  onFit(func(s placement.Shortage) bool { return s.Limit == placement.LimitMemory && s.Certain }),
	},
	{
		ID: "ecsgpu-fit-memory-headroom", Category: Fit, Severity: Warning,
		Title:  "a task requests nearly all the memory of an instance",
		Reason: "the kernel and the firmware take 2 to 7 % of the nominal memory before ECS sees it, how much differs by type, and a task that misses by one MiB is never placed.",
		Source: "Amazon ECS developer guide, m4.large registers 7985 of 8192 MiB; karpenter-provider-aws 1d92708 takes 7.5 % off by default",
		Fix:    "request at most 92.5 % of the nominal memory less ECS_RESERVED_MEMORY, or choose a larger type.",
		check:  onFit(func(s placement.Shortage) bool { return s.Limit == placement.LimitMemory && !s.Certain }),
	},
	{
		ID: "ecsgpu-fit-architecture", Category: Fit, Severity: Error,
		Title:  "a task is built for another architecture than the instances have",
		Reason: "ECS places a task with a runtime platform only on instances of that architecture.",
		Source: "Amazon ECS API reference, RuntimePlatform (as of 2026-11)",
		Fix:    "choose instances of the task's architecture, or build the image for theirs.",
		check:  by(placement.LimitArchitecture),
	},
	{
		ID: "ecsgpu-fit-constraint", Category: Fit, Severity: Error,
		Title:  "a placement constraint excludes every instance type",
		Reason: "a memberOf constraint that no instance meets leaves the task unplaced.",
		Source: "Amazon ECS developer guide, cluster query language (as of 2026-11)",
		Fix:    "name the instance types that the pool launches, or better send the task to a capacity provider and drop the constraint.",
		check:  by(placement.LimitConstraint),
	},
	{
		ID: "ecsgpu-fit-devices", Category: Fit, Severity: Error,
		Title:  "a container maps a device that the instances do not have",
		Reason: "Docker refuses to start a container with a device that does not exist on the host.",
		Source: "Amazon ECS developer guide, AWS Neuron and EFA task definitions; EC2 DescribeInstanceTypes (moto 5.2.1, 2026-02)",
		Fix:    "choose an instance type with that many devices, or map fewer.",
		check:  by(placement.LimitDevices),
	},
	{
		ID: "ecsgpu-fit-mixed-types", Category: Fit, Severity: Error,
		Title:  "a task fits only the larger types of a group with several",
		Reason: "EC2 may start any of the types, and managed scaling leaves out tasks that do not fit the smallest one, so the group does not grow for them.",
		Source: sourceScaling,
		Fix:    "give each shape of instance a pool and a capacity provider of its own.",
		check:  by(placement.LimitSmallestType),
	},
	{
		ID: someValuesID, Category: Fit, Severity: Info,
		Title:  "a task fits only for some of the values that a parameter allows",
		Reason: "whoever deploys with another value gets a task that is never placed.",
		Source: sourcePlacement,
		Fix:    "deploy with a value that fits before running the task.",
		check:  onText{}, // found by comparing values, see Template
	},
}

const someValuesID = "ecsgpu-fit-some-values"

// by returns the check that reports shortages of one kind.
func by(l placement.Limit) onFit {
	return func(s placement.Shortage) bool { return s.Limit == l }
}

// judge returns what is said of tasks that are not placed. Where a route is not
// known, nothing is.
func (s *survey) judge() []placement.Verdict {
	var all []placement.Verdict
	for _, t := range s.Tasks {
		for _, v := range t.Verdicts() {
			if v.Route.Known {
				all = append(all, v)
			}
		}
	}
	return all
}

// undecided returns the tasks of which nothing is said here.
func (s *survey) undecided() map[string]bool {
	tasks := map[string]bool{}
	for _, t := range s.Tasks {
		for _, way := range t.Routes() {
			if !way.Known {
				tasks[t.LogicalID] = true
			}
		}
	}
	for _, v := range s.verdicts() {
		for _, short := range v.Shortages {
			if saidElsewhere(v, short) {
				tasks[v.Task.LogicalID] = true
			}
		}
	}
	return tasks
}

// saidElsewhere reports whether the rules on requests or on images say it.
func saidElsewhere(v placement.Verdict, s placement.Shortage) bool {
	o := v.Option
	undriven := o.Offer.Undriven != ""
	switch s.Limit {
	case placement.LimitGPUs:
		return undriven || v.Task.Demand.GPU.Refused != ""
	case placement.LimitSmallestType:
		return undriven
	case placement.LimitPorts:
		return slices.ContainsFunc(v.Task.Demand.HostPorts, placement.HostPort.IsReserved)
	case placement.LimitCPU, placement.LimitMemory:
		return undriven && !o.Instance.SupportsArchitecture(o.Image.Architecture)
	}
	return false
}

func (reports onFit) run(r *report) {
	for _, v := range r.verdicts() {
		for _, s := range v.Shortages {
			if reports(s) && !saidElsewhere(v, s) {
				r.short(v, s)
			}
		}
	}
}

// short reports a shortage.
func (r *report) short(v placement.Verdict, s placement.Shortage) {
	f := r.add(v.Task.Item, s.Place, "%s", r.shortText(v, s)).fix("%s", r.advice.against(v, s))
	if v.Placed != fact.No || !s.Certain || v.Part {
		f.as(Warning)
	}
	if s.Reason != "" {
		f.Reason = s.Reason
	}
	if s.Source != "" {
		f.Source = s.Source
	}
	f.task, f.byHand = v.Task.LogicalID, v.Route.Service == nil
}

// shortText says what the task requests, and what the instance type has that it
// misses least.
func (r *report) shortText(v placement.Verdict, s placement.Shortage) string {
	where := r.pool(v.Pool)
	if n := len(v.Route.Shares); n > 1 && !v.Part {
		where += fmt.Sprintf(" (the nearest of %d that it can be sent to)", n)
	}
	text := fmt.Sprintf("%s %s, but %s of %s %s", taskName(v.Task), s.Requests, v.Option.Instance.Name, where, s.Has)
	if v.Route.Service != nil {
		text += fmt.Sprintf("; %s runs it there", serviceName(v.Route.Service))
	}
	if v.Part {
		text += " with its share of the capacity provider strategy"
	}
	return text
}

// suggested is how many instance types a fix names.
const suggested = 3

// adviser names suitable instance types. It remembers its answers, because the
// same question comes up for every value of a parameter.
type adviser map[string]string

func (a adviser) remember(question string, find func() string) string {
	names, asked := a[question]
	if !asked {
		names = find()
		a[question] = names
	}
	return names
}

// against returns what to do about a shortage.
func (a adviser) against(v placement.Verdict, s placement.Shortage) string {
	if s.Fix != "" {
		return s.Fix
	}
	otherwise := "request less"
	switch {
	case s.Limit == placement.LimitArchitecture && len(v.Option.Instance.Architectures) > 0:
		otherwise = fmt.Sprintf("build the image for %s", v.Option.Instance.Architectures[0])
	case s.Limit == placement.LimitDevices:
		otherwise = "map fewer"
	case s.Limit == placement.LimitPorts:
		return "use another host port, or hostPort 0"
	case s.Limit == placement.LimitInterfaces:
		otherwise = "use another network mode"
	case !s.Certain && s.Offered > 0:
		otherwise = fmt.Sprintf("request at most %d MiB", s.Offered)
	}
	if types := a.suitable(v); types != "" {
		return fmt.Sprintf("use a suitable instance type, such as %s, or %s", types, otherwise)
	}
	return otherwise + ": no instance type on offer is suitable"
}

// suitable returns types that the task of a verdict fits.
func (a adviser) suitable(v placement.Verdict) string {
	d := v.Task.Demand
	if v.Route.Service != nil {
		d = v.Route.Service.Demand
	}
	find := func() string {
		var names []string
		for _, t := range placement.Suitable(d, suggested, v.Option) {
			names = append(names, t.Name)
		}
		return strings.Join(names, ", ")
	}
	if !d.Constraint.IsZero() {
		return find()
	}
	reserved := 0
	if v.Option.Launch != nil {
		reserved, _ = v.Option.Launch.Agent.ReservedMemoryMiB().Get()
	}
	instead := v.Option.Instance // of which only the kind and the architecture count
	return a.remember(fmt.Sprint(instead.Kind(), instead.Architectures, reserved, d.CPUUnits, d.MemoryMiB, d.GPU, d.NeuronDevices,
		d.EFADevices, d.Interfaces, d.HostPorts, d.Architecture), find)
}
