package userdata

import (
	"regexp"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// sink is where output goes.
type sink int

const (
	toNothing sink = iota // the console, a log, another file
	toCapture             // a pipe or a command substitution
	toOuter               // a capture around the innermost one
	toConfig
	perhapsToConfig
)

// write writes to a sink.
func (s *shell) write(to sink, text string) {
	s.charge(len(text) / 16)
	if to == toConfig || to == perhapsToConfig {
		s.writes++
	}
	switch {
	case text == "":
	case to == toOuter:
		s.giveUp()
	case to == toCapture:
		if s.output += text; len(s.output) > maxText {
			s.output = unknownMark
		}
	case to == toConfig:
		s.state.config.write(text, s.source)
	case to == perhapsToConfig:
		before := s.state.config.clone()
		s.state.config.write(text, s.source)
		s.state.config = joinConfig(before, s.state.config)
	}
}

// open opens a file to write to it.
func (s *shell) open(target string, appends bool) sink {
	switch target {
	case "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
		return s.stdout
	case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2":
		return s.stderr
	}
	where := reaches(target, s.directory)
	if where == never {
		return toNothing
	}
	if s.held && (!appends || s.overwrites) {
		s.giveUp() // where in the file the two write is not followed
	}
	if !appends {
		s.remove(where)
	}
	if where == surely {
		return toConfig
	}
	return perhapsToConfig
}

// remove forgets the content of the file, or perhaps does.
func (s *shell) remove(where reach) {
	s.writes++
	switch where {
	case surely:
		s.state.config = config{}
	case perhaps:
		s.state.config = joinConfig(s.state.config, config{})
	}
}

// redirect follows one redirection.
func (s *shell) redirect(r *syntax.Redirect) {
	descriptor := ""
	if r.N != nil {
		descriptor = r.N.Value
	}
	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		s.stdin = s.document(r)
	case syntax.WordHdoc:
		s.stdin = s.literal(r.Word) + "\n"
	case syntax.RdrIn, syntax.RdrInOut, syntax.DplIn:
		s.stdin = unknownMark
		if target := s.literal(r.Word); r.Op == syntax.RdrInOut && reaches(target, s.directory) != never {
			s.state.config.blur()
		} else if target == "/dev/null" {
			s.stdin = ""
		}
	case syntax.DplOut:
		s.duplicate(descriptor, s.literal(r.Word))
	default:
		appends := r.Op == syntax.AppOut || r.Op == syntax.AppAll
		to := s.open(s.literal(r.Word), appends)
		if to == toConfig || to == perhapsToConfig {
			s.held, s.overwrites = true, s.overwrites || !appends
		}
		both := r.Op == syntax.RdrAll || r.Op == syntax.AppAll
		switch {
		case both:
			s.stdout, s.stderr = to, to
		case descriptor == "" || descriptor == "1":
			s.stdout = to
		case descriptor == "2":
			s.stderr = to
		case to != toNothing:
			s.giveUp() // what goes there by this number is not followed
		}
	}
}

// duplicate follows 2>&1 and the like.
func (s *shell) duplicate(descriptor, target string) {
	var to sink
	switch target {
	case "1":
		to = s.stdout
	case "2":
		to = s.stderr
	case "-":
	default:
		if strings.Trim(target, "0123456789") != "" {
			to = s.open(target, false) // >& FILE
			s.stderr = to
		}
	}
	switch descriptor {
	case "", "1":
		s.stdout = to
	case "2":
		s.stderr = to
	default:
		if to != toNothing {
			s.giveUp()
		}
	}
}

// document returns the text of a here document.
func (s *shell) document(r *syntax.Redirect) string {
	if r.Hdoc == nil {
		return ""
	}
	quoted := r.Word.Lit() == "" || strings.Contains(r.Word.Lit(), `\`)
	text := ""
	var parts []syntax.WordPart
	for _, part := range r.Hdoc.Parts {
		if lit, ok := part.(*syntax.Lit); ok {
			value := lit.Value
			if r.Op == syntax.DashHdoc { // tabs at the start of a line go
				if value = leadingTabs.ReplaceAllString(value, "\n"); len(parts) == 0 {
					value = strings.TrimLeft(value, "\t")
				}
			}
			text += value
			part = &syntax.Lit{Value: value}
		}
		parts = append(parts, part)
	}
	if quoted {
		return text
	}
	return s.expanded(expand.Document, &syntax.Word{Parts: parts})
}

var leadingTabs = regexp.MustCompile(`\n\t+`)
