package userdata

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

var shells = []string{"sh", "bash", "dash", "ksh", "zsh"}

var errexitFlag = regexp.MustCompile(`^-[a-z]*e[a-z]*$`)

// shell is a process that runs a script. It tries every way that the script may
// take and keeps what they have in common.
type shell struct {
	*machine
	*state
	stdout, stderr sink
	stdin          string
	own            []string // programs that the script has installed, and that leave the file alone
	held           bool     // a redirection around the current command holds the file open
	maybe          int      // conditions that the current command is under and that are not known
	child          bool     // a subshell: its end is not that of the script
	background     bool
	traps          []string // commands that run at the end, or when something fails

	exit, ret, brk, cont *frame
	locals, readonly     []string // variables of the function, and those that cannot change
}

// frame is what commands leave early: a process, a function, a loop.
type frame struct{ left *state }

// script runs a script in a process of its own. Perhaps says that it may not run.
func (m *machine) script(text, shebang string, perhaps bool) {
	s := &shell{machine: m, state: &state{
		variables: map[string]string{}, functions: map[string]*syntax.Stmt{}, directory: "/", config: m.config,
		errexit: strings.HasPrefix(shebang, "#!") && slices.ContainsFunc(strings.Fields(shebang), errexitFlag.MatchString),
	}, exit: &frame{}}
	if perhaps {
		s.maybe++
	}
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") && nvidiaDefault.MatchString(line) {
			m.DefaultRuntimeNVIDIA = true
		}
	}
	s.text(text)
	s.finish()
	m.config = s.state.config
}

var unclosed = regexp.MustCompile("unclosed here-document [`'\"](.*)[`'\"]")

// text runs a text in this process. A shell ends a here document at the end of
// the text if need be.
func (s *shell) text(text string) {
	if s.depth >= maxNesting || len(text) > maxText {
		s.giveUp()
		return
	}
	s.depth++
	all, failure := parse(text)
	var fault syntax.ParseError
	if errors.As(failure, &fault) {
		if match := unclosed.FindStringSubmatch(fault.Text); match != nil {
			all, failure = parse(strings.TrimSuffix(text, "\n") + "\n" + match[1] + "\n")
		}
	}
	s.statements(all)
	if failure != nil {
		s.giveUp() // the shell may read on, or stop
	}
	s.depth--
}

// parse returns the statements before the first fault.
func parse(text string) (all []*syntax.Stmt, failure error) {
	defer guard(&failure)
	for stmt, err := range syntax.NewParser().StmtsSeq(strings.NewReader(text)) {
		if failure = cmp.Or(failure, err); failure == nil {
			all = append(all, stmt)
		}
	}
	return all, failure
}

// guard turns a fault of a parser into an error: no user data may end the process.
func guard(err *error) {
	if fault := recover(); fault != nil {
		*err = fmt.Errorf("parser: %v", fault)
	}
}

// finish ends the process: at its last command, or wherever it was left.
func (s *shell) finish() {
	s.state = join(s.exit.left, s.state)
	s.exit, s.state.gone = &frame{}, false
	for _, body := range s.traps {
		s.harmless(body, true)
	}
}

// giveUp says that what comes cannot be followed.
func (s *shell) giveUp() { s.lost = true }

// touch says that the content of the file may change.
func (s *shell) touch() {
	if s.held {
		s.giveUp() // what is open may no longer be the file
	}
	s.state.config.blur()
}

// hide says that code which is not known runs in this process.
func (s *shell) hide() {
	s.touch()
	clear(s.variables)
	for name := range s.functions {
		s.functions[name] = nil
	}
	s.unknown, s.directory, s.status = true, unknownMark, expected
}

// charge counts work; past the bound nothing more is followed.
func (s *shell) charge(n int) {
	if s.budget -= n; s.budget < 0 {
		s.giveUp()
	}
}

// uncertain reports whether the current command may not run.
func (s *shell) uncertain() bool {
	left := func(f *frame) bool { return f != nil && f.left != nil }
	return s.maybe > 0 || left(s.exit) || left(s.ret) || left(s.brk) || left(s.cont)
}

// fork tries each way from here and goes on with what they have in common.
func (s *shell) fork(ways ...func()) {
	base := s.state
	var joined *state
	s.maybe++
	for _, way := range ways {
		s.charge(len(base.variables) + len(base.config.entries) + len(base.functions) + 10)
		s.state = base.clone()
		way()
		joined = join(joined, s.state)
	}
	s.maybe--
	s.state = joined
}

// leave ends a process, a function, or a turn of a loop.
func (s *shell) leave(f *frame) {
	if f == nil { // a function, or a subshell, in a loop: shells do not agree
		s.giveUp()
		return
	}
	f.left = join(f.left, s.state.clone())
	s.gone = true
}

// exitWith ends the process. A run that fails is not judged, unless all do.
func (s *shell) exitWith(st status) {
	if s.status = st; st == failed && !s.child && s.uncertain() {
		s.gone = true
		return
	}
	s.leave(s.exit)
}

// subshell runs f in a process that shares only the file, the input and the output.
func (s *shell) subshell(f func()) {
	outer, stdin := *s, s.stdin
	if s.uncertain() {
		s.maybe++
	}
	s.state = outer.state.clone()
	s.child, s.traps, s.exit, s.brk, s.cont = true, nil, &frame{}, nil, nil
	if s.ret != nil {
		s.ret = s.exit
	}
	f()
	s.finish()
	after, consumed := s.state, s.stdin != stdin
	*s = outer
	s.state.config, s.output, s.status = after.config, after.output, after.status
	if consumed {
		s.stdin = unknownMark
	}
}

// capture returns what f writes to standard output in a subshell.
func (s *shell) capture(f func()) string {
	output := s.output
	s.output = ""
	s.subshell(func() {
		if s.stdout = toCapture; s.stderr == toCapture {
			s.stderr = toOuter
		}
		f()
	})
	text := s.output
	s.output = output
	return text
}
