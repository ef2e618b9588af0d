package userdata

import (
	"regexp"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/pattern"
	"mvdan.cc/sh/v3/syntax"
)

// maxTurns bounds the turns of one loop.
const maxTurns = 1000

// command runs a simple or compound command.
func (s *shell) command(c syntax.Command) {
	switch c := c.(type) {
	case nil:
		s.status = succeeded // redirections alone
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
		s.whileClause(c)
	case *syntax.FuncDecl:
		if s.status = succeeded; c.Name == nil {
			s.giveUp() // the parser accepts what bash does not
			return
		}
		s.functions[c.Name.Value] = c.Body
	case *syntax.TimeClause:
		if c.Stmt != nil {
			s.statement(c.Stmt)
		}
	case *syntax.TestClause, *syntax.ArithmCmd, *syntax.LetClause:
		s.assigned(c)
		s.status = tested
	default:
		s.giveUp()
	}
}

// test runs a condition, whose failure does not end the script.
func (s *shell) test(f func()) {
	s.condition++
	f()
	s.condition--
}

// binary runs two commands with a pipe, && or || between them.
func (s *shell) binary(c *syntax.BinaryCmd) {
	switch c.Op {
	case syntax.AndStmt, syntax.OrStmt:
		s.test(func() { s.statement(c.X) })
		s.second(c)
	default:
		before := s.writes
		input := s.capture(func() {
			if c.Op == syntax.PipeAll {
				s.stderr = toCapture
			}
			s.subshell(func() { s.statement(c.X) })
		})
		first, stdin, middle := s.status, s.stdin, s.writes
		s.stdin = input
		s.subshell(func() { s.statement(c.Y) })
		if before < middle && middle < s.writes {
			s.state.config.blur() // both write, in either order
		}
		if s.stdin = stdin; s.pipefail && s.status == succeeded {
			s.status = first
		}
	}
}

// second runs the command behind && or ||, if it runs.
func (s *shell) second(c *syntax.BinaryCmd) {
	if s.gone || s.lost {
		return
	}
	second := func() { s.statement(c.Y) }
	switch {
	case c.Op == syntax.AndStmt && s.status == failed, c.Op == syntax.OrStmt && s.status == succeeded:
		// it does not run
	case c.Op == syntax.AndStmt && s.status != tested, c.Op == syntax.OrStmt && s.status == failed:
		second()
	case c.Op == syntax.AndStmt:
		s.fork(func() { s.status = succeeded; second() }, func() { s.status = failed })
	default:
		s.fork(func() { s.status = failed; second() }, func() { s.status = succeeded })
	}
}

func (s *shell) ifClause(c *syntax.IfClause) {
	if len(c.Cond) == 0 { // else
		s.statements(c.Then)
		return
	}
	s.test(func() { s.statements(c.Cond) })
	if s.gone || s.lost {
		return
	}
	then := func() { s.statements(c.Then) }
	otherwise := func() {
		if c.Else != nil {
			s.ifClause(c.Else)
		} else {
			s.status = succeeded
		}
	}
	switch s.status {
	case succeeded:
		then()
	case failed:
		otherwise()
	default:
		s.fork(func() { s.status = succeeded; then() }, func() { s.status = failed; otherwise() })
	}
}

// caseClause runs the branch that matches, or tries all that may.
func (s *shell) caseClause(c *syntax.CaseClause) {
	word := s.literal(c.Word)
	var ways []func()
	certain := false
	for _, item := range c.Items {
		if item.Op != syntax.Break { // it goes on to the next one
			s.giveUp()
			return
		}
		matches := s.matches(item, word)
		if matches == failed {
			continue
		}
		ways = append(ways, func() { s.statements(item.Stmts) })
		if certain = matches == succeeded; certain {
			break
		}
	}
	switch {
	case len(ways) == 0:
		s.status = succeeded
	case certain && len(ways) == 1:
		ways[0]()
	default:
		if !certain {
			ways = append(ways, func() { s.status = succeeded })
		}
		s.fork(ways...)
	}
}

// matches reports whether a word matches one of the patterns of a branch.
func (s *shell) matches(item *syntax.CaseItem, word string) status {
	result := failed
	for _, w := range item.Patterns {
		p := s.expanded(expand.Pattern, w)
		expression, err := pattern.Regexp(p, pattern.EntireString|pattern.ExtendedOperators)
		if p == "*" {
			return succeeded
		}
		if err != nil || hasMark(p) || hasMark(word) {
			result = tested
			continue
		}
		if compiled, err := regexp.Compile(expression); err != nil {
			result = tested
		} else if compiled.MatchString(word) && result == failed {
			return succeeded
		}
	}
	return result
}

// loop runs one loop: turns calls its argument for every turn.
func (s *shell) loop(turns func(turn func(body func()))) {
	brk, cont := s.brk, s.cont
	s.brk = &frame{}
	turns(func(body func()) {
		s.cont = &frame{}
		body()
		s.state = join(s.cont.left, s.state)
		s.cont = &frame{}
	})
	s.state = join(s.brk.left, s.state)
	s.brk, s.cont = brk, cont
}

func (s *shell) forClause(c *syntax.ForClause) {
	words, ok := c.Loop.(*syntax.WordIter)
	if !ok || c.Select {
		s.assigned(c.Loop)
		s.loop(func(turn func(func())) { s.anyTimes(turn, func() { s.assigned(c.Loop); s.statements(c.Do) }) })
		return
	}
	items := s.fields(words.Items)
	known := words.InPos.IsValid() || !s.unknown
	if !words.InPos.IsValid() {
		items = s.arguments
	}
	for _, item := range items {
		known = known && !hasMark(item)
	}
	if len(items) == 0 {
		s.status = succeeded
	}
	s.loop(func(turn func(func())) {
		if !known || len(items) > maxTurns {
			s.anyTimes(turn, func() { s.forget(words.Name.Value); s.statements(c.Do) })
			return
		}
		for _, item := range items {
			if s.gone || s.lost {
				return
			}
			turn(func() { s.set(words.Name.Value, item); s.statements(c.Do) })
		}
	})
}

// whileClause runs a loop as long as its condition is certain, and then perhaps on.
func (s *shell) whileClause(c *syntax.WhileClause) {
	end, goOn := failed, succeeded
	if c.Until {
		end, goOn = succeeded, failed
	}
	s.loop(func(turn func(func())) {
		for range maxTurns {
			s.test(func() { s.statements(c.Cond) })
			switch {
			case s.gone || s.lost:
				return
			case s.status == end:
				s.status = succeeded
				return
			case s.status != goOn:
				s.anyTimes(turn, func() {
					s.statements(c.Do)
					s.test(func() { s.statements(c.Cond) })
				})
				return
			}
			turn(func() { s.statements(c.Do) })
		}
		s.giveUp()
	})
}

// anyTimes runs the body of a loop until nothing new comes of another turn.
func (s *shell) anyTimes(turn func(func()), body func()) {
	again := s.again
	for range 10 {
		before := s.state
		s.fork(func() {}, func() { turn(body) })
		s.status = tested
		if s.state.same(before) || s.gone || s.lost {
			s.again = again
			return
		}
		s.again = true
	}
	s.again = again
	s.giveUp()
}
