package checks

import (
	"slices"

	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// Rule is one thing that is looked for.
type Rule struct {
	// ID is stable: it never changes and is never used for another rule. It is
	// what acknowledges a finding.
	ID string
	// Category is the part of the id behind "ecsgpu-".
	Category Category
	// Severity is the worst that its findings can have.
	Severity Severity
	// Title is what is wrong, as a noun phrase.
	Title string
	// Reason is why that matters, in a sentence or two.
	Reason string
	// Source is where the reason is from, with its date or version.
	Source string
	// Fix is what to do, in general; a finding may say it more precisely.
	Fix string

	check check
}

// Category groups rules by what they look at. It is the second part of a
// rule's id.
type Category string

// The categories, in the order in which findings of equal place are reported.
const (
	Fit       Category = "fit"       // does a task fit on the instances that it can be sent to
	Image     Category = "image"     // does the machine image drive the instance type
	Lifecycle Category = "lifecycle" // can the instance type still be launched, and here
	Requests  Category = "requests"  // does a container request GPUs in a way that works
	Scaling   Category = "scaling"   // does the pool grow, shrink, roll and go away
	Network   Category = "network"   // EFA, placement groups, network interfaces of tasks
	Logs      Category = "logs"      // can a container write its log
	Alarms    Category = "alarms"    // does an alarm or a scaling policy see its metrics, and is somebody told
	Security  Category = "security"  // what is specific to container instances
	Text      Category = "template"  // the template as text
)

// Categories returns every category in the order of the documentation.
func Categories() []Category {
	return []Category{Fit, Image, Lifecycle, Requests, Scaling, Network, Logs, Alarms, Security, Text}
}

// check is how a rule looks at an inventory: pool by pool, task by task, service
// by service, alarm by alarm, topic by topic, at what keeps a task from its
// instances, or as a whole.
type check interface {
	run(r *report)
}

type (
	onPool      func(p *placement.Pool, r *report)
	onTask      func(t *placement.Task, r *report)
	onService   func(v *placement.Service, r *report)
	onWatch     func(w *inventory.Watch, r *report)
	onTopic     func(t *inventory.Topic, r *report)
	onNumber    func(n number, r *report)
	onFit       func(s placement.Shortage) bool // which are reported
	onInventory func(r *report)
	onText      struct{} // reported by Template, before there is an inventory
)

func each[T any](all []T, check func(T, *report), r *report) {
	for _, one := range all {
		check(one, r)
	}
}

func (c onPool) run(r *report)      { each(r.Pools, c, r) }
func (c onTask) run(r *report)      { each(r.Tasks, c, r) }
func (c onService) run(r *report)   { each(r.Services, c, r) }
func (c onWatch) run(r *report)     { each(r.Watches, c, r) }
func (c onTopic) run(r *report)     { each(r.Topics, c, r) }
func (c onNumber) run(r *report)    { each(r.numbers(), c, r) }
func (c onInventory) run(r *report) { c(r) }
func (onText) run(*report)          {}

// rules are all rules, in the order of the documentation.
var rules = allRules()

func allRules() []Rule {
	return slices.Concat(
		fitRules, fitServiceRules,
		imageRules, imageAgentRules, agentSettingRules, agentStartRules,
		lifecycleRules,
		gpuRequestRules, containerRules,
		poolRules, providerRules, serviceRules,
		efaRules, awsvpcRules,
		logRules,
		alarmRules,
		securityRules,
		numberRules, textRules,
	)
}

// positions are the places of the rules in that order.
var positions = func() map[string]int {
	byID := map[string]int{}
	for i, r := range rules {
		byID[r.ID] = i
	}
	return byID
}()

func position(id string) int { return positions[id] }

// Rules returns every rule, in the order of the documentation.
func Rules() []Rule { return slices.Clone(rules) }

// IDs returns the id of every rule, sorted.
func IDs() []string {
	ids := make([]string, len(rules))
	for i, r := range rules {
		ids[i] = r.ID
	}
	slices.Sort(ids)
	return ids
}

// Lookup returns the rule with this id.
func Lookup(id string) (Rule, bool) {
	i, found := positions[id]
	if !found {
		return Rule{}, false
	}
	return rules[i], true
}
