package userdata

import (
	"io"
	"io/fs"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// environment gives the expansion of words what is known of variables.
type environment struct{ *shell }

func (e environment) Each(func(string, expand.Variable) bool) {}

func (e environment) Get(name string) expand.Variable {
	if name == "@" || name == "*" {
		return expand.Variable{Set: true, Kind: expand.Indexed, List: e.arguments}
	}
	value, known := e.lookUp(name)
	return expand.Variable{Set: known || name != "IFS", Kind: expand.String, Str: value}
}

// lookUp returns the value of a variable or parameter; a mark when it is not known.
func (s *shell) lookUp(name string) (string, bool) {
	if value, ok := s.variables[name]; ok {
		return value, true
	}
	position, err := strconv.Atoi(name)
	switch {
	case name == "?" && (s.status == succeeded || s.status == expected && s.errexit):
		return "0", true
	case s.unknown:
	case name == "@" || name == "*":
		return strings.Join(s.arguments, " "), true
	case name == "#":
		return strconv.Itoa(len(s.arguments)), true
	case err == nil && position > len(s.arguments):
		return "", true
	case err == nil && position > 0:
		return s.arguments[position-1], true
	}
	return unknownMark, false
}

// expanded expands a word; what cannot be expanded is a mark.
func (s *shell) expanded(how func(*expand.Config, *syntax.Word) (string, error), w *syntax.Word) string {
	if w == nil {
		return ""
	}
	text, err := how(s.expansion(nil), &syntax.Word{Parts: s.certain(w.Parts)})
	if s.charge(len(text)/16 + len(w.Parts)); err != nil || len(text) > maxText {
		return unknownMark
	}
	return text
}

func (s *shell) literal(w *syntax.Word) string { return s.expanded(expand.Literal, w) }

var wildcard = regexp.MustCompile(`[*?]|\[[^/]*`)

// fields expands words into the fields that a command gets.
func (s *shell) fields(words []*syntax.Word) []string {
	var all []string
	for _, w := range words {
		globs := false
		fields := []string{unknownMark}
		if !multiplies(w) {
			if f, err := expand.Fields(s.expansion(&globs), &syntax.Word{Parts: s.certain(w.Parts)}); err == nil {
				fields = f
			}
		}
		for _, f := range fields {
			if before, _, _ := strings.Cut(f, "="); globs && (len(before) == len(f) || strings.ContainsAny(before, "*?[")) {
				f = wildcard.ReplaceAllString(f, unknownMark) // files with such names may be there
			}
			s.charge(1 + len(f)/16)
			all = append(all, f)
		}
	}
	return all
}

// maxAlternatives bounds the words that braces make of one.
const maxAlternatives = 1 << 12

// multiplies reports whether braces may make many words of one.
func multiplies(w *syntax.Word) bool {
	text := ""
	for _, part := range w.Parts {
		if lit, ok := part.(*syntax.Lit); ok {
			text += lit.Value
		}
	}
	braces, commas := strings.Count(text, "{"), strings.Count(text, ",")
	return braces > 0 && strings.Contains(text, "..") || math.Pow(float64(commas+1), float64(braces)) > maxAlternatives
}

// expansion is the configuration of an expansion. globs is set when a pattern
// for names of files is met.
func (s *shell) expansion(globs *bool) *expand.Config {
	c := &expand.Config{Env: environment{s}}
	c.CmdSubst = func(w io.Writer, c *syntax.CmdSubst) error {
		_, err := io.WriteString(w, s.capture(func() { s.errexit = false; s.statements(c.Stmts) }))
		return err
	}
	c.ProcSubst = func(p *syntax.ProcSubst) (string, error) {
		s.process(p.Stmts)
		return unknownMark + "/process", nil // no file that matters
	}
	if globs != nil {
		c.ReadDir2 = func(string) ([]fs.DirEntry, error) {
			*globs = true
			return nil, fs.ErrNotExist
		}
	}
	return c
}

// process follows commands beside the one that they are given to, or that may not run.
func (s *shell) process(all []*syntax.Stmt) {
	stdin, writes := s.stdin, s.writes
	s.stdin = unknownMark
	s.fork(func() { s.subshell(func() { s.statements(all) }) }, func() {})
	if s.stdin = stdin; s.writes != writes {
		s.giveUp()
	}
}

// certain replaces the parts of a word whose value is not known by marks.
func (s *shell) certain(parts []syntax.WordPart) []syntax.WordPart {
	known := make([]syntax.WordPart, len(parts))
	for i, part := range parts {
		known[i] = part
		switch p := part.(type) {
		case *syntax.DblQuoted:
			known[i] = &syntax.DblQuoted{Parts: s.certain(p.Parts)}
		case *syntax.ParamExp:
			if !s.knows(p) {
				known[i] = &syntax.Lit{Value: unknownMark}
			}
		case *syntax.ArithmExp, *syntax.ExtGlob:
			s.assigned(p)
			known[i] = &syntax.Lit{Value: unknownMark}
		}
	}
	return known
}

// knows reports whether the value of an expansion follows from known variables:
// a variable, which may have marks, or one with a default.
func (s *shell) knows(p *syntax.ParamExp) bool {
	if p.Param == nil {
		s.assigned(p)
		return false
	}
	value, known := s.lookUp(p.Param.Value)
	plain := p.Flags == nil && !p.Excl && !p.Length && !p.Width && !p.IsSet && p.NestedParam == nil &&
		p.Index == nil && len(p.Modifiers) == 0 && p.Slice == nil && p.Names == 0 && p.Repl == nil
	switch {
	case !plain:
	case p.Exp == nil:
		return known
	case p.Exp.Op == syntax.DefaultUnset || p.Exp.Op == syntax.DefaultUnsetOrNull:
		if known && !hasMark(value) && (p.Exp.Word == nil || p.Exp.Word.Lit() != "") {
			return true
		}
	}
	variable, isVariable := s.variables[p.Param.Value]
	s.assigned(p)
	if isVariable && (p.Exp == nil || p.Exp.Op != syntax.AssignUnset && p.Exp.Op != syntax.AssignUnsetOrNull) {
		s.variables[p.Param.Value] = variable // it is only read
	}
	return false
}

// assigned forgets the variables that an expansion may set, and follows the
// commands in it.
func (s *shell) assigned(n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Lit:
			s.forget(n.Value)
		case *syntax.CmdSubst:
			s.process(n.Stmts)
			return false
		case *syntax.ProcSubst:
			s.process(n.Stmts)
			return false
		}
		return true
	})
}

// dynamic variables have values of their own.
var dynamic = regexp.MustCompile(`^(_|RANDOM|SRANDOM|SECONDS|LINENO|PWD|OLDPWD|UID|EUID|PPID|REPLY|OPTARG|OPTIND|BASH.*|EPOCH.*|FUNCNAME|GROUPS|DIRSTACK|SHELLOPTS)$`)

// forget says that a variable has a value which is not known.
func (s *shell) forget(name string) {
	if delete(s.variables, name); name == "IFS" {
		s.giveUp()
	}
}

// set gives a variable a value.
func (s *shell) set(name, value string) {
	if len(value) > maxVariable || name == "IFS" && hasMark(value) || dynamic.MatchString(name) || slices.Contains(s.readonly, name) {
		s.forget(name)
		return
	}
	s.variables[name] = value
}
