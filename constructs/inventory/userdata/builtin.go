package userdata

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// builtin follows the commands that write files, change the shell, or may run
// others.
func (s *shell) builtin(name string, words []string) {
	args := words[1:]
	text := strings.Join(args, " ")
	if name != "systemctl" && name != "service" && !slices.Contains(shells, name) {
		s.mayStartAgent(name+" "+text, s.stdin)
	}
	switch before := s.status; name {
	case "echo":
		s.print(echo(args))
	case "printf":
		s.printf(args)
	case "cat":
		if len(args) > 0 && text != "-" {
			s.result(expected)
			break
		}
		s.print(s.stdin)
		s.consume()
	case "tee":
		s.tee(args)
	case "true", ":":
		s.status = succeeded
	case "false":
		s.status = failed
	case "test", "[":
		s.status = tested
	case "cd", "pushd", "popd":
		s.status = expected
		if s.directory = unknownMark; name == "cd" && path.IsAbs(text) && !hasMark(text) {
			s.directory = path.Clean(text)
		}
	case "set":
		s.options(args)
	case "shopt", "alias", "enable", "builtin", "mapfile", "readarray", "getopts", "let":
		s.giveUp() // words would mean something else
	case "eval":
		if hasMark(text) {
			s.hide()
		}
		s.text(text)
	case "source", ".":
		if strings.HasPrefix(text, "/etc/") && !s.mentions(args) {
			clear(s.variables) // of the distribution
			s.status = expected
			return
		}
		s.hide()
	case "trap":
		s.trap(args)
	case "exit":
		s.exitWith(code(args, before))
	case "return":
		s.status = code(args, before)
		s.leave(s.ret)
	case "break", "continue":
		if len(args) > 0 && text != "1" {
			s.giveUp()
		}
		s.status = succeeded
		s.leave(map[string]*frame{"break": s.brk, "continue": s.cont}[name])
	case "shift":
		s.unknown, s.status = true, tested
	case "read", "unset":
		for _, arg := range args {
			if s.forget(arg); s.functions[arg] != nil {
				s.functions[arg] = nil
			}
		}
		s.consume()
		s.status = tested
	case "rm", "unlink":
		s.rm(args)
	case "cfn-signal":
		s.signal(args)
		s.status = expected
	case "cfn-init":
		s.cfnInit(args)
	case "systemctl", "service":
		s.unit(name, args)
		if s.result(expected); strings.Contains(text, "is-") || slices.Contains(args, "status") {
			s.status = tested
		}
	default:
		if slices.Contains(shells, name) {
			s.inner(args)
		} else {
			s.other(name, words)
		}
	}
}

// inner runs a script given to a shell; one from a file may do anything.
func (s *shell) inner(args []string) {
	text, options := s.stdin, 0
	for options < len(args) && strings.HasPrefix(args[options], "-") {
		options++
	}
	if options > 0 && options < len(args) && strings.HasSuffix(args[options-1], "c") {
		text = args[options]
	} else if options < len(args) {
		text = unknownMark // a file
	}
	s.consume()
	if text == "" || onlyHoles(text) || strings.TrimSpace(text) == unknownMark {
		s.touch()
		s.result(expected)
		return
	}
	s.subshell(func() {
		s.variables, s.functions, s.unknown = map[string]string{}, map[string]*syntax.Stmt{}, true
		s.errexit = slices.ContainsFunc(args[:options], errexitFlag.MatchString)
		s.ret, s.stdin = nil, unknownMark
		s.text(text)
	})
	s.status = max(s.status, expected)
}

// cfnInit follows what the metadata says, if it is that of this instance.
func (s *shell) cfnInit(args []string) {
	if resource := option(args, "--resource", "-r"); !hasMark(resource) {
		s.InitResource = resource
	}
	s.writes++
	s.machine.config = s.state.config
	s.runInit(s.uncertain())
	s.state.config = s.machine.config
	s.result(expected)
}

// tee writes its input to files.
func (s *shell) tee(args []string) {
	appends := slices.Contains(args, "-a") || slices.Contains(args, "--append")
	for _, target := range args {
		if !strings.HasPrefix(target, "-") {
			s.write(s.open(target, appends), s.stdin)
		}
	}
	s.print(s.stdin)
	s.consume()
}

// rm follows the removal of the file.
func (s *shell) rm(args []string) {
	for _, arg := range args {
		where := reaches(arg, s.directory)
		switch {
		case strings.HasPrefix(arg, "-"):
		case arg == unknownMark && s.directory != path.Dir(configPath) && !hasMark(s.directory): // a file of its own
		case where != never && !s.held:
			s.remove(where)
		case where != never || s.mentions([]string{arg}):
			s.touch()
		}
	}
	s.status = expected
}

// options follows set.
func (s *shell) options(args []string) {
	s.status = succeeded
	for i, arg := range args {
		switch {
		case arg == "--" || i == 0 && !strings.HasPrefix(arg, "-") && !strings.HasPrefix(arg, "+"):
			s.unknown = true // the arguments are others
			return
		case arg == "errexit" && args[max(i, 1)-1] == "-o", errexitFlag.MatchString(arg):
			s.errexit = true
		case arg == "errexit", strings.HasPrefix(arg, "+") && strings.Contains(arg, "e"):
			s.errexit = false
		case hasMark(arg), strings.HasPrefix(arg, "-") && strings.ContainsAny(arg, "nfkBC"):
			s.giveUp()
		}
	}
}

// code returns what exit and return say of an exit code.
func code(args []string, before status) status {
	switch {
	case len(args) == 0:
		return before
	case args[0] == "0":
		return succeeded
	case hasMark(args[0]):
		return tested
	}
	return failed
}

var echoOptions = regexp.MustCompile(`^-[neE]+$`)

// trickyEscape is an escape that echo, printf and the library do not agree on.
var trickyEscape = regexp.MustCompile(`\\([^abfnrtv\\]|$)`)

// echo returns what echo prints.
func echo(args []string) string {
	escapes, newline := false, "\n"
	for len(args) > 0 && echoOptions.MatchString(args[0]) {
		if strings.Contains(args[0], "n") {
			newline = ""
		}
		escapes = escapes && !strings.Contains(args[0], "E") || strings.HasSuffix(args[0], "e")
		args = args[1:]
	}
	text := strings.Join(args, " ")
	if escapes {
		text = format(text, nil)
	}
	return text + newline
}

// directive is one of printf that is not followed.
var directive = regexp.MustCompile(`%[^%s]|%$`)

// printf prints a format that is text or repeats %s.
func (s *shell) printf(args []string) {
	switch {
	case len(args) == 0:
	case args[0] == "-v" && len(args) > 1:
		s.set(args[1], unknownMark)
	case strings.HasPrefix(args[0], "-"), directive.MatchString(strings.ReplaceAll(args[0], "%%", "")):
		s.print(unknownMark)
	default:
		s.print(format(args[0], append([]string{}, args[1:]...)))
	}
	s.status = expected
}

// format repeats a format until all arguments are printed; without arguments
// (nil) % is a character.
func format(pattern string, args []string) string {
	if trickyEscape.MatchString(strings.ReplaceAll(pattern, `\\`, "")) {
		return unknownMark
	}
	text := ""
	for {
		piece, n, err := expand.Format(nil, pattern, args)
		if text += piece; err != nil || len(text) > maxText {
			return unknownMark
		}
		if args = args[n:]; n == 0 || len(args) == 0 {
			return text
		}
	}
}
