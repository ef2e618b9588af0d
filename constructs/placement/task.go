package placement

import (
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/inventory"
)

// Task is a task definition with what a task requests and where it may run.
type Task struct {
	*inventory.TaskDefinition
	Demand   Demand
	Services []*Service

	// Route is where a task that somebody runs by hand can be sent. It counts for
	// tasks that no service runs.
	Route Route
}

// Routes returns where the services of the task send it, or else where it can be
// sent by hand.
func (t *Task) Routes() []Route {
	if len(t.Services) == 0 {
		return []Route{t.Route}
	}
	var routes []Route
	for _, s := range t.Services {
		routes = append(routes, s.Route)
	}
	return routes
}

// RunsElsewhere reports whether the task is for Fargate or external instances
// only.
func (t *Task) RunsElsewhere() bool {
	names, complete := inventory.Values(t.Compatibilities)
	return complete && len(names) > 0 && !slices.ContainsFunc(names, func(n string) bool {
		return strings.EqualFold(n, "EC2") || strings.EqualFold(n, "MANAGED_INSTANCES")
	})
}

// onlyEC2 reports whether a task cannot be meant for Fargate, external or Managed
// Instances.
func (t *Task) onlyEC2() bool {
	names, complete := inventory.Values(t.Compatibilities)
	return complete && !slices.ContainsFunc(names, func(n string) bool { return n != "EC2" })
}
