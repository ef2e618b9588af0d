package userdata

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

var (
	// silent commands print nothing, read no input and leave the file alone.
	silent = []string{"mkdir", "chmod", "chown", "touch", "sleep", "wait", "kill", "modprobe"}
	// readers print what they are given, and leave it alone.
	readers = []string{"ls", "stat", "head", "tail", "wc", "logger"}
	// tests are run for their exit code.
	tests = []string{"grep", "egrep", "fgrep", "which", "type", "hash", "cmp", "diff", "pgrep", "id", "lspci", "mountpoint", "nvidia-smi"}
	// interpreters run what this package does not read.
	interpreters = []string{"ansible-playbook", "ansible-pull", "chef-client", "chef-solo", "puppet", "salt-call", "python", "python3", "perl", "ruby", "node", "php"}
	// editors change the file that they are given.
	editors = []string{"sed", "cp", "mv", "ln", "install", "rsync", "dd", "truncate", "patch", "ed", "ex"}

	scripts = regexp.MustCompile(`\.(sh|bash|py|pl|rb)$`)
	// system is where the programs of the distribution and of AWS are.
	system = regexp.MustCompile(`^(/usr(/local)?)?/s?bin/|^/opt/aws/|^[^/]*$`)
)

// shellOnly are commands that no program stands for.
var shellOnly = []string{"eval", "source", ".", ":", "cd", "exit", "return", "break", "continue", "set", "shift", "trap", "read", "unset", "exec", "command", "export", "local", "declare"}

// wrappers run the command that follows: options with a value, and operands.
var wrappers = map[string]struct {
	options  string
	operands int
}{
	"sudo": {"ugpCrtUhD", 0}, "env": {"uC", 0}, "command": {}, "exec": {"a", 0}, "nohup": {},
	"nice": {"n", 0}, "timeout": {"ks", 1}, "cloud-init-per": {"", 2},
}

