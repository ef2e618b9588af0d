package checks

import (
	"slices"

	"github.com/ecsgpu/cdk/constructs/inventory"
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

// check is how a rule looks at an inventory: pool by pool, task by task,
// service by service, alarm by alarm, topic by topic, or at fits.
type check interface {
	run(s *survey, r *report)
}

type (
	onPool    func(p *pool, r *report)
	onTask    func(t *task, r *report)
	onService func(v *service, r *report)
	onWatch   func(w *inventory.Watch, r *report)
	onTopic   func(t *inventory.Topic, s *survey, r *report)
	onFit     dimension
	onText    struct{} // reported by Template, before there is an inventory
)

func (c onPool) run(s *survey, r *report) {
	for _, p := range s.pools {
		c(p, r)
	}
}

func (c onTask) run(s *survey, r *report) {
	for _, t := range s.tasks {
		c(t, r)
	}
}

func (c onService) run(s *survey, r *report) {
	for _, v := range s.services {
		c(v, r)
	}
}

func (c onWatch) run(s *survey, r *report) {
	for _, w := range s.inv.Watches {
		c(w, r)
	}
}

func (c onTopic) run(s *survey, r *report) {
	for _, t := range s.inv.Topics {
		c(t, s, r)
	}
}

func (c onFit) run(s *survey, r *report) {
	for _, v := range s.verdicts() {
		if v.dimension == dimension(c) {
			r.verdict(v)
		}
	}
}

func (onText) run(*survey, *report) {}

// rules are all rules, in the order of the documentation.
var rules = allRules()

func allRules() []Rule {
	return slices.Concat(
		fitRules, fitServiceRules,
		imageRules, imageAgentRules, agentSettingRules, agentStartRules,
		lifecycleRules,
		gpuRequestRules, containerRules,
		poolRules, sizeRules, launchRules, providerRules, serviceRules,
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
