package userdata

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxTurns bounds the turns of one loop.
const maxTurns = 1000

func (s *shell) statements(all []*syntax.Stmt) {
	for _, stmt := range all {
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
	stdin, stdout, stderr, held := s.stdin, s.stdout, s.stderr, s.held
	for _, r := range stmt.Redirs {
		s.redirect(r)
	}
	if s.command(stmt.Cmd); stmt.Negated {
		s.status = tested
	}
	switch {
	case len(stmt.Redirs) == 0: // an exec inside of it lasts
	case !isExec(stmt.Cmd):
		if s.stdout, s.stderr, s.held = stdout, stderr, held; slices.ContainsFunc(stmt.Redirs, replacesInput) {
			s.stdin = stdin
		}
	case s.uncertain() && (s.stdout != stdout || s.stderr != stderr):
		s.giveUp() // its redirections last
	}
	// A whole script that ends here fails, and is not judged.
	if s.errexit && s.child && s.status >= tested && !s.gone {
		s.fork(func() { s.leave(s.exit) }, func() {})
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

func replacesInput(r *syntax.Redirect) bool { return strings.HasPrefix(r.Op.String(), "<") }

func isExec(c syntax.Command) bool {
	call, ok := c.(*syntax.CallExpr)
	return ok && len(call.Args) == 1 && call.Args[0].Lit() == "exec"
}

// command runs a simple or compound command.
func (s *shell) command(c syntax.Command) {
	switch c := c.(type) {
	case nil: // redirections alone
		if s.status = succeeded; s.stdout == toCapture && s.stdin != "" {
			s.result(expected) // $(<FILE) prints the file
		}
	case *syntax.CallExpr:
		s.call(c)
	case *syntax.DeclClause:
		s.declare(c)
	case *syntax.BinaryCmd:
		s.binary(c)
	case *syntax.Block:
		s.statements(c.Stmts)
	case *syntax.Subshell:
		s.subshell(func() { s.statements(c.Stmts) })
	case *syntax.IfClause:
		s.ifClause(c)
	case *syntax.CaseClause:
		s.caseClause(c)
	case *syntax.ForClause:
		s.forClause(c)
	case *syntax.WhileClause:
		s.loop(func() { s.whileClause(c) })
	case *syntax.FuncDecl:
		if s.status = succeeded; c.Name == nil {
			s.giveUp() // the parser accepts what bash does not
			return
		}
		s.functions[c.Name.Value] = c.Body
	case *syntax.TestClause, *syntax.ArithmCmd, *syntax.LetClause:
		s.assigned(c)
		s.status = tested
	default:
		s.giveUp()
	}
}

// binary runs two commands with a pipe, && or || between them.
func (s *shell) binary(c *syntax.BinaryCmd) {
	second := func() { s.statement(c.Y) }
	switch c.Op {
	case syntax.AndStmt:
		if s.statement(c.X); s.status < tested {
			second()
		} else {
			s.fork(func() { s.status = succeeded; second() }, func() {})
		}
	case syntax.OrStmt:
		if s.statement(c.X); s.status != succeeded {
			s.fork(func() { s.status = failed; second() }, func() { s.status = succeeded })
		}
	default:
		s.pipe(c)
	}
}

func (s *shell) pipe(c *syntax.BinaryCmd) {
	before := s.writes
	input := s.capture(func() {
		if c.Op == syntax.PipeAll {
			s.stderr = toCapture
		}
		s.statement(c.X)
	})
	first, middle, stdin := s.status, s.writes, s.stdin
	s.stdin = input
	s.subshell(func() { s.statement(c.Y) })
	if before < middle && middle < s.writes {
		s.giveUp() // both write, in either order
	}
	if s.stdin = stdin; s.status < first { // with pipefail
		s.status = min(first, tested)
	}
}

func (s *shell) ifClause(c *syntax.IfClause) {
	if len(c.Cond) == 0 { // else
		s.statements(c.Then)
		return
	}
	s.statements(c.Cond)
	s.fork(func() { s.status = succeeded; s.statements(c.Then) }, func() {
		if s.status = failed; c.Else != nil {
			s.ifClause(c.Else)
		} else {
			s.status = succeeded
		}
	})
}

// caseClause tries all branches.
func (s *shell) caseClause(c *syntax.CaseClause) {
	s.literal(c.Word)
	ways, certain := []func(){}, false
	for _, item := range c.Items {
		if item.Op != syntax.Break { // it goes on to the next one
			s.giveUp()
			return
		}
		for _, w := range item.Patterns {
			s.literal(w)
			certain = certain || w.Lit() == "*"
		}
		ways = append(ways, func() { s.status = succeeded; s.statements(item.Stmts) })
	}
	if !certain {
		ways = append(ways, func() { s.status = succeeded })
	}
	s.fork(ways...)
}

// loop runs what break ends.
func (s *shell) loop(turns func()) {
	outer, maybe := s.brk, s.maybe
	if s.uncertain() {
		s.maybe++
	}
	s.brk = &frame{}
	turns()
	s.state = join(s.brk.left, s.state)
	s.brk, s.maybe = outer, maybe
}

// turn runs what continue ends.
func (s *shell) turn(body func()) {
	outer := s.cont
	s.cont = &frame{}
	body()
	s.state = join(s.cont.left, s.state)
	s.cont = outer
}

func (s *shell) forClause(c *syntax.ForClause) {
	words, ok := c.Loop.(*syntax.WordIter)
	if !ok || c.Select {
		s.loop(func() { s.anyTimes(func() { s.assigned(c.Loop); s.statements(c.Do) }) })
		return
	}
	items, known := s.fields(words.Items), true
	if !words.InPos.IsValid() {
		items, known = s.arguments, !s.unknown
	}
	known = known && len(items) <= maxTurns && !slices.ContainsFunc(items, hasMark)
	s.status = succeeded
	s.loop(func() {
		if !known {
			s.anyTimes(func() { s.forget(words.Name.Value); s.statements(c.Do) })
			return
		}
		for _, item := range items {
			if s.gone || s.lost {
				return
			}
			s.turn(func() { s.set(words.Name.Value, item); s.statements(c.Do) })
		}
	})
}

func (s *shell) whileClause(c *syntax.WhileClause) {
	s.statements(c.Cond)
	s.anyTimes(func() { s.statements(c.Do); s.statements(c.Cond) })
}

// anyTimes runs the body of a loop until nothing new comes of another turn.
func (s *shell) anyTimes(body func()) {
	again := s.again
	defer func() { s.again = again }()
	for range 10 {
		before := s.state
		s.fork(func() {}, func() { s.turn(body) })
		s.status = tested
		if s.state.same(before) || s.gone || s.lost {
			return
		}
		s.again = true
	}
	s.giveUp()
}
