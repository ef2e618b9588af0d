package cloudformation

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Parameter is a parameter's declaration.
type Parameter struct {
	Name                  string
	Type                  string
	Description           string
	Default               string
	HasDefault            bool
	AllowedValues         []string
	AllowedPattern        string
	ConstraintDescription string
	MinLength, MaxLength  *int
	MinValue, MaxValue    *float64
	NoEcho                bool // its value is secret: evaluation treats it as unknown
	Place                 Place

	pattern *regexp.Regexp // nil when there is none, or none that can be judged here
	parsed  bool           // a template's; one that a caller declares has its pattern compiled by Check
}

const (
	ssmValuePrefix = "AWS::SSM::Parameter::Value<"
	listPrefix     = "List<"
	commaList      = "CommaDelimitedList"
)

// IsSSM reports whether the parameter's text is the name of an SSM parameter, of
// which CloudFormation takes the value.
func (p Parameter) IsSSM() bool { return strings.HasPrefix(p.Type, ssmValuePrefix) }

// IsList reports whether the value is a list, written with commas.
func (p Parameter) IsList() bool {
	return p.Type == commaList || strings.HasPrefix(p.Type, listPrefix) ||
		strings.HasPrefix(p.Type, ssmValuePrefix+listPrefix) || p.Type == ssmValuePrefix+commaList+">"
}

func (t *Template) readParameters(b *builder) {
	for _, e := range t.section(b, "Parameters") {
		if e.value.kind != MapKind {
			b.problem(e.line, "parameter %s must be a map, got a %s", e.key, e.value.kind)
			continue
		}
		if len(t.Parameters) == maxTracked {
			if b.noLimits { // otherwise the quota is the reason
				b.refuse(ErrTooLarge, e.line, "at most %d parameters are told apart here", maxTracked)
			}
			return
		}
		p := readParameter(e.key, e.value)
		p.readPattern(b, e.line)
		if p.HasDefault {
			for _, fault := range p.Check(p.Default) {
				b.problem(e.line, "default of parameter %s %s", p.Name, fault)
			}
		}
		t.parameters[p.Name] = len(t.Parameters)
		t.Parameters = append(t.Parameters, p)
		t.src.parameters = append(t.src.parameters, p.Name)
	}
}

func readParameter(name string, n *node) Parameter {
	p := Parameter{Name: name, Place: n.place()}
	p.Type, _ = n.get("Type").scalar()
	p.Description, _ = n.get("Description").scalar()
	p.Default, p.HasDefault = n.get("Default").scalar()
	p.AllowedPattern, _ = n.get("AllowedPattern").scalar()
	p.ConstraintDescription, _ = n.get("ConstraintDescription").scalar()
	p.MinLength, p.MaxLength = wholeNumber(n.get("MinLength")), wholeNumber(n.get("MaxLength"))
	p.MinValue, p.MaxValue = number(n.get("MinValue")), number(n.get("MaxValue"))
	noEcho, _ := n.get("NoEcho").scalar()
	p.NoEcho = strings.EqualFold(noEcho, "true")
	if allowed := n.get("AllowedValues"); allowed != nil && allowed.kind == ListKind {
		for _, item := range allowed.items {
			if text, ok := item.scalar(); ok {
				p.AllowedValues = append(p.AllowedValues, text)
			}
		}
	}
	return p
}

func wholeNumber(n *node) *int {
	v := number(n)
	if v == nil || *v != math.Trunc(*v) || math.Abs(*v) > math.MaxInt32 {
		return nil
	}
	whole := int(*v)
	return &whole
}

func number(n *node) *float64 {
	text, ok := n.scalar()
	if !ok {
		return nil
	}
	v, form := ParseNumber(text)
	if !form.IsNumber() {
		return nil
	}
	return &v
}

// Check returns everything that CloudFormation would refuse about a value, as
// ends of sentences that begin with the parameter's name. Of a list, the first
// item that breaks a rule speaks for the others.
func (p Parameter) Check(value string) []string {
	if len(value) > maxParameterBytes {
		return []string{fmt.Sprintf("must have at most %d bytes, got %d", maxParameterBytes, len(value))}
	}
	items := []string{value}
	if p.IsList() && !p.IsSSM() {
		items = splitList(value)
	}
	shown := strconv.Quote(value)
	if p.NoEcho {
		shown = "a value that must not be shown"
	}
	if !p.parsed && p.AllowedPattern != "" && len(p.AllowedPattern) <= maxPattern {
		p.pattern = compilePattern(p.AllowedPattern)
	}
	var faults []string
	for _, rule := range p.rules(len(items)) {
		for _, item := range items {
			if fault := rule(item); fault != "" {
				faults = append(faults, fault+", got "+shown)
				break
			}
		}
	}
	slices.Sort(faults)
	return faults
}

// rules returns what each item of a value must keep. They return what is wrong,
// or nothing.
func (p Parameter) rules(items int) []func(item string) string {
	var rules []func(string) string
	if len(p.AllowedValues) > 0 {
		rules = append(rules, p.allowing(items))
	}
	if p.MinLength != nil || p.MaxLength != nil {
		rules = append(rules, p.checkLength)
	}
	if re := p.pattern; re != nil {
		rules = append(rules, func(item string) string {
			if re.MatchString(item) {
				return ""
			}
			return "must match " + p.AllowedPattern + parenthesised(p.ConstraintDescription)
		})
	}
	if p.Type == "Number" || p.Type == "List<Number>" {
		rules = append(rules, p.checkNumber)
	}
	return rules
}

// allowing compares items with the allowed values, by an index if there are many.
func (p Parameter) allowing(items int) func(string) string {
	allowed := func(item string) bool { return slices.Contains(p.AllowedValues, item) }
	if items > 1 {
		index := make(map[string]bool, len(p.AllowedValues))
		for _, value := range p.AllowedValues {
			index[value] = true
		}
		allowed = func(item string) bool { return index[item] }
	}
	return func(item string) string {
		if allowed(item) {
			return ""
		}
		return "must be one of its allowed values " + listSome(p.AllowedValues) + p.nearest(item)
	}
}

func (p Parameter) checkLength(item string) string {
	switch length := utf8.RuneCountInString(item); {
	case p.MinLength != nil && length < *p.MinLength:
		return fmt.Sprintf("must have at least %d characters (MinLength)", *p.MinLength)
	case p.MaxLength != nil && length > *p.MaxLength:
		return fmt.Sprintf("must have at most %d characters (MaxLength)", *p.MaxLength)
	}
	return ""
}

func (p Parameter) checkNumber(item string) string {
	v, form := ParseNumber(item)
	switch {
	case form == NotANumber:
		return "must be a number"
	case form == DoubtfulNumber:
		return ""
	case p.MinValue != nil && v < *p.MinValue:
		return fmt.Sprintf("must be at least %v (MinValue)", *p.MinValue)
	case p.MaxValue != nil && v > *p.MaxValue:
		return fmt.Sprintf("must be at most %v (MaxValue)", *p.MaxValue)
	}
	return ""
}

func (p Parameter) nearest(item string) string {
	if p.NoEcho {
		return ""
	}
	return didYouMean(item, p.AllowedValues)
}

func parenthesised(text string) string {
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}

// splitList returns how CloudFormation reads a list parameter.
func splitList(value string) []string {
	if value == "" {
		return nil
	}
	items := strings.Split(value, ",")
	for i := range items {
		items[i] = strings.TrimSpace(items[i])
	}
	return items
}
