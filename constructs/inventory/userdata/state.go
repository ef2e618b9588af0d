package userdata

import (
	"maps"
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// status is what is known of the exit code of a command.
type status int

const (
	succeeded status = iota
	expected         // to succeed; a run in which it does not is not judged
	tested           // either is as good
	failed           // here, where either was as good
)

// state is what is known of a process that runs a script, at one place of it.
type state struct {
	variables map[string]string       // with marks; what is not here is not known
	functions map[string]*syntax.Stmt // nil: one of several
	arguments []string
	unknown   bool // the arguments are not known
	directory string
	output    string // what has been written to the innermost capture
	status    status
	errexit   bool
	gone      bool // the process, function or loop has been left

	config config // of the machine, while other states are tried
}

func (s *state) clone() *state {
	c := *s
	c.variables, c.functions = maps.Clone(s.variables), maps.Clone(s.functions)
	c.config = s.config.clone()
	return &c
}

// same reports whether nothing has changed between two states.
func (s *state) same(t *state) bool {
	return maps.Equal(s.variables, t.variables) && maps.Equal(s.functions, t.functions) &&
		s.config.same(&t.config) &&
		s.directory == t.directory && s.output == t.output && slices.Equal(s.arguments, t.arguments) &&
		s.unknown == t.unknown && s.gone == t.gone && s.errexit == t.errexit
}

// join returns what holds in whichever of two states the process is. A state
// that was left does not count beside one that goes on.
func join(a, b *state) *state {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	output := a.output
	if output != b.output {
		output = unknownMark
	}
	if a.gone && !b.gone {
		a = b
	}
	c := a.clone()
	c.output = output
	if a.gone != b.gone || a == b {
		return c
	}
	c.config = joinConfig(a.config, b.config)
	maps.DeleteFunc(c.variables, func(name, value string) bool {
		other, ok := b.variables[name]
		return !ok || other != value
	})
	maps.Copy(c.functions, b.functions)
	for name := range c.functions {
		if a.functions[name] != b.functions[name] {
			c.functions[name] = nil
		}
	}
	c.unknown = a.unknown || b.unknown || !slices.Equal(a.arguments, b.arguments)
	if a.directory != b.directory {
		c.directory = unknownMark
	}
	c.errexit = a.errexit && b.errexit
	if c.status = max(a.status, b.status); a.status != b.status {
		c.status = min(c.status, tested)
	}
	return c
}
