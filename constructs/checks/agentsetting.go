package checks

import (
	"fmt"
	"strings"

	"github.com/ecsgpu/cdk/constructs/agent"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

const sourceAgent = "aws/amazon-ecs-agent 8dfceca (1.105.1, 2026-06-30), agent/config and ecs-init/docker"

// agentSettingRules are about what user data tells the ECS agent.
var agentSettingRules = []Rule{
	{
		ID: "ecsgpu-image-agent-unknown-setting", Category: Image, Severity: Warning,
		Title:  "a setting that the ECS agent does not read",
		Reason: "ecs-init passes any line of ecs.config on, and the agent ignores what it does not know, without a word in its log.",
		Source: sourceAgent,
		Fix:    "correct the name, or remove the setting.",
		check:  onPool(checkSettingNames),
	},
	{
		ID: "ecsgpu-image-agent-setting", Category: Image, Severity: Error,
		Title:  "a value of a setting that the ECS agent does not take",
		Reason: "the agent uses another value or its default instead; with some settings it does not start or cannot register, and the instance never joins the cluster.",
		Source: sourceAgent,
		Fix:    "write the value as the agent reads it.",
		check:  onPool(checkSettingValues),
	},
	{
		ID: "ecsgpu-scaling-reserved-memory", Category: Scaling, Severity: Warning,
		Title:  "ECS_RESERVED_MEMORY out of range",
		Reason: "the agent reads it as a 16 bit number and takes 0 for what is not one, so nothing is reserved and tasks may take the system's memory.",
		Source: sourceAgent,
		Fix:    "set it to 0 to 65535 MiB.",
		check:  onPool(checkReservedMemory),
	},
}

const reservedMemory = "ECS_RESERVED_MEMORY"

// eachSetting calls f with every setting of the agent in a pool's user data.
func (p *pool) eachSetting(f func(l *inventory.Launch, name string, value inventory.Fact[string])) {
	for _, l := range p.Launches() {
		for _, name := range l.Agent.Settings.Names() {
			f(l, name, l.Agent.Settings.Entries[name])
		}
	}
}

func checkSettingNames(p *pool, r *report) {
	p.eachSetting(func(l *inventory.Launch, name string, value inventory.Fact[string]) {
		if l.Agent.Bottlerocket {
			checkBottlerocketName(p, r, l, name, value)
			return
		}
		// Other names are for the Go runtime and the AWS SDK, or mean nothing to the agent.
		_, known := agent.Lookup(name)
		if known || !strings.Contains(strings.ToUpper(name), "ECS") {
			return
		}
		f := r.add(p.item(l), value.Place, "%s sets %q, which the ECS agent %s does not read", p.speaks(), name, agent.Version)
		if nearest := agent.Nearest(name); nearest != "" {
			f.fix("write %s=… at the start of the line.", nearest)
		}
	})
}

func checkBottlerocketName(p *pool, r *report, l *inventory.Launch, name string, value inventory.Fact[string]) {
	if _, known := agent.LookupBottlerocket(name); known || !strings.HasPrefix(name, "settings.ecs.") {
		return
	}
	f := r.add(p.item(l), value.Place, "%s sets %s, which is not known to be a setting of Bottlerocket", p.speaks(), name).
		because("Bottlerocket refuses user data with a setting that its API does not have, and the instance does not join the cluster.",
			"bottlerocket-settings-models v0.6.0 (2024-10); bottlerocket-os/bottlerocket #2453 (2022-09-26)")
	if nearest := agent.NearestBottlerocket(name); nearest != "" {
		f.fix("write %s.", nearest)
	}
}

func checkSettingValues(p *pool, r *report) {
	p.eachSetting(func(l *inventory.Launch, name string, value inventory.Fact[string]) {
		text, stated := value.Get()
		if !stated || name == reservedMemory {
			return
		}
		if bottlerocket, ok := bottlerocketSetting(l.Agent, name); ok {
			checkBottlerocketValue(p, r, l, bottlerocket, value)
			return
		}
		s, known := agent.Lookup(name)
		if known && !l.Agent.Bottlerocket {
			judge(p, r, l, s, value, s.Judge(text))
		}
	})
}

// judge reports what becomes of a value that the agent does not take. The bounds
// in the table are those of the agent on Linux.
func judge(p *pool, r *report, l *inventory.Launch, s agent.Setting, value inventory.Fact[string], v agent.Verdict) {
	text, _ := value.Get()
	var becomes string
	severity := Warning
	switch {
	case v.Effect == agent.Taken, l.Agent.Windows && v.Effect == agent.Replaced:
		return
	case v.Effect == agent.Fatal && s.Format == agent.Cluster:
		becomes, severity = "no cluster has that name", Error
	case v.Effect == agent.Fatal:
		becomes, severity = "the agent does not start with it", Error
	case v.Effect == agent.Replaced:
		becomes = "the agent uses " + v.Instead
	case s.Default != "" && !l.Agent.Windows:
		becomes = fmt.Sprintf("the agent ignores it and uses its default, %s", s.Default)
	default:
		becomes = "the agent ignores it"
	}
	r.add(p.item(l), value.Place, "%s sets %s to %s; %s", p.speaks(), s.Name, text, becomes).as(severity).fix("write %s.", v.Want)
}

// bottlerocketSetting is the setting that an entry of Bottlerocket's user data
// stands for.
func bottlerocketSetting(a inventory.AgentConfig, name string) (agent.BottlerocketSetting, bool) {
	if !a.Bottlerocket {
		return agent.BottlerocketSetting{}, false
	}
	if s, ok := agent.LookupBottlerocket(name); ok {
		return s, true
	}
	return agent.BottlerocketOf(name)
}

func checkBottlerocketValue(p *pool, r *report, l *inventory.Launch, s agent.BottlerocketSetting, value inventory.Fact[string]) {
	text, _ := value.Get()
	if s.Takes(text) {
		// What Bottlerocket takes it hands to the agent, whose bounds hold too.
		if variable, ok := agent.Lookup(s.Variable); ok && variable.Least != "" {
			judge(p, r, l, variable, value, variable.Judge(text))
		}
		return
	}
	r.add(p.item(l), value.Place, "%s sets %s to %s, which Bottlerocket does not take", p.speaks(), s.Name, text).as(Warning).
		because("Bottlerocket refuses user data with a value of another type, and the instance does not join the cluster.",
			"bottlerocket-settings-models v0.6.0 (2024-10)").
		fix("write %s.", s.Want())
}

func checkReservedMemory(p *pool, r *report) {
	s := agent.Must(reservedMemory)
	for _, l := range p.Launches() {
		f := l.Agent.Settings.Get(reservedMemory)
		if text, ok := f.Get(); ok && s.Judge(text).Effect != agent.Taken {
			r.add(p.item(l), f.Place, "%s sets %s to %q, which the agent reads as 0", p.speaks(), reservedMemory, text)
		}
	}
}
