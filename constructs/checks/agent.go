package checks

import (
	"fmt"
	"strings"

	"github.com/ecsgpu/cdk/constructs/agent"
	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/inventory/userdata"
	"github.com/ecsgpu/cdk/constructs/placement"
)

const sourceAgent = "aws/amazon-ecs-agent 8dfceca (1.105.1, 2026-06-30), agent/config and ecs-init/docker"

// agentSettingRules are about what user data tells the ECS agent.
var agentSettingRules = []Rule{
	{
		ID: "ecsgpu-image-agent-unknown-setting", Category: Image, Severity: Warning,
		Title:  "a setting that the ECS agent does not read",
		Reason: "ecs-init passes any line of ecs.config on, and the agent ignores a setting that it does not know. Its log does not mention it.",
		Source: sourceAgent,
		Fix:    "correct the name, or remove the setting.",
		check:  onPool(checkSettingNames),
	},
	{
		ID: "ecsgpu-image-agent-setting", Category: Image, Severity: Error,
		Title:  "a value that the ECS agent does not accept",
		Reason: "the agent uses another value or its default instead; with some settings it does not start or cannot register, and the instance never joins the cluster.",
		Source: sourceAgent,
		Fix:    "write the value in the form that the agent reads.",
		check:  onPool(checkSettingValues),
	},
	{
		ID: "ecsgpu-scaling-reserved-memory", Category: Scaling, Severity: Warning,
		Title:  "ECS_RESERVED_MEMORY out of range",
		Reason: "the agent reads it as a 16 bit number and takes 0 for anything else, so nothing is reserved and tasks may take the system's memory.",
		Source: sourceAgent,
		Fix:    "set it to 0 to 65535 MiB.",
		check:  onPool(checkReservedMemory),
	},
}

const reservedMemory = "ECS_RESERVED_MEMORY"

// eachSetting calls f with every setting of the agent in a pool's user data.
func eachSetting(p *placement.Pool, f func(l *inventory.Launch, name string, value inventory.Fact[string])) {
	for _, l := range p.Launches() {
		for _, name := range l.Agent.Settings.Names() {
			f(l, name, l.Agent.Settings.Entries[name])
		}
	}
}

func checkSettingNames(p *placement.Pool, r *report) {
	eachSetting(p, func(l *inventory.Launch, name string, value inventory.Fact[string]) {
		if l.Agent.Bottlerocket {
			checkBottlerocketName(p, r, l, name, value)
			return
		}
		// Other names are for the Go runtime and the AWS SDK, or mean nothing to the agent.
		_, known := agent.Lookup(name)
		if known || !strings.Contains(strings.ToUpper(name), "ECS") {
			return
		}
		f := r.add(itemOf(p, l), value.Place, "%s sets %q, which the ECS agent %s does not read", r.pool(p), name, agent.Version)
		if nearest := agent.Nearest(name); nearest != "" {
			f.fix("write %s=… at the start of the line.", nearest)
		}
	})
}

func checkBottlerocketName(p *placement.Pool, r *report, l *inventory.Launch, name string, value inventory.Fact[string]) {
	if _, known := agent.LookupBottlerocket(name); known || !strings.HasPrefix(name, "settings.ecs.") {
		return
	}
	f := r.add(itemOf(p, l), value.Place, "%s sets %s, which is not known to be a setting of Bottlerocket", r.pool(p), name).
		because("Bottlerocket refuses user data with a setting that its API does not have, and the instance does not join the cluster.",
			"bottlerocket-settings-models v0.6.0 (2024-10); bottlerocket-os/bottlerocket #2453 (2022-09-26)")
	if nearest := agent.NearestBottlerocket(name); nearest != "" {
		f.fix("write %s.", nearest)
	}
}

