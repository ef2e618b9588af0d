package checks

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/inventory"
)

// task is a task definition with what it demands and where it may run.
type task struct {
	*inventory.TaskDefinition
	survey   *survey
	demand   demand
	services []*service
	routes   []route
}

func (s *survey) newTask(d *inventory.TaskDefinition) *task {
	return &task{TaskDefinition: d, survey: s, demand: demandOf(d)}
}

// speaks is the task's name in a message: its family, or its id.
func (t *task) speaks() string {
	if family, ok := t.Family.Get(); ok {
		return fmt.Sprintf("task definition %q", family)
	}
	return "task definition " + t.Label()
}

// names is a container's name in a message.
func names(c *inventory.Container, i int) string {
	if name, ok := c.Name.Get(); ok {
		return fmt.Sprintf("container %q", name)
	}
	return fmt.Sprintf("container %d", i+1)
}

// compatible is whether a launch type is among those that the task is
// registered for; known is false when that cannot be told.
func (t *task) compatible(launchType string) (is, known bool) {
	values, complete := inventory.Values(t.Compatibilities)
	for _, v := range values {
		if v == launchType {
			return true, true
		}
	}
	return false, complete && t.Compatibilities.Set
}

// certainly is that a list contains a value.
func contains(l inventory.List[inventory.Fact[string]], value string) bool {
	values, _ := inventory.Values(l)
	for _, v := range values {
		if v == value {
			return true
		}
	}
	return false
}

// requestsGPU is whether a container certainly asks for NVIDIA GPUs.
func requestsGPU(c *inventory.Container) bool {
	for _, f := range c.GPURequests.Items {
		if r, ok := f.Get(); ok && r.Type() == "GPU" {
			return true
		}
	}
	return false
}
