package cloudformation

import (
	"maps"
	"slices"
)

// Evaluation is a template under an environment. It is immutable and safe for
// concurrent use.
type Evaluation struct {
	t          *Template
	env        Environment
	parameters []*datum
	conditions map[string]*outcome
	resources  []*ResourceValue
	index      map[string]int
	outputs    []OutputValue
	outputAt   map[string]int // by name
	whole      bool           // nothing was cut short, so that parts of it can be kept
}

// ResourceValue is a resource that is there, or may be, under an environment.
type ResourceValue struct {
	Resource
	Conditional bool     // its condition is unknown
	Parameters  []string // that its condition was computed from

	Body                Value // the whole resource
	Properties          Value
	Metadata            Value
	DependsOn           Value
	CreationPolicy      Value
	UpdatePolicy        Value
	DeletionPolicy      Value
	UpdateReplacePolicy Value
}

// OutputValue is an output that is there, or may be, under an environment.
type OutputValue struct {
	Output
	Conditional bool
	Value       Value
	ExportName  Value

	body Value // the whole output
}

// Evaluate computes what the template says under an environment. The error
// holds everything that is wrong with the values given for parameters.
func (t *Template) Evaluate(env Environment) (*Evaluation, error) {
	if err := env.validate(t).orNil(); err != nil {
		return nil, err
	}
	env.Parameters = maps.Clone(env.Parameters)
	return newEvaluator(t, env).evaluate(), nil
}

func (e *evaluator) evaluate() *Evaluation {
	t := e.t
	ev := &Evaluation{t: t, env: e.env, parameters: e.parameters, conditions: e.conditions,
		index: make(map[string]int, len(t.Resources)), resources: make([]*ResourceValue, 0, len(t.Resources)),
		outputAt: make(map[string]int, len(t.Outputs)), outputs: make([]OutputValue, 0, len(t.Outputs))}
	for _, name := range t.Conditions {
		e.condition(name)
	}
	for _, r := range t.Resources {
		if value, ok := e.resource(r); ok {
			ev.index[r.LogicalID] = len(ev.resources)
			ev.resources = append(ev.resources, value)
		}
	}
	for _, o := range t.Outputs {
		if value, ok := e.output(o); ok {
			ev.outputAt[o.Name] = len(ev.outputs)
			ev.outputs = append(ev.outputs, value)
		}
	}
	ev.whole = !e.cyclic && !e.cut && e.textLeft >= 0
	return ev
}

// With returns the evaluation with another value for one parameter. It costs
// what depends on the parameter; the rest is shared, and Values of it are equal
// (==) to those of the evaluation that it comes from.
func (ev *Evaluation) With(parameter, value string) (*Evaluation, error) {
	env := ev.env
	env.Parameters = maps.Clone(env.Parameters)
	if env.Parameters == nil {
		env.Parameters = map[string]string{}
	}
	env.Parameters[parameter] = value
	// The others have been validated with the evaluation that this one comes from.
	validate := Environment{Parameters: map[string]string{parameter: value}}
	if err := validate.validate(ev.t).orNil(); err != nil {
		return nil, err
	}
	e := newEvaluator(ev.t, env)
	if ev.whole {
		e.keep(ev, parameterSet{}.with(ev.t.parameters[parameter]))
	}
	return e.evaluate(), nil
}

// keep takes over what does not depend on the parameters that differ.
func (e *evaluator) keep(base *Evaluation, changed parameterSet) {
	e.again = &again{base: base, changed: changed}
	for i, d := range base.parameters {
		if !changed.overlaps(parameterSet{}.with(i)) {
			e.parameters[i] = d
		}
	}
	for name, o := range base.conditions {
		if !changed.overlaps(o.parameters) {
			e.conditions[name] = o
		}
	}
}

// Template returns the template that was evaluated.
func (ev *Evaluation) Template() *Template { return ev.t }

// Environment returns what it was evaluated under.
func (ev *Evaluation) Environment() Environment {
	env := ev.env
	env.Parameters = maps.Clone(env.Parameters)
	return env
}

// Resources returns the resources that are there or may be, in the order of the
// text. Those under a condition that is false are left out. They are shared: do
// not change them.
func (ev *Evaluation) Resources() []*ResourceValue { return slices.Clone(ev.resources) }

// Resource returns the resource of that logical id.
func (ev *Evaluation) Resource(logicalID string) (*ResourceValue, bool) {
	i, ok := ev.index[logicalID]
	if !ok {
		return nil, false
	}
	return ev.resources[i], true
}

// Outputs returns the outputs that are there or may be, in the order of the text.
func (ev *Evaluation) Outputs() []OutputValue { return slices.Clone(ev.outputs) }

// Parameter returns the value of a parameter; absent when there is none of that
// name.
func (ev *Evaluation) Parameter(name string) Value {
	i, ok := ev.t.parameters[name]
	if !ok {
		return Value{}
	}
	return Value{d: ev.parameters[i], at: ev.t.root.get("Parameters").get(name)}
}

// Condition returns whether a condition holds, and the parameters that decide it.
func (ev *Evaluation) Condition(name string) (Truth, []string) {
	o, ok := ev.conditions[name]
	if !ok {
		return Undetermined, nil
	}
	return o.truth, o.parameters.names(ev.t.src)
}

// ExcludedBy returns the parameters that decide whether resources exist which
// do not, under this environment, by resource.
func (ev *Evaluation) ExcludedBy() map[string][]string {
	excluded := map[string][]string{}
	for _, r := range ev.t.Resources {
		if _, ok := ev.index[r.LogicalID]; !ok {
			_, excluded[r.LogicalID] = ev.Condition(r.Condition)
		}
	}
	return excluded
}
