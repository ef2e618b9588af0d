package userdata

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// UnitAction is what a command does to units of systemd.
type UnitAction string

const (
	UnitStart   UnitAction = "start"
	UnitStop    UnitAction = "stop"
	UnitRestart UnitAction = "restart"
)

const (
	AgentUnit  = "ecs.service"
	DockerUnit = "docker.service"
)

// UnitCommand is a command of the user data that starts or stops units.
type UnitCommand struct {
	Action UnitAction
	Units  []string // docker.service, ecs.service
	// Waits says that the script goes on only when the units of systemd have
	// started or stopped.
	Waits bool
	// Perhaps says that the command runs only under a condition, or that its place
	// among the others is not known.
	Perhaps bool
	Text    string // empty when the command only may start them in some way
}

// Names reports whether the command is about this unit.
func (c UnitCommand) Names(unit string) bool { return slices.Contains(c.Units, unit) }

// Starts reports whether the units run after the command.
func (c UnitCommand) Starts() bool { return c.Action == UnitStart || c.Action == UnitRestart }

// unitActions are the verbs of systemctl and of service. try-restart and reload do nothing to units that do not run.
var unitActions = map[string]UnitAction{
	"start": UnitStart, "stop": UnitStop, "restart": UnitRestart, "reload-or-restart": UnitRestart,
}

// nowActions are the verbs that change the next boot and, with --now, this one.
var nowActions = map[string]UnitAction{
	"enable": UnitStart, "reenable": UnitStart, "disable": UnitStop, "mask": UnitStop,
}

// unitCommand reads a call of systemctl or service; false for one that does
// nothing to units.
func unitCommand(name string, args []string) (UnitCommand, bool) {
	c := UnitCommand{Text: strings.Join(append([]string{name}, args...), " ")}
	words := slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return strings.HasPrefix(arg, "-") })
	if len(words) < 2 || hasMark(c.Text) {
		return c, false
	}
	verb, units := words[0], words[1:]
	if name == "service" {
		verb, units = words[1], words[:1]
	}
	c.Action = unitActions[verb]
	if slices.Contains(args, "--now") {
		c.Action = nowActions[verb]
	}
	c.Waits = !slices.Contains(args, "--no-block")
	for _, unit := range units {
		if path.Ext(unit) == "" {
			unit += ".service"
		}
		c.Units = append(c.Units, unit)
	}
	return c, c.Action != ""
}

// unit follows a command that does something to units. One in the background
// does not hold up the script.
func (s *shell) unit(name string, args []string) {
	c, ok := unitCommand(name, args)
	if !ok || s.again {
		if slices.Contains(args, "reboot") {
			s.mayStartAgent("reboot", "")
		}
		return
	}
	c.Waits = c.Waits && !s.background
	c.Perhaps = s.uncertain()
	s.Units = append(s.Units, c)
}

var (
	// agentStart is a start of the agent in the text of another command, such as
	// systemd-run, at or a file that is written.
	agentStart = regexp.MustCompile(`\b(?:re)?start\b[^\n]*\becs\b`)
	reboot     = regexp.MustCompile(`^reboot\b|^shutdown .*-r\b|^init 6\b`)
)

// mayStartAgent follows what may start the agent later, without the script
// waiting for it: a text that says so, and a reboot.
func (m *machine) mayStartAgent(command, input string) {
	if m.again || !agentStart.MatchString(command) && !agentStart.MatchString(input) && !reboot.MatchString(command) {
		return
	}
	m.Units = append(m.Units, UnitCommand{Action: UnitStart, Units: []string{AgentUnit}, Perhaps: true})
}
