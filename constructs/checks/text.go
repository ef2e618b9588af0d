package checks

import (
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// textRules are about a template as text.
var textRules = []Rule{
	{
		ID: problemID, Category: Text, Severity: Warning,
		Title:  "a template with parts that are ignored or overwritten",
		Reason: "a duplicate key hides what was written first, an unknown section or tag is ignored or refused, what has another form than its section is not read, and linters stop there.",
		Source: "AWS CloudFormation user guide, template anatomy (as of 2026-11)",
		Fix:    "remove duplicate keys, correct misspelt names, and complete what is missing.",
		check:  onText{},
	},
}

const problemID = "ecsgpu-template-problem"

// numberRules are about properties that are numbers.
var numberRules = []Rule{
	{
		ID: "ecsgpu-template-number", Category: Text, Severity: Error,
		Title:  "a property holds no number, or one out of its range",
		Reason: "CloudFormation or the service refuses the resource, and the rules cannot use the value.",
		Source: "AWS API models (botocore 1.43.11, 2026-11); cfn-lint 1.51.0 E3012",
		Fix:    "write a number within the range, in digits.",
		check:  onNumber(func(n number, r *report) { n.report(r, true) }),
	},
	{
		ID: "ecsgpu-template-number-form", Category: Text, Severity: Warning,
		Title:  "a number in a form that not every reader accepts",
		Reason: "CloudFormation documents no other form than digits, and linters read the others differently: 1_000 may be 1000 or an error, 010 may be 8.",
		Source: "cfn-lint 1.51.0 and cloudformation-validate 1.10.0 (2026-11), which do not agree",
		Fix:    "write it in digits, without blanks, signs, underscores, leading zeros or an exponent.",
		check:  onNumber(func(n number, r *report) { n.report(r, false) }),
	},
}

// number is a property that is a number, with whose it is and what it is called.
type number struct {
	item       inventory.Item
	owner, key string
	fact       inventory.Fact[int]
}

// report says what is wrong with the number: what is refused, or what is only
// not documented.
func (n number) report(r *report, refused bool) {
	if fault := n.fact.Fault; fault != nil && fault.Refused == refused {
		r.add(n.item, n.fact.Place, "%s of %s %s", n.key, n.owner, fault.Message).because(r.rule.Reason, fault.Source)
	}
}

// faultyNumbers returns all numbers that have a fault, in the order of pools,
// strategies, services, tasks.
func (s *survey) faultyNumbers() []number {
	f := &faults{survey: s}
	f.ofPools()
	f.ofStrategies()
	f.ofServices()
	f.ofTasks()
	return f.numbers
}

type faults struct {
	*survey
	numbers []number
}

func (s *faults) add(item inventory.Item, owner func() string, key string, f inventory.Fact[int]) {
	if f.Fault != nil {
		s.numbers = append(s.numbers, number{item, owner(), key, f})
	}
}

func (s *faults) ofPools() {
	for _, p := range s.Pools {
		title := func() string { return s.pool(p) }
		s.add(p.Item, title, "MinSize", p.Min)
		s.add(p.Item, title, "MaxSize", p.Max)
		s.add(p.Item, title, "DesiredCapacity", p.Desired)
		s.add(p.Item, title, "OnDemandBaseCapacity", p.OnDemandBase)
		s.add(p.Item, title, "OnDemandPercentageAboveBaseCapacity", p.OnDemandPercentageAboveBase)
		if p.WarmPool != nil {
			s.add(p.WarmPool.Item, func() string { return "the warm pool of " + s.pool(p) }, "MinSize", p.WarmPool.MinSize)
		}
	}
	for _, c := range s.CapacityProviders {
		title := func() string { return "capacity provider " + c.Label() }
		s.add(c.Item, title, "TargetCapacity", c.TargetCapacityPercent)
		s.add(c.Item, title, "MinimumScalingStepSize", c.MinimumStep)
		s.add(c.Item, title, "MaximumScalingStepSize", c.MaximumStep)
		s.add(c.Item, title, "InstanceWarmupPeriod", c.InstanceWarmupSeconds)
	}
}

func (s *faults) ofStrategies() {
	each := func(item inventory.Item, strategy inventory.List[inventory.StrategyItem]) {
		for _, part := range strategy.Items {
			title := func() string { return "the capacity provider strategy of " + item.Label() }
			s.add(item, title, "Weight", part.Weight)
			s.add(item, title, "Base", part.Base)
		}
	}
	for _, c := range s.Clusters {
		each(c.Item, c.DefaultStrategy)
	}
	for _, a := range s.Associations {
		each(a.Item, a.DefaultStrategy)
	}
	for _, v := range s.Services {
		each(v.Item, v.Strategy)
	}
}

func (s *faults) ofServices() {
	for _, v := range s.Services {
		title := func() string { return serviceName(v) }
		s.add(v.Item, title, "DesiredCount", v.DesiredCount)
		s.add(v.Item, title, "MinimumHealthyPercent", v.MinimumHealthyPercent)
		s.add(v.Item, title, "MaximumPercent", v.MaximumPercent)
		s.add(v.Item, title, "HealthCheckGracePeriodSeconds", v.HealthCheckGracePeriodSeconds)
	}
}

func (s *faults) ofTasks() {
	for _, t := range s.Tasks {
		title := func() string { return taskName(t) }
		s.add(t.Item, title, "Cpu", t.CPUUnits)
		s.add(t.Item, title, "Memory", t.MemoryMiB)
		for i, c := range t.Containers.Items {
			s.ofContainer(t, c, func() string { return names(c, i) + " of " + taskName(t) })
		}
	}
}

func (s *faults) ofContainer(t *placement.Task, c *inventory.Container, title func() string) {
	s.add(t.Item, title, "Cpu", c.CPUUnits)
	s.add(t.Item, title, "Memory", c.MemoryMiB)
	s.add(t.Item, title, "MemoryReservation", c.MemoryReservationMiB)
	s.add(t.Item, title, "SharedMemorySize", c.SharedMemoryMiB)
	s.add(t.Item, title, "MaxSwap", c.MaxSwapMiB)
	s.add(t.Item, title, "Swappiness", c.Swappiness)
	s.add(t.Item, title, "StartTimeout", c.StartTimeoutSeconds)
	s.add(t.Item, title, "StopTimeout", c.StopTimeoutSeconds)
	for _, m := range c.PortMappings.Items {
		s.add(t.Item, title, "ContainerPort", m.ContainerPort)
		s.add(t.Item, title, "HostPort", m.HostPort)
	}
	for _, u := range c.Ulimits.Items {
		s.add(t.Item, title, "SoftLimit", u.Soft)
		s.add(t.Item, title, "HardLimit", u.Hard)
	}
}
