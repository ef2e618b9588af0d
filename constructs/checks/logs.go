package checks

import (
	"strings"

	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// logRules are about the awslogs driver.
var logRules = []Rule{
	{
		ID: "ecsgpu-logs-group", Category: Logs, Severity: Warning,
		Title:  "a log group that the template does not create",
		Reason: "a container whose log group does not exist does not start.",
		Source: "Amazon ECS developer guide, awslogs log driver (as of 2026-11)",
		Fix:    "create the AWS::Logs::LogGroup and refer to it, or set awslogs-create-group.",
		check:  onTask(checkLogGroup),
	},
	{
		ID: "ecsgpu-logs-region", Category: Logs, Severity: Warning,
		Title:  "the Region of the log is written out",
		Reason: "in another Region the log group does not exist, and the container does not start.",
		Source: "Amazon ECS developer guide, awslogs log driver (as of 2026-11)",
		Fix:    "write !Ref AWS::Region.",
		check:  onTask(checkLogRegion),
	},
}

// writesLogs visits the containers with the awslogs driver.
func writesLogs(t *placement.Task, visit func(c *inventory.Container, i int)) {
	for i, c := range t.Containers.Items {
		if driver, ok := c.LogDriver.Get(); ok && driver == "awslogs" {
			visit(c, i)
		}
	}
}

func checkLogGroup(t *placement.Task, r *report) {
	writesLogs(t, func(c *inventory.Container, i int) {
		group := c.LogOptions.Get("awslogs-group")
		name, known := group.Get()
		create, createKnown := c.LogOptions.Get("awslogs-create-group").Or("false")
		if !known || !createKnown || strings.EqualFold(create, "true") || len(r.Open) > 0 || r.hasLogGroup(name) {
			return
		}
		f := r.add(t.Item, group.Place, "%s of %s writes to the log group %q, which the template does not create", names(c, i), taskName(t), name)
		if len(group.Parameters) > 0 {
			f.as(Info) // whoever deploys names a group of their own
		}
	})
}

// hasLogGroup reports whether the template creates a log group of that name, or may.
func (s *survey) hasLogGroup(name string) bool {
	for _, g := range s.LogGroups {
		if own, ok := g.Name.Get(); ok && own == name || g.Name.IsUnknown() {
			return true
		}
	}
	return false
}

func checkLogRegion(t *placement.Task, r *report) {
	writesLogs(t, func(c *inventory.Container, i int) {
		region := c.LogOptions.Get("awslogs-region")
		name, known := region.Get()
		here := r.Region
		if !known || len(region.Parameters) > 0 || region.Place.Path == "" || name == here {
			return
		}
		f := r.add(t.Item, region.Place, "%s of %s writes its log in %s", names(c, i), taskName(t), name)
		if here == "" {
			f.Message += " wherever the stack is"
			f.as(Info)
			return
		}
		f.Message += ", and the stack is in " + here
	})
}
