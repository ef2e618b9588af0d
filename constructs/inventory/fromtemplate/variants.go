package fromtemplate

import (
	"iter"
	"slices"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// Variant is an inventory under one choice of parameters.
type Variant struct {
	Parameter string // that differs from its default; empty for the default assignment
	Value     string // its value
	Inventory *inventory.Inventory

	// Values is how many values there are to try, and Limit how many are tried at
	// most; both are set on the default assignment only.
	Values, Limit int
}

// maxVariants bounds how many variants a template has. AWS has some 1,300
// instance types, which a parameter may allow.
const maxVariants = 4000

// maxVariantWork bounds the values that all variants together evaluate, so that
// a template made for it cannot keep a check busy: (variants) x (size in bytes).
const maxVariantWork = 100 << 20

// Variants evaluates the default assignment, and then each parameter with
// allowed values on which the inventory depends, one allowed value at a time. A
// parameter that env gives a value to is not varied: its user has decided.
//
// The order is that of the template. Variants are evaluated as they are asked
// for. The error is that of [Read].
func Variants(t *cloudformation.Template, env cloudformation.Environment) (iter.Seq[Variant], error) {
	base, err := t.Evaluate(env)
	if err != nil {
		return nil, err
	}
	varied := variedParameters(base)
	left := min(maxVariants, maxVariantWork/max(t.Size, 1))
	first := Variant{Inventory: FromEvaluation(base), Limit: left}
	for _, p := range varied {
		first.Values += len(p.others())
	}
	return func(yield func(Variant) bool) {
		if !yield(first) {
			return
		}
		left, memory := left, newMemory()
		for _, p := range varied {
			for _, value := range p.others() {
				ev, err := base.With(p.Name, value)
				if left--; left < 0 {
					return
				}
				if err != nil {
					continue // an allowed value that another rule of the parameter forbids
				}
				if !yield(Variant{Parameter: p.Name, Value: value, Inventory: fromEvaluation(ev, memory)}) {
					return
				}
			}
		}
	}, nil
}

// variedParameters returns the parameters with allowed values that resources of
// an inventory depend on, and that have not been given a value.
func variedParameters(ev *cloudformation.Evaluation) []varied {
	used := map[string]bool{}
	use := func(names []string) {
		for _, name := range names {
			used[name] = true
		}
	}
	for _, resource := range ev.Resources() {
		if slices.Contains(readTypes, resource.Type) {
			use(resource.Parameters)
			use(resource.Body.AllParameters())
		}
	}
	t := ev.Template()
	excluded := ev.ExcludedBy()
	for _, resource := range t.Resources {
		if slices.Contains(readTypes, resource.Type) {
			use(excluded[resource.LogicalID])
		}
	}
	given := ev.Environment().Parameters
	var all []varied
	for _, p := range t.Parameters {
		if _, decided := given[p.Name]; !decided && used[p.Name] && len(p.AllowedValues) > 0 {
			all = append(all, varied{p})
		}
	}
	return all
}

// varied is a parameter of which several values are tried.
type varied struct{ cloudformation.Parameter }

// others returns the values that it allows besides its default.
func (p varied) others() []string {
	return slices.DeleteFunc(slices.Clone(p.AllowedValues), func(value string) bool { return p.HasDefault && value == p.Default })
}
