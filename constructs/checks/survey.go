package checks

import (
	"fmt"
	"iter"
	"slices"
	"sync"

	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// survey is what rules look at: an inventory as ECS's scheduler sees it, and what
// several rules derive from it, each derived once.
type survey struct {
	*placement.View
	ofProps bool // findings speak of pools instead of what a template calls them

	associations map[string][]*inventory.Association // by cluster
	advice       adviser
	verdicts     func() []placement.Verdict
	items        func() map[string]inventory.Item
	numbers      func() []number
}

func newSurvey(v *placement.View) *survey {
	s := &survey{View: v, advice: adviser{}, associations: map[string][]*inventory.Association{}}
	for _, a := range v.Associations {
		if id := a.Cluster.Target; id != "" {
			s.associations[id] = append(s.associations[id], a)
		}
	}
	s.verdicts = sync.OnceValue(s.judge)
	s.items = sync.OnceValue(s.itemsByID)
	s.numbers = sync.OnceValue(s.faultyNumbers)
	return s
}

// pool returns a pool as messages call it. Its name is the same as in a plan and
// in a diagram.
func (s *survey) pool(p *placement.Pool) string {
	switch {
	case s.ofProps:
		return "pool " + p.Title
	case p.IsManaged():
		return "Managed Instances provider " + p.Title
	case p.Kind == inventory.SingleInstance:
		return "instance " + p.Title
	}
	return "Auto Scaling group " + p.Title
}

// pools returns pools as messages call them.
func (s *survey) pools(all []*placement.Pool) string {
	const shown = 5
	titles := make([]string, len(all))
	for i := range min(len(all), shown+1) {
		titles[i] = s.pool(all[i])
	}
	return some(titles, shown)
}

// taskName returns a task definition as messages call it: by its family, or its
// id.
func taskName(t *placement.Task) string {
	if family, ok := t.Family.Get(); ok {
		return fmt.Sprintf("task definition %q", family)
	}
	return "task definition " + t.Label()
}

// serviceName returns a service as messages call it.
func serviceName(v *placement.Service) string { return "service " + v.Title }

// names returns a container as messages call it.
func names(c *inventory.Container, i int) string {
	if name, ok := c.Name.Get(); ok {
		return fmt.Sprintf("container %q", name)
	}
	return fmt.Sprintf("container %d", i+1)
}

// named returns the instance types that a pool names. Those that EC2 chooses by
// attributes are not for rules on single types: it chooses among many.
func named(p *placement.Pool) iter.Seq[*placement.Option] {
	return func(yield func(*placement.Option) bool) {
		for i := range p.Options {
			if !p.Options[i].ByAttributes && !yield(&p.Options[i]) {
				return
			}
		}
	}
}

// itemOf returns where a finding on a launch belongs: a launch template of its
// own, or the pool.
func itemOf(p *placement.Pool, l *inventory.Launch) inventory.Item {
	if l != nil && l.LogicalID != "" {
		return l.Item
	}
	return p.Item
}

// contains reports whether a list certainly contains a value.
func contains(l inventory.List[inventory.Fact[string]], value string) bool {
	values, _ := inventory.Values(l)
	return slices.Contains(values, value)
}

// firstPlace returns the first place that is set.
func firstPlace(places ...inventory.Place) inventory.Place {
	for _, p := range places {
		if p.Path != "" {
			return p
		}
	}
	return inventory.Place{}
}

// count writes a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
