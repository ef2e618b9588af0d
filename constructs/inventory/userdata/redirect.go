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

// print prints a text to standard output.
func (s *shell) print(text string) {
	s.write(s.stdout, text)
	s.status = succeeded
}

// write writes to a sink.
func (s *shell) write(to sink, text string) {
	s.charge(len(text) / 16)
	before := s.state.config
	switch {
	case text == "" || to == toNothing:
		return
	case to == toOuter:
		s.giveUp()
		return
	case to == toCapture:
		if s.output += text; len(s.output) > maxText {
			s.output = unknownMark
		}
		return
	case to == perhapsToConfig:
		s.state.config = before.clone()
	}
	s.writes++
	s.state.config.write(text, s.source)
	if to == perhapsToConfig {
		s.state.config = joinConfig(before, s.state.config)
	}
}

// descriptors are files that stand for what is open already.
var descriptors = regexp.MustCompile(`^/(dev/(stdout|stderr|fd/.*)|proc/self/fd/.*)$`)

// open opens a file to write to it.
func (s *shell) open(target string, appends bool) sink {
	where := reaches(target, s.directory)
	switch {
	case descriptors.MatchString(target):
		if s.stdout != toNothing || s.stderr != toNothing {
			s.giveUp()
		}
		return toNothing
	case where == never:
		return toNothing
	case s.held:
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
	if where == surely {
		s.state.config = config{}
	} else {
		s.state.config = joinConfig(s.state.config, config{})
	}
}

// redirect follows one redirection.
func (s *shell) redirect(r *syntax.Redirect) {
	descriptor := ""
	if r.N != nil {
		descriptor = r.N.Value
	}
	if r.Op == syntax.Hdoc || r.Op == syntax.DashHdoc {
		s.stdin = s.document(r)
		return
	}
	target := s.literal(r.Word)
	switch r.Op {
	case syntax.WordHdoc:
		s.stdin = target + "\n"
	case syntax.RdrIn, syntax.RdrInOut, syntax.DplIn:
		if s.stdin = unknownMark; target == "/dev/null" {
			s.stdin = ""
		}
		if r.Op == syntax.RdrInOut && reaches(target, s.directory) != never {
			s.touch()
		}
	case syntax.DplOut:
		s.direct(descriptor, s.duplicate(target))
		if strings.Trim(target, "0123456789-") != "" {
			s.direct("2", s.stdout) // >& FILE
		}
	case syntax.RdrAll, syntax.AppAll:
		to := s.openRedirection(target, r.Op == syntax.AppAll)
		s.direct("1", to)
		s.direct("2", to)
	default:
		s.direct(descriptor, s.openRedirection(target, r.Op == syntax.AppOut))
	}
}

// direct sends a descriptor to a sink.
func (s *shell) direct(descriptor string, to sink) {
	switch {
	case descriptor == "" || descriptor == "1":
		s.stdout = to
	case descriptor == "2":
		s.stderr = to
	case to != toNothing:
		s.giveUp() // what goes there by this number is not followed
	}
}

func (s *shell) openRedirection(target string, appends bool) sink {
	to := s.open(target, appends)
	s.held = s.held || to == toConfig || to == perhapsToConfig
	return to
}

// duplicate returns the sink of a descriptor, or of the file of >&.
func (s *shell) duplicate(target string) sink {
	switch {
	case target == "1":
		return s.stdout
	case target == "2":
		return s.stderr
	case strings.Trim(target, "0123456789-") == "":
		return toNothing
	}
	return s.openRedirection(target, false)
}

var leadingTabs = regexp.MustCompile(`(?m)^\t+`)

// document returns the text of a here document.
func (s *shell) document(r *syntax.Redirect) string {
	if r.Hdoc == nil {
		return ""
	}
	text := ""
	var parts []syntax.WordPart
	for i, part := range r.Hdoc.Parts {
		if lit, ok := part.(*syntax.Lit); ok {
			value := lit.Value
			if r.Op == syntax.DashHdoc {
				value = "x" + value // which stands behind an expansion
				if i == 0 {
					value = "\n" + lit.Value
				}
				value = leadingTabs.ReplaceAllString(value, "")[1:]
			}
			text += value
			part = &syntax.Lit{Value: value}
		}
		parts = append(parts, part)
	}
	if r.Word.Lit() == "" || strings.Contains(r.Word.Lit(), `\`) { // quoted
		return text
	}
	return s.expanded(expand.Document, &syntax.Word{Parts: parts})
}
