package checks

import "github.com/ecsgpu/cdk/constructs/inventory"

// numberRules are about properties that are numbers.
var numberRules = []Rule{
	{
		ID: "ecsgpu-template-number", Category: Text, Severity: Error,
		Title:  "a property holds no number, or one out of its range",
		Reason: "CloudFormation or the service refuses the resource, and nothing can be reckoned with it here.",
		Source: "AWS API models (botocore 1.43.11, 2026-11); cfn-lint 1.51.0 E3012",
		Fix:    "write a number of the range, in digits.",
		check:  onNumber(func(n number, r *report) { n.report(r, true) }),
	},
	{
		ID: "ecsgpu-template-number-form", Category: Text, Severity: Warning,
		Title:  "a number in a form that not every reader takes",
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

type onNumber func(n number, r *report)

func (c onNumber) run(s *survey, r *report) {
	for _, n := range s.numbers() {
		c(n, r)
	}
}

// numbers are all numbers that have a fault.
func (s *survey) numbers() []number {
	if !s.numbered {
		s.numbered = true
		s.numberPools()
		s.numberStrategies()
		s.numberServices()
		s.numberTasks()
	}
	return s.faulty
}

func (s *survey) number(item inventory.Item, owner func() string, key string, f inventory.Fact[int]) {
	if f.Fault != nil {
		s.faulty = append(s.faulty, number{item, owner(), key, f})
	}
}

func (s *survey) numberPools() {
	for _, p := range s.pools {
		s.number(p.Item, p.speaks, "MinSize", p.Min)
		s.number(p.Item, p.speaks, "MaxSize", p.Max)
		s.number(p.Item, p.speaks, "DesiredCapacity", p.Desired)
		s.number(p.Item, p.speaks, "OnDemandBaseCapacity", p.OnDemandBase)
		s.number(p.Item, p.speaks, "OnDemandPercentageAboveBaseCapacity", p.OnDemandPercentageAboveBase)
		if p.WarmPool != nil {
			s.number(p.WarmPool.Item, func() string { return "the warm pool of " + p.speaks() }, "MinSize", p.WarmPool.MinSize)
		}
	}
	for _, c := range s.inv.CapacityProviders {
		speaks := func() string { return "capacity provider " + c.Label() }
		s.number(c.Item, speaks, "TargetCapacity", c.TargetCapacityPercent)
		s.number(c.Item, speaks, "MinimumScalingStepSize", c.MinimumStep)
		s.number(c.Item, speaks, "MaximumScalingStepSize", c.MaximumStep)
		s.number(c.Item, speaks, "InstanceWarmupPeriod", c.InstanceWarmupSeconds)
	}
}

func (s *survey) numberStrategies() {
	of := func(item inventory.Item, strategy inventory.List[inventory.StrategyItem]) {
		for _, part := range strategy.Items {
			speaks := func() string { return "the capacity provider strategy of " + item.Label() }
			s.number(item, speaks, "Weight", part.Weight)
			s.number(item, speaks, "Base", part.Base)
		}
	}
	for _, c := range s.inv.Clusters {
		of(c.Item, c.DefaultStrategy)
	}
	for _, a := range s.inv.Associations {
		of(a.Item, a.DefaultStrategy)
	}
	for _, v := range s.inv.Services {
		of(v.Item, v.Strategy)
	}
}

func (s *survey) numberServices() {
	for _, v := range s.services {
		s.number(v.Item, v.speaks, "DesiredCount", v.DesiredCount)
		s.number(v.Item, v.speaks, "MinimumHealthyPercent", v.MinimumHealthyPercent)
		s.number(v.Item, v.speaks, "MaximumPercent", v.MaximumPercent)
		s.number(v.Item, v.speaks, "HealthCheckGracePeriodSeconds", v.HealthCheckGracePeriodSeconds)
	}
}

func (s *survey) numberTasks() {
	for _, t := range s.tasks {
		s.number(t.Item, t.speaks, "Cpu", t.CPUUnits)
		s.number(t.Item, t.speaks, "Memory", t.MemoryMiB)
		for i, c := range t.Containers.Items {
			s.numberContainer(t, c, func() string { return names(c, i) + " of " + t.speaks() })
		}
	}
}

func (s *survey) numberContainer(t *task, c *inventory.Container, speaks func() string) {
	s.number(t.Item, speaks, "Cpu", c.CPUUnits)
	s.number(t.Item, speaks, "Memory", c.MemoryMiB)
	s.number(t.Item, speaks, "MemoryReservation", c.MemoryReservationMiB)
	s.number(t.Item, speaks, "SharedMemorySize", c.SharedMemoryMiB)
	s.number(t.Item, speaks, "MaxSwap", c.MaxSwapMiB)
	s.number(t.Item, speaks, "Swappiness", c.Swappiness)
	s.number(t.Item, speaks, "StartTimeout", c.StartTimeoutSeconds)
	s.number(t.Item, speaks, "StopTimeout", c.StopTimeoutSeconds)
	for _, m := range c.PortMappings.Items {
		s.number(t.Item, speaks, "ContainerPort", m.ContainerPort)
		s.number(t.Item, speaks, "HostPort", m.HostPort)
	}
	for _, u := range c.Ulimits.Items {
		s.number(t.Item, speaks, "SoftLimit", u.Soft)
		s.number(t.Item, speaks, "HardLimit", u.Hard)
	}
}
