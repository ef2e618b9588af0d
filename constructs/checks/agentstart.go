package checks

import (
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/inventory/userdata"
)

// agentStartRules are about the start of the ECS agent, which waits for the user
// data to end: its unit is ordered after cloud-final.service.
var agentStartRules = []Rule{
	{
		ID: "ecsgpu-image-agent-stopped", Category: Image, Severity: Error,
		Title: "user data stops Docker, and with it the ECS agent for good",
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

func checkAgentStopped(p *pool, r *report) {
	for _, l := range p.Launches() {
		stop, stopped := stopOfAgent(l.Agent.Units)
		answer := hasECSUnit(l.Image)
		if !stopped || answer == hardware.No || l.Agent.Settings.Open {
			continue
		}
		f := r.add(p.item(l), l.UserData.Place, "the user data of %s runs %s, and nothing after it starts the ECS agent", p.speaks(), stop.Text)
		if stop.Perhaps || answer == hardware.Unknown || !stop.Names(userdata.DockerUnit) {
			f.as(Warning)
		}
	}
}

// stopOfAgent is the last command that stops Docker, or its socket, on which
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

func checkAgentDeadlock(p *pool, r *report) {
	for _, l := range p.Launches() {
		answer := hasECSUnit(l.Image)
		if path, ok := l.Image.SSMParameter.Get(); ok && strings.Contains(path, "/ami-amazon-linux-latest/") {
			answer = hardware.Yes // the package is the same where user data installs it
		}
		if answer == hardware.No {
			continue
		}
		for _, c := range l.Agent.Units {
			if !c.Starts() || !c.Names(userdata.AgentUnit) || !c.Waits {
				continue
			}
			f := r.add(p.item(l), l.UserData.Place, "the user data of %s runs %s, which waits until the user data has ended", p.speaks(), c.Text)
			if c.Perhaps || answer == hardware.Unknown {
				f.as(Warning)
			}
		}
	}
}

// hasECSUnit is whether an image has the agent's unit of Amazon Linux. AWS's
// other public images have another one, or none before the user data installs it.
func hasECSUnit(i inventory.Image) hardware.Answer {
	if image, ok := i.Recognise(); ok {
		if image.OS == images.AmazonLinux2023 || image.OS == images.AmazonLinux2 {
			return hardware.Yes
		}
		return hardware.No
	}
	if path, ok := i.SSMParameter.Get(); ok && strings.HasPrefix(path, "/aws/service/") {
		return hardware.No
	}
	return hardware.Unknown
}
