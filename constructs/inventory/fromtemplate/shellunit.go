package fromtemplate

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/inventory"
)

// systemctlActions are the verbs that start or stop units that are not running.
// try-restart and reload do nothing to those.
var systemctlActions = map[string]inventory.UnitAction{
	"start": inventory.UnitStart, "stop": inventory.UnitStop, "restart": inventory.UnitRestart, "reload-or-restart": inventory.UnitRestart,
}

// nowActions are the verbs that do so with --now.
var nowActions = map[string]inventory.UnitAction{
	"enable": inventory.UnitStart, "reenable": inventory.UnitStart, "disable": inventory.UnitStop, "mask": inventory.UnitStop,
}

// unitCommand reads a call of systemctl or service; false for one that starts
// and stops nothing.
func unitCommand(name string, args []string) (inventory.UnitCommand, bool) {
	c := inventory.UnitCommand{Waits: !slices.Contains(args, "--no-block"), Text: name + " " + strings.Join(args, " ")}
	words := slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return strings.HasPrefix(arg, "-") })
	if len(words) < 2 || hasMark(c.Text) {
		return c, false
	}
	verb, units := words[0], words[1:]
	if name == "service" {
		verb, units = words[1], words[:1]
	}
	c.Action = systemctlActions[verb]
	if slices.Contains(args, "--now") && name == "systemctl" {
		c.Action = nowActions[verb]
	}
	for _, unit := range units {
		if path.Ext(unit) == "" {
			unit += ".service"
		}
		c.Units = append(c.Units, unit)
	}
	return c, c.Action != ""
}

// unit follows a command that may start or stop units. One in the background
// does not hold up the script, and a group in parentheses may be there as a whole.
func (s *shell) unit(name string, args []string, operator string) {
	c, ok := unitCommand(name, args)
	if !ok {
		if len(args) > 0 && args[0] == "reboot" {
			s.mayStartAgent(args[0], "")
		}
		return
	}
	c.Waits = c.Waits && operator != "&"
	c.Perhaps = s.conditional() || slices.ContainsFunc(s.stack, func(b shellBlock) bool { return b.end == ")" })
	s.agent.Units = append(s.agent.Units, c)
}

var (
	// agentStart is a start of the agent in the text of another command, such as
	// systemd-run, at or a file that is written.
	agentStart = regexp.MustCompile(`\b(?:re)?start\b[^\n]*\becs\b`)
	reboot     = regexp.MustCompile(`^reboot\b|^shutdown .*-r\b|^init 6\b`)
)

// mayStartAgent follows what may start the agent later, without the script
// waiting for it: a text that says so, and a reboot.
func (u *userDataReader) mayStartAgent(command, input string) {
	if !agentStart.MatchString(command) && !agentStart.MatchString(input) && !reboot.MatchString(command) {
		return
	}
	u.agent.Units = append(u.agent.Units, inventory.UnitCommand{Action: inventory.UnitStart, Units: []string{inventory.AgentUnit}, Perhaps: true})
}
