// Package checks says before a deployment what would fail after it: rules that
// know GPUs, machine images, instance types and ECS, over an inventory.
//
// A rule is a pure function of one inventory. [Run] applies all rules to one;
// [Template] and [Document] apply them to a CloudFormation template under each
// value that its parameters allow; [Pool] and [Task] are for Go code that builds
// the same things from props. What is unknown before deployment never causes a
// finding. Whether a task fits is for package placement to say.
//
// An error is something that certainly fails, by AWS's documentation or the
// source code of the agent. A warning may fail, costs money or is a security
// risk, or rests on a fact that AWS does not document. An info is worth knowing.
package checks

import (
	"slices"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/inventory/fromtemplate"
	"github.com/ecsgpu/cdk/constructs/placement"
)

//go:generate go test . -run ^TestDocs_current$ -update

// Document is [Template] for the text of a template, in JSON or YAML. name is
// what findings call it. The error may be that of [cloudformation.Parse], too.
func Document(name string, text []byte, env cloudformation.Environment) ([]Finding, error) {
	t, err := cloudformation.Parse(name, text)
	if err != nil {
		return nil, err
	}
	return Template(t, env)
}

// Template applies every rule to a CloudFormation template: with the values of
// env and the defaults of its other parameters, and then once for each other
// value that a parameter allows. The error is that of [fromtemplate.Read].
//
// A finding that holds for the defaults keeps its severity, and says for which
// values when it does not hold for all. One that holds for other values only is
// one step milder. A task that somebody runs by hand and that fits for some
// values is reported once, as an info.
//
// Parameters vary one at a time, and at most 4000 values are tried, fewer for
// large templates, see [fromtemplate.Variants] and maxWork. An info says so when
// not all values were tried.
func Template(t *cloudformation.Template, env cloudformation.Environment) ([]Finding, error) {
	variants, err := fromtemplate.Variants(t, env)
	if err != nil {
		return nil, err
	}
	m := newMerger(t)
	for v := range variants {
		if m.add(v); m.work > maxWork {
			break
		}
	}
	findings := append(m.findings(), problems(t, m.untried(), m.left)...)
	sortFindings(findings)
	return findings, nil
}

// Run applies every rule to one inventory. The order of the findings is that of
// the template.
func Run(inv *inventory.Inventory) []Finding {
	return newSurvey(placement.NewView(inv)).apply(rules)
}

// Pool applies the rules that look at one pool by itself: its image, its
// instance types, its scaling, its launch. The place of a finding is the name of
// the prop that [inventory.KnownAt] was given.
//
// around is what the pool refers to, such as capacity providers and security
// groups; nil when there is nothing.
func Pool(pool *inventory.Pool, around *inventory.Inventory) []Finding {
	inv := inventory.Inventory{}
	if around != nil {
		inv = *around
	}
	inv.Pools, inv.TaskDefinitions, inv.Services = []*inventory.Pool{pool}, nil, nil
	s := newSurvey(placement.NewView(&inv))
	s.ofProps = true
	return s.apply(looking[onPool]())
}

// Task applies the rules that look at one task definition by itself, and those
// on how it fits in the pools that it can be sent to. Without pools nothing is
// said about fits. The place of a finding is the name of the prop.
//
// A log group counts as created: the props hold the log group itself.
func Task(task *inventory.TaskDefinition, pools ...*inventory.Pool) []Finding {
	s := newSurvey(placement.NewViewOf(&inventory.Inventory{Pools: pools, TaskDefinitions: []*inventory.TaskDefinition{task}}))
	s.ofProps = true
	return s.apply(slices.DeleteFunc(slices.Concat(looking[onFit](), looking[onTask]()), func(r Rule) bool { return r.Category == Logs }))
}

// looking returns the rules that look in one way.
func looking[C check]() []Rule {
	var some []Rule
	for _, r := range rules {
		if _, ok := r.check.(C); ok {
			some = append(some, r)
		}
	}
	return some
}

// apply runs some rules.
func (s *survey) apply(rules []Rule) []Finding {
	type key struct {
		id      string
		place   inventory.Place
		message string
	}
	var findings []Finding
	seen := map[key]bool{}
	for i := range rules {
		r := &report{survey: s, rule: &rules[i]}
		r.rule.check.run(r)
		for _, f := range r.findings {
			// Several services may send one task to one pool.
			if k := (key{f.ID, f.Place, f.Message}); !seen[k] {
				seen[k] = true
				findings = append(findings, *f)
			}
		}
	}
	sortFindings(findings)
	return findings
}