func checkSettingValues(p *placement.Pool, r *report) {
	eachSetting(p, func(l *inventory.Launch, name string, value inventory.Fact[string]) {
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
func judge(p *placement.Pool, r *report, l *inventory.Launch, s agent.Setting, value inventory.Fact[string], v agent.Verdict) {
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
	r.add(itemOf(p, l), value.Place, "%s sets %s to %s; %s", r.pool(p), s.Name, text, becomes).as(severity).fix("write %s.", v.Want)
}

// bottlerocketSetting returns the setting that an entry of Bottlerocket's user data
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

func checkBottlerocketValue(p *placement.Pool, r *report, l *inventory.Launch, s agent.BottlerocketSetting, value inventory.Fact[string]) {
	text, _ := value.Get()
	if s.Takes(text) {
		// What Bottlerocket takes it hands to the agent, whose bounds hold too.
		if variable, ok := agent.Lookup(s.Variable); ok && variable.Least != "" {
			judge(p, r, l, variable, value, variable.Judge(text))
		}
		return
	}
	r.add(itemOf(p, l), value.Place, "%s sets %s to %s, which Bottlerocket does not take", r.pool(p), s.Name, text).as(Warning).
		because("Bottlerocket refuses user data with a value of another type, and the instance does not join the cluster.",
			"bottlerocket-settings-models v0.6.0 (2024-10)").
		fix("write %s.", s.Want())
}

func checkReservedMemory(p *placement.Pool, r *report) {
	s := agent.Must(reservedMemory)
	for _, l := range p.Launches() {
		f := l.Agent.Settings.Get(reservedMemory)
		if text, ok := f.Get(); ok && s.Judge(text).Effect != agent.Taken {
			r.add(itemOf(p, l), f.Place, "%s sets %s to %q, which the agent reads as 0", r.pool(p), reservedMemory, text)
		}
	}
}

// agentStartRules are about the start of the ECS agent, which waits for the user
// data to end: its unit is ordered after cloud-final.service.
var agentStartRules = []Rule{
	{
		ID: "ecsgpu-image-agent-stopped", Category: Image, Severity: Error,
		Title: "user data stops Docker, and the ECS agent does not start again",
		Reason: "ecs.service is part of docker.service, and while user data runs its start is queued: stopping Docker cancels it, " +
			"and starting Docker does not bring it back. The instance runs, is paid for, and never joins the cluster.",
		Source: "aws/amazon-ecs-agent #4277 (PartOf=docker.service since 1.86.1, 2024-08-12; Requires=docker.service before 1.85.0); " +
			"systemd.unit(5)",
		Fix:   "use systemctl restart docker, or start the agent again with systemctl start --no-block ecs.",
		check: onPool(checkAgentStopped),
	},
	{
		ID: "ecsgpu-image-agent-deadlock", Category: Image, Severity: Error,
		Title: "user data waits for the ECS agent, which waits for the user data",
		Reason: "on Amazon Linux ecs.service starts after cloud-final.service, which ends after the user data: a command that starts the agent " +
			"and waits for it never returns, and the instance never joins the cluster.",
		Source: "aws/amazon-ecs-agent #1707 (2018-11-29) and #4818 (2025-11-20); After=cloud-final.service since aws/amazon-ecs-init #175 (2018-06)",
		Fix:    "add --no-block: systemctl enable --now --no-block ecs.",
		check:  onPool(checkAgentDeadlock),
	},
}

func checkAgentStopped(p *placement.Pool, r *report) {
	for _, l := range p.Launches() {
		stop, stopped := stopOfAgent(l.Agent.Units)
		answer := hasECSUnit(l.Image)
		if !stopped || answer == fact.No || l.Agent.Settings.Open {
			continue
		}
		f := r.add(itemOf(p, l), l.UserData.Place, "the user data of %s runs %s, and nothing after it starts the ECS agent", r.pool(p), stop.Text)
		if stop.Perhaps || answer == fact.Maybe || !stop.Names(userdata.DockerUnit) {
			f.as(Warning)
		}
	}
}

// stopOfAgent returns the last command that stops Docker, or its socket, on which
// Docker depends, unless a later one starts the agent or may start it.
func stopOfAgent(commands []inventory.UnitCommand) (inventory.UnitCommand, bool) {
	var stop inventory.UnitCommand
	stopped := false
	for _, c := range commands {
		switch {
		case c.Action == userdata.UnitStop && (c.Names(userdata.DockerUnit) || c.Names("docker.socket")):
			stop, stopped = c, true
		case c.Starts() && c.Names(userdata.AgentUnit):
			stopped = false
		}
	}
	return stop, stopped
}

func checkAgentDeadlock(p *placement.Pool, r *report) {
	for _, l := range p.Launches() {
		answer := hasECSUnit(l.Image)
		if path, ok := l.Image.SSMParameter.Get(); ok && strings.Contains(path, "/ami-amazon-linux-latest/") {
			answer = fact.Yes // the package is the same where user data installs it
		}
		if answer == fact.No {
			continue
		}
		for _, c := range l.Agent.Units {
			if !c.Starts() || !c.Names(userdata.AgentUnit) || !c.Waits {
				continue
			}
			f := r.add(itemOf(p, l), l.UserData.Place, "the user data of %s runs %s, which waits until the user data has ended", r.pool(p), c.Text)
			if c.Perhaps || answer == fact.Maybe {
				f.as(Warning)
			}
		}
	}
}

// hasECSUnit returns whether an image has the agent's unit of Amazon Linux. AWS's
// other public images have another one, or none before the user data installs it.
func hasECSUnit(i inventory.Image) fact.Answer {
	if image, ok := i.Recognise(); ok {
		if image.OS == images.AmazonLinux2023 || image.OS == images.AmazonLinux2 {
			return fact.Yes
		}
		return fact.No
	}
	if path, ok := i.SSMParameter.Get(); ok && strings.HasPrefix(path, "/aws/service/") {
		return fact.No
	}
	return fact.Maybe
}
