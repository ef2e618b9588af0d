package inventory

import (
	"slices"
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
	// Waits says that the script goes on only when the units have started or stopped.
	Waits bool
	// Perhaps says that the command runs only under a condition, or that its place
	// among the others is not known.
	Perhaps bool
	Text    string // empty when the command only may start them in some way
}

// Names reports whether the command is about this unit.
func (c UnitCommand) Names(unit string) bool { return slices.Contains(c.Units, unit) }
