package template

import (
	"fmt"
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
}

const (
	ssmValuePrefix = "AWS::SSM::Parameter::Value<"
	listPrefix     = "List<"
	commaList      = "CommaDelimitedList"
)

// IsSSM reports that the parameter's text is the name of an SSM parameter, of
// which CloudFormation takes the value.
func (p Parameter) IsSSM() bool { return strings.HasPrefix(p.Type, ssmValuePrefix) }

// IsList reports that the value is a list, written with commas.
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
			b.refuse(ErrTooLarge, e.line, "more than %d parameters; CloudFormation takes at most %d", maxTracked, MaxParameters)
			return
		}
		p := readParameter(e.key, e.value)
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
	text, ok := n.scalar()
	if !ok {
		return nil
	}
	v, err := strconv.Atoi(text)
	if err != nil {
		return nil
	}
	return &v
}

func number(n *node) *float64 {
	text, ok := n.scalar()
	if !ok {
		return nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil
	}
	return &v
}

// Check is everything that CloudFormation would refuse about a value, as ends of
// sentences that begin with the parameter's name.
func (p Parameter) Check(value string) []string {
	shown := strconv.Quote(value)
	if p.NoEcho {
		shown = "a value that must not be shown"
	}
	if len(value) > maxParameterBytes {
		return []string{fmt.Sprintf("must have at most %d bytes, got %d", maxParameterBytes, len(value))}
	}
	items := []string{value}
	if p.IsList() && !p.IsSSM() {
		items = splitList(value)
	}
	var faults []string
	for _, item := range items {
		faults = append(faults, p.checkItem(item, shown)...)
	}
	slices.Sort(faults)
	return slices.Compact(faults)
}

func (p Parameter) checkItem(item, shown string) []string {
	var faults []string
	fault := func(format string, args ...any) {
		faults = append(faults, fmt.Sprintf(format, args...)+", got "+shown)
	}
	if len(p.AllowedValues) > 0 && !slices.Contains(p.AllowedValues, item) {
		fault("must be one of its allowed values %s%s", listSome(p.AllowedValues), p.nearest(item))
	}
	if length := utf8.RuneCountInString(item); p.MinLength != nil && length < *p.MinLength {
		fault("must have at least %d characters (MinLength)", *p.MinLength)
	} else if p.MaxLength != nil && length > *p.MaxLength {
		fault("must have at most %d characters (MaxLength)", *p.MaxLength)
	}
	if p.AllowedPattern != "" && !matches(p.AllowedPattern, item) {
		fault("must match %s%s", p.AllowedPattern, parenthesised(p.ConstraintDescription))
	}
	if p.Type == "Number" || p.Type == "List<Number>" {
		p.checkNumber(item, fault)
	}
	return faults
}

func (p Parameter) checkNumber(item string, fault func(string, ...any)) {
	v, err := strconv.ParseFloat(item, 64)
	switch {
	case err != nil:
		fault("must be a number")
	case p.MinValue != nil && v < *p.MinValue:
		fault("must be at least %v (MinValue)", *p.MinValue)
	case p.MaxValue != nil && v > *p.MaxValue:
		fault("must be at most %v (MaxValue)", *p.MaxValue)
	}
}

func (p Parameter) nearest(item string) string {
	if p.NoEcho {
		return ""
	}
	return didYouMean(item, p.AllowedValues)
}

// matches is true too when the pattern is one that Go cannot read: CloudFormation
// takes Java's expressions, and what cannot be judged is not refused.
func matches(pattern, text string) bool {
	re, err := regexp.Compile(`\A(?:` + pattern + `)\z`)
	return err != nil || re.MatchString(text)
}

func parenthesised(text string) string {
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}

// splitList is how CloudFormation reads a list parameter.
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
