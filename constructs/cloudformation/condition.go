package cloudformation

// Truth is the outcome of a condition.
type Truth string

const (
	True         Truth = "true"
	False        Truth = "false"
	Undetermined Truth = "undetermined" // only a deployment can tell
)

// outcome is what a condition comes to, and which parameters decide it.
type outcome struct {
	truth      Truth
	parameters parameterSet
	running    bool // being computed: meeting it again is a cycle
}

func undetermined(s parameterSet) *outcome { return &outcome{truth: Undetermined, parameters: s} }

// conditionOf returns the condition that a resource or output is under.
func (e *evaluator) conditionOf(n *node) *outcome {
	condition := n.get("Condition")
	if condition == nil || condition.kind == NullKind {
		return &outcome{truth: True}
	}
	name, ok := condition.scalar()
	if !ok {
		return undetermined(parameterSet{})
	}
	return e.condition(name)
}

// condition computes a condition by its name, once.
func (e *evaluator) condition(name string) *outcome {
	if o, ok := e.conditions[name]; ok {
		if o.running {
			e.cyclic = true
			return undetermined(parameterSet{}) // a cycle, which CloudFormation refuses
		}
		return o
	}
	n, ok := e.t.conditions[name]
	if !ok {
		return undetermined(parameterSet{})
	}
	o := &outcome{running: true}
	e.conditions[name] = o
	*o = *e.decide(n)
	if e.t.opaque != "" {
		o.truth = Undetermined
	}
	return o
}

// decide computes what is written where a condition stands.
func (e *evaluator) decide(n *node) *outcome {
	if n.kind == MapKind && len(n.entries) == 1 && n.entries[0].key == fnCondition {
		return e.named(n.entries[0].value)
	}
	if n.kind != callKind {
		return undetermined(parameterSet{})
	}
	switch n.fn {
	case fnCondition:
		return e.named(n.items[0])
	case fnEquals:
		return e.equals(n.arguments())
	case fnNot:
		return e.not(n)
	case fnAnd:
		return e.combine(n.arguments(), False)
	case fnOr:
		return e.combine(n.arguments(), True)
	default:
		return undetermined(parameterSet{})
	}
}

func (e *evaluator) named(n *node) *outcome {
	name, ok := n.scalar()
	if !ok {
		return undetermined(parameterSet{})
	}
	return e.condition(name)
}

func (e *evaluator) equals(args []*node) *outcome {
	if len(args) != 2 {
		return undetermined(parameterSet{})
	}
	a, b := e.eval(args[0]), e.eval(args[1])
	o := undetermined(a.all().union(b.all()))
	left, ok := a.scalar()
	right, ok2 := b.scalar()
	if !ok || !ok2 {
		return o
	}
	o.truth = False
	if left == right {
		o.truth = True
	}
	return o
}

func (e *evaluator) not(n *node) *outcome {
	args := n.arguments()
	if len(args) != 1 {
		return undetermined(parameterSet{})
	}
	inner := e.decide(args[0])
	o := &outcome{parameters: inner.parameters, truth: Undetermined}
	switch inner.truth {
	case True:
		o.truth = False
	case False:
		o.truth = True
	}
	return o
}

// combine evaluates Fn::And (decisive False) or Fn::Or (decisive True): one
// decisive part decides, an undetermined part leaves it open, else it is the
// opposite.
func (e *evaluator) combine(args []*node, decisive Truth) *outcome {
	if len(args) == 0 {
		return undetermined(parameterSet{})
	}
	o := &outcome{truth: True}
	if decisive == True {
		o.truth = False
	}
	for _, arg := range args {
		part := e.decide(arg)
		o.parameters = o.parameters.union(part.parameters)
		switch {
		case part.truth == decisive:
			o.truth = decisive
		case part.truth == Undetermined && o.truth != decisive:
			o.truth = Undetermined
		}
	}
	return o
}
