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
	held           bool // a redirection around the current command holds the file open
	overwrites     bool // and one that does not append
	maybe          int  // conditions that the current command is under and that are not known
	condition      int  // the current command is one of a condition: set -e does not count
	child          bool // a subshell: its end is not that of the script
	background     bool
	traps          []trap

	exit, ret, brk, cont *frame
	locals               map[string]string // of the function, as they were
}

// frame is what commands leave early: a process, a function, a loop.
type frame struct{ left *state }

type trap struct {
	body    string
	certain bool // at the end of the process
}

// script runs a script in a process of its own.
func (m *machine) script(text, shebang string, prepare func(*shell)) {
	if m.depth >= maxNesting {
		m.lost = true
		return
	}
	m.depth++
	s := &shell{machine: m, state: &state{
		variables: map[string]string{}, functions: map[string]*syntax.Stmt{}, directory: "/", config: m.config,
		errexit: strings.HasPrefix(shebang, "#!") && slices.ContainsFunc(strings.Fields(shebang), errexitFlag.MatchString),
	}, exit: &frame{}}
	if prepare != nil {
		prepare(s)
	}
	m.noteRuntime(text)
	s.text(text)
	s.finish()
	m.config = s.state.config
	m.depth--
}

// noteRuntime looks for nvidia as Docker's default runtime.
func (m *machine) noteRuntime(text string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "#") && nvidiaDefault.MatchString(line) {
			m.DefaultRuntimeNVIDIA = true
		}
	}
}

var unclosed = regexp.MustCompile("unclosed here-document [`'\"](.*)[`'\"]")

// text runs a text in this process. A shell ends a here document at the end of
// the text if need be.
func (s *shell) text(text string) {
	if len(text) > maxText {
		s.giveUp()
		return
	}
	for range 3 {
		all, failure := parse(text)
		var fault syntax.ParseError
		if errors.As(failure, &fault) {
			if match := unclosed.FindStringSubmatch(fault.Text); match != nil {
				text = strings.TrimSuffix(text, "\n") + "\n" + match[1] + "\n"
				continue
			}
		}
		s.statements(all)
		if failure != nil {
			s.giveUp() // the shell may read on, or stop
		}
		return
	}
	s.giveUp()
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
	s.state.gone = false
	s.exit = &frame{}
	for _, t := range s.traps {
		run := func() { s.text(t.body) }
		s.status = tested
		if t.certain {
			run()
		} else {
			s.fork(run, func() {})
		}
		s.state.gone = false
	}
}

// giveUp says that what comes cannot be followed.
func (s *shell) giveUp() { s.lost = true }

// hide says that code which is not known runs in this process.
func (s *shell) hide() {
	s.state.config.blur()
	clear(s.variables)
	s.unknown = true
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
	if f == nil {
		return
	}
	f.left = join(f.left, s.state.clone())
	s.gone = true
}

// exitWith ends the process. A run that fails is not judged, unless all do.
func (s *shell) exitWith(code string) {
	if code != "0" && !hasMark(code) && !s.child && s.uncertain() {
		s.gone = true
		return
	}
	s.leave(s.exit)
}

// subshell runs f in a process that shares only the file and the output.
func (s *shell) subshell(f func()) {
	outer, before := *s, s.state
	s.state = before.clone()
	s.child, s.exit, s.traps = true, &frame{}, nil
	for _, f := range []**frame{&s.ret, &s.brk, &s.cont} {
		if *f != nil {
			*f = s.exit
		}
	}
	f()
	s.finish()
	after := s.state
	*s = outer
	s.state.config, s.output, s.status = after.config, after.output, after.status
}

// capture returns what f writes to standard output.
func (s *shell) capture(f func()) string {
	output, stdout, stderr := s.output, s.stdout, s.stderr
	if s.output, s.stdout = "", toCapture; stderr == toCapture {
		s.stderr = toOuter
	}
	f()
	text := s.output
	s.output, s.stdout, s.stderr = output, stdout, stderr
	return text
}

func (s *shell) statements(all []*syntax.Stmt) {
	for _, stmt := range all {
		if s.gone || s.lost {
			return
		}
		s.statement(stmt)
	}
}

func (s *shell) statement(stmt *syntax.Stmt) {
	if s.charge(1); s.gone || s.lost {
		return
	}
	if stmt.Background || stmt.Coprocess {
		s.inBackground(stmt)
		return
	}
	stdin, stdout, stderr, held, overwrites := s.stdin, s.stdout, s.stderr, s.held, s.overwrites
	for _, r := range stmt.Redirs {
		s.redirect(r)
	}
	if stmt.Negated {
		s.condition++
	}
	s.command(stmt.Cmd)
	if stmt.Negated {
		s.condition--
		s.status = [...]status{succeeded: failed, failed: succeeded, expected: tested, tested: tested}[s.status]
	}
	switch {
	case len(stmt.Redirs) == 0:
	case isExec(stmt.Cmd): // its redirections last
		if s.uncertain() && (s.stdout != stdout || s.stderr != stderr) {
			s.giveUp()
		}
	default:
		s.stdin, s.stdout, s.stderr, s.held, s.overwrites = stdin, stdout, stderr, held, overwrites
	}
	if s.errexit && s.status == failed && s.condition == 0 && !s.gone && isOne(stmt.Cmd) {
		s.exitWith("1")
	}
}

// inBackground runs a statement beside what follows.
func (s *shell) inBackground(stmt *syntax.Stmt) {
	before, background := s.writes, s.background
	foreground := *stmt
	foreground.Background, foreground.Coprocess = false, false
	s.background = true
	s.subshell(func() { s.statement(&foreground) })
	s.background = background
	if s.status = succeeded; before < s.writes {
		s.giveUp() // later writes may come first
	}
}

func isExec(c syntax.Command) bool {
	call, ok := c.(*syntax.CallExpr)
	return ok && len(call.Args) == 1 && call.Args[0].Lit() == "exec"
}

// isOne reports whether set -e looks at the exit code of a command as a whole.
func isOne(c syntax.Command) bool {
	switch c := c.(type) {
	case *syntax.BinaryCmd:
		return c.Op != syntax.AndStmt && c.Op != syntax.OrStmt
	case *syntax.CallExpr, *syntax.DeclClause, *syntax.Subshell:
		return true
	}
	return false
}
