package userdata

import (
	"io"
	"io/fs"
	"math"
	"regexp"
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
	case (name == "@" || name == "*") && !s.unknown:
		return strings.Join(s.arguments, " "), true
	case name == "#" && !s.unknown:
		return strconv.Itoa(len(s.arguments)), true
	case err == nil && position > 0 && !s.unknown:
		if position > len(s.arguments) {
			return "", true
		}
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

// fields expands words into the fields that a command gets.
func (s *shell) fields(words []*syntax.Word) []string {
	var all []string
	for _, w := range words {
		w = &syntax.Word{Parts: s.certain(w.Parts)}
		globs := false
		fields, err := expand.Fields(s.expansion(&globs), w)
		if err != nil {
			fields = []string{unknownMark}
		}
		for _, f := range fields {
			if before, _, _ := strings.Cut(f, "="); globs && (len(before) == len(f) || strings.ContainsAny(before, "*?[")) {
				f = unknownMark // files with such names may be there
			}
			s.charge(1 + len(f)/16)
			all = append(all, f)
		}
	}
	return all
}

// expansion is the configuration of an expansion. globs is set when a pattern
// for names of files is met.
func (s *shell) expansion(globs *bool) *expand.Config {
	c := &expand.Config{Env: environment{s}}
	c.CmdSubst = func(w io.Writer, c *syntax.CmdSubst) error {
		text := s.capture(func() { s.subshell(func() { s.statements(c.Stmts) }) })
		_, err := io.WriteString(w, text)
		return err
	}
	c.ProcSubst = func(p *syntax.ProcSubst) (string, error) {
		s.process(p)
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

// process follows a process substitution beside the command that it is given to.
func (s *shell) process(p *syntax.ProcSubst) {
	stdin := s.stdin
	s.stdin = unknownMark
	s.fork(func() { s.subshell(func() { s.statements(p.Stmts) }) }, func() {})
	s.stdin = stdin
}

// manyNumbers is a sequence in braces that may be long.
var manyNumbers = regexp.MustCompile(`\{-?\w*\.\.-?\w{4}|\{-?\w{4,}\.\.`)

// maxAlternatives bounds the words that braces make of one.
const maxAlternatives = 1 << 12

// multiplies reports whether braces may make too many words of one.
func multiplies(parts []syntax.WordPart) bool {
	braces, sequences, commas := 0, 0, 0
	for _, part := range parts {
		if lit, ok := part.(*syntax.Lit); ok {
			if manyNumbers.MatchString(lit.Value) {
				return true
			}
			braces += strings.Count(lit.Value, "{")
			sequences += strings.Count(lit.Value, "..")
			commas += strings.Count(lit.Value, ",")
		}
	}
	return sequences > 1 && braces > 1 || sequences > 0 && commas > 0 && braces > 0 ||
		math.Pow(float64(commas+1), float64(braces)) > maxAlternatives
}

// certain replaces the parts of a word whose value is not known by marks.
func (s *shell) certain(parts []syntax.WordPart) []syntax.WordPart {
	if multiplies(parts) {
		return []syntax.WordPart{&syntax.Lit{Value: unknownMark}}
	}
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
		case *syntax.ArithmExp:
			s.assigned(p)
			known[i] = &syntax.Lit{Value: unknownMark}
		case *syntax.ExtGlob:
			known[i] = &syntax.Lit{Value: unknownMark}
		}
	}
	return known
}

// knows reports whether the value of an expansion follows from known variables.
// A variable with marks stands for itself, but nothing is computed from it.
func (s *shell) knows(p *syntax.ParamExp) bool {
	if p.Param == nil || p.Flags != nil || p.Excl || p.Length || p.Width || p.IsSet || p.NestedParam != nil ||
		p.Index != nil || len(p.Modifiers) > 0 || p.Slice != nil || p.Names != 0 {
		s.assigned(p)
		return false
	}
	value, known := s.lookUp(p.Param.Value)
	if p.Exp == nil && p.Repl == nil {
		return known
	}
	sure := known && !hasMark(value) && len(value) < 256 && p.Param.Value != "@" && p.Param.Value != "*"
	if p.Repl != nil {
		return sure && plainWord(p.Repl.Orig) && plainWord(p.Repl.With)
	}
	switch p.Exp.Op {
	case syntax.AssignUnset, syntax.AssignUnsetOrNull, syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		if !sure || value == "" {
			s.forget(p.Param.Value)
			return false
		}
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull, syntax.DefaultUnset, syntax.DefaultUnsetOrNull:
	default:
		return sure && plainWord(p.Exp.Word)
	}
	return sure && s.knowsAll(p.Exp.Word)
}

// plainWord reports whether nothing is expanded in a word.
func plainWord(w *syntax.Word) bool { return w == nil || len(w.Parts) == 0 || w.Lit() != "" }

// knowsAll reports whether all expansions in a word are known and have no effect.
func (s *shell) knowsAll(w *syntax.Word) bool {
	known := true
	if w != nil {
		syntax.Walk(w, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.ParamExp:
				known = known && n.Exp == nil && n.Repl == nil && s.knows(n)
			case *syntax.CmdSubst, *syntax.ArithmExp, *syntax.ProcSubst, *syntax.ExtGlob:
				known = false
			}
			return known
		})
	}
	return known
}

// assigned forgets the variables that an arithmetic expression may set, and
// gives up on commands in it.
func (s *shell) assigned(n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Lit:
			delete(s.variables, n.Value)
		case *syntax.CmdSubst:
			s.process(&syntax.ProcSubst{Stmts: n.Stmts})
			return false
		}
		return true
	})
}

// forget says that a variable has a value which is not known.
func (s *shell) forget(name string) {
	if delete(s.variables, name); name == "IFS" {
		s.giveUp()
	}
}

// set gives a variable a value.
func (s *shell) set(name, value string) {
	if len(value) > maxVariable || name == "IFS" && hasMark(value) {
		s.forget(name)
		return
	}
	s.variables[name] = value
}