var assignment = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*=`)

// call runs a simple command.
func (s *shell) call(c *syntax.CallExpr) {
	words := s.fields(c.Args)
	if len(words) == 0 {
		s.status = succeeded
	}
	for _, a := range c.Assigns {
		if len(words) == 0 {
			s.assign(a)
		} else {
			s.literal(a.Value)
			s.forget(a.Name.Value) // a function has it while it runs
		}
	}
	if len(words) == 0 {
		return
	}
	if body, ok := s.functions[words[0]]; ok {
		s.function(body, words[1:])
		return
	}
	s.run(words)
}

// assign sets a variable of the shell.
func (s *shell) assign(a *syntax.Assign) {
	name := a.Name.Value
	switch before, known := s.variables[name]; {
	case a.Naked:
	case a.Index != nil || a.Array != nil:
		s.assigned(a)
		s.forget(name)
	case a.Append && !known:
		s.literal(a.Value)
	case a.Append:
		s.set(name, before+s.literal(a.Value))
	default:
		s.set(name, s.literal(a.Value))
	}
}

// declare follows export, local and the like.
func (s *shell) declare(c *syntax.DeclClause) {
	for _, a := range c.Args {
		if a.Name == nil {
			if flags := s.literal(a.Value); strings.Trim(flags, "-+xgaAp") != "" {
				s.giveUp() // values would be computed, or names stand for others
			}
			continue
		}
		if s.assign(a); c.Variant.Value != "export" {
			s.locals = append(s.locals, a.Name.Value)
		}
		// Words are split at braces here, unlike in an assignment.
		braces := a.Value != nil && syntax.SplitBraces(&syntax.Word{Parts: a.Value.Parts})
		if braces || a.Naked && c.Variant.Value != "export" {
			s.forget(a.Name.Value)
		}
		if c.Variant.Value == "readonly" {
			s.readonly = append(s.readonly, a.Name.Value)
		}
	}
	s.status = succeeded // that of the declaration itself
}

// function calls a function of the script.
func (s *shell) function(body *syntax.Stmt, arguments []string) {
	if body == nil {
		s.hide() // one of several
		return
	}
	if s.depth >= maxNesting {
		s.giveUp()
		return
	}
	s.depth++
	before, locals, ret, brk, cont, maybe := *s.state, s.locals, s.ret, s.brk, s.cont, s.maybe
	if s.uncertain() {
		s.maybe++
	}
	s.arguments, s.unknown = arguments, uncounted(arguments)
	s.locals, s.ret, s.brk, s.cont = nil, &frame{}, nil, nil
	s.statement(body)
	s.state = join(s.ret.left, s.state)
	for _, name := range s.locals {
		s.forget(name) // the outer one is back
	}
	s.arguments, s.unknown = before.arguments, before.unknown
	s.locals, s.ret, s.brk, s.cont, s.maybe = locals, ret, brk, cont, maybe
	s.depth--
}

// uncounted reports whether there may be more or fewer arguments: a variable that
// is not known may hold none, or several.
func uncounted(arguments []string) bool {
	return slices.ContainsFunc(arguments, func(arg string) bool { return strings.Contains(arg, unknownMark) })
}

// run runs a command that is no function, and the one that it is handed to.
func (s *shell) run(words []string) {
	name := words[0]
	wrapper, wraps := wrappers[name]
	switch {
	case onlyHoles(name):
		s.hide() // any command
		return
	case name == "command" && len(words) > 1 && strings.HasPrefix(words[1], "-"):
		s.result(tested)
		return
	case !wraps:
		s.builtin(path.Base(name), words)
		return
	}
	s.status = succeeded
	for words = words[1:]; len(words) > 0; words = words[1:] {
		switch word := words[0]; {
		case strings.HasPrefix(word, "-"):
			if len(word) == 2 && strings.Contains(wrapper.options, word[1:]) && len(words) > 1 {
				words = words[1:]
			}
		case wrapper.operands > 0:
			wrapper.operands--
		case (name == "env" || name == "sudo") && assignment.MatchString(word):
		case name == "command":
			s.run(words)
			return
		case slices.Contains(shellOnly, word):
			s.result(tested)
			return
		default:
			if s.subshell(func() { s.run(words) }); name == "exec" {
				s.exitWith(s.status)
			}
			return
		}
	}
}

// result ends a command that prints what is not known: nothing, or whole lines.
// It may have read its input.
func (s *shell) result(st status) {
	for _, to := range slices.Compact([]sink{s.stdout, s.stderr}) {
		line := s.state.config.tail
		if to == toCapture {
			line = s.output
		}
		if line == "" || strings.HasSuffix(line, "\n") {
			s.write(to, unknownMark+"\n")
		} else {
			s.write(to, unknownMark)
		}
	}
	s.consume()
	s.status = st
}

// consume says that the input is read.
func (s *shell) consume() {
	if s.stdin != "" {
		s.stdin = unknownMark
	}
}

// other looks whether a command that is not followed may touch the file.
func (s *shell) other(name string, words []string) {
	args, last := words[1:], words[len(words)-1]
	if name == "install" && slices.Contains(args, "/dev/stdin") && harmless(s.stdin) {
		s.own = append(s.own, last)
	}
	switch {
	case slices.Contains(silent, name):
		s.status = expected
		return
	case slices.Contains(readers, name), slices.Contains(tests, name):
	case slices.Contains(interpreters, name), scripts.MatchString(name), !system.MatchString(words[0]) && !hasMark(words[0]) && !slices.Contains(s.own, words[0]),
		slices.Contains(editors, name) && reaches(last, s.directory) != never,
		s.mentions(args), strings.Contains(s.stdin, "ecs.config"):
		s.touch()
	}
	if s.result(expected); slices.Contains(tests, name) {
		s.status = tested
	}
}

// harmless reports whether a program whose text the script carries leaves the
// file alone: it does not name it, or its directory.
func harmless(text string) bool {
	return text != "" && !hasMark(text) && !strings.Contains(text, "ecs.config") && !strings.Contains(text, "etc/ecs")
}

// mentions reports whether the file, or its directory, is among the arguments.
func (s *shell) mentions(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		return strings.Contains(arg, "ecs.config") || strings.Contains(arg, "/etc/ecs") ||
			!hasMark(arg) && reaches(arg, s.directory) == surely || s.directory == path.Dir(configPath) && hasMark(arg)
	})
}
