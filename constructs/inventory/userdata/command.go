package userdata

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

var (
	// silent commands print nothing and leave the file alone.
	silent = []string{"mkdir", "chmod", "chown", "touch", "sleep", "wait", "kill", "modprobe", "mount", "umount"}
	// readers print what they are given, and leave it alone.
	readers = []string{"ls", "stat", "head", "tail", "wc", "logger", "md5sum", "sha256sum"}
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

// wrappers run the command that follows: options with a value, and operands.
var wrappers = map[string]struct {
	options  string
	operands int
}{
	"sudo": {"ugpCrtUhD", 0}, "env": {"uC", 0}, "command": {}, "builtin": {}, "exec": {"a", 0}, "nohup": {}, "setsid": {},
	"nice": {"n", 0}, "ionice": {"cn", 0}, "timeout": {"ks", 1}, "cloud-init-per": {"", 2},
}

var assignment = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*=`)

// call runs a simple command.
func (s *shell) call(c *syntax.CallExpr) {
	words := s.fields(c.Args)
	if len(c.Args) == 0 {
		s.status = succeeded
	}
	for _, a := range c.Assigns {
		if len(c.Args) == 0 {
			s.assign(a)
		} else if len(words) > 0 && s.functions[words[0]] != nil {
			s.forget(a.Name.Value) // while the function runs it has the value
		}
	}
	if len(words) > 0 {
		s.run(words)
	}
}

// assign sets a variable of the shell.
func (s *shell) assign(a *syntax.Assign) {
	switch {
	case a.Name == nil || a.Naked:
	case a.Index != nil || a.Array != nil:
		s.assigned(a)
		s.forget(a.Name.Value)
	default:
		value, known := s.literal(a.Value), true
		if a.Append {
			var before string
			before, known = s.variables[a.Name.Value]
			value = before + value
		}
		if s.set(a.Name.Value, value); !known {
			s.forget(a.Name.Value)
		}
	}
}

var plainDeclaration = regexp.MustCompile(`^-[xrg]+$`)

// declare follows export, local and the like.
func (s *shell) declare(c *syntax.DeclClause) {
	odd := c.Variant.Value == "nameref"
	for _, a := range c.Args {
		if a.Name == nil {
			odd = odd || !plainDeclaration.MatchString(s.literal(a.Value))
			continue
		}
		name := a.Name.Value
		if value, ok := s.variables[name]; s.locals != nil && c.Variant.Value != "export" && c.Variant.Value != "readonly" {
			if _, seen := s.locals[name]; !seen {
				if s.locals[name] = value; !ok {
					s.locals[name] = unknownMark
				}
			}
			if a.Naked {
				s.forget(name)
			}
		}
		s.assign(a)
		if odd || a.Value != nil && syntax.SplitBraces(&syntax.Word{Parts: a.Value.Parts}) {
			s.forget(name)
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
	outer, unknown, ret, locals, brk, cont := s.arguments, s.unknown, s.ret, s.locals, s.brk, s.cont
	s.arguments, s.unknown, s.ret, s.locals = arguments, uncounted(arguments), &frame{}, map[string]string{}
	s.brk, s.cont = nil, nil // bash ends no loop outside of the function
	s.statement(body)
	s.state = join(s.ret.left, s.state)
	for name, value := range s.locals {
		if s.variables[name] != value {
			s.forget(name) // the outer one is back
		}
	}
	s.arguments, s.unknown, s.ret, s.locals, s.brk, s.cont = outer, unknown, ret, locals, brk, cont
	s.depth--
}

// uncounted reports whether there may be more or fewer arguments: a variable that
// is not known may hold none, or several.
func uncounted(arguments []string) bool {
	return slices.ContainsFunc(arguments, func(arg string) bool { return strings.Contains(arg, unknownMark) })
}

// run runs a command and the ones that it is handed to.
func (s *shell) run(words []string) {
	name := words[0]
	if body, ok := s.functions[name]; ok {
		s.function(body, words[1:])
		return
	}
	wrapper, wraps := wrappers[name]
	switch {
	case onlyHoles(name):
		s.hide() // any command
		s.status = expected
		return
	case name == "command" && len(words) > 1 && strings.HasPrefix(words[1], "-"):
		s.result(tested)
		return
	case !wraps:
		s.builtin(path.Base(name), words)
		return
	}
	words = words[1:]
	operands := wrapper.operands
	for len(words) > 0 {
		switch word := words[0]; {
		case strings.HasPrefix(word, "-"):
			if len(word) == 2 && strings.Contains(wrapper.options, word[1:]) && len(words) > 1 {
				words = words[1:]
			}
		case operands > 0:
			operands--
		case (name == "env" || name == "sudo") && assignment.MatchString(word):
		default:
			if functions := s.functions; name != "builtin" {
				s.functions = nil // which only the shell itself sees
				s.run(words)
				s.functions = functions
			}
			if name == "exec" && !s.gone {
				s.leave(s.exit)
			}
			return
		}
		words = words[1:]
	}
	s.status = succeeded
}

// result ends a command that prints what is not known: nothing, or whole lines.
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
	s.status = st
}

// other looks whether a command that is not followed may touch the file.
func (s *shell) other(name string, words []string) {
	args := words[1:]
	var last string
	if len(args) > 0 {
		last = args[len(args)-1]
	}
	inPlace := name != "sed" || slices.ContainsFunc(args, func(arg string) bool {
		return strings.HasPrefix(arg, "-i") || strings.HasPrefix(arg, "--in-place") || hasMark(arg) && arg != last
	})
	switch {
	case slices.Contains(silent, name):
		s.status = expected
		return
	case slices.Contains(readers, name), slices.Contains(tests, name):
	case s.held && (s.mentions(args) || slices.Contains(interpreters, name)):
		s.giveUp() // what is open may no longer be the file
	case slices.Contains(interpreters, name), scripts.MatchString(name), !system.MatchString(words[0]) && !hasMark(words[0]):
		s.state.config.blur()
	case slices.Contains(editors, name):
		if inPlace && (s.mentions(args) || reaches(last, s.directory) != never) {
			s.state.config.blur()
		}
	case s.mentions(args) || strings.Contains(s.stdin, "ecs.config"):
		s.state.config.blur()
	}
	if s.result(expected); slices.Contains(tests, name) {
		s.status = tested
	}
}

// mentions reports whether the file, or its directory, is among the arguments.
func (s *shell) mentions(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		return strings.Contains(arg, "ecs.config") || strings.Contains(arg, "/etc/ecs") ||
			!hasMark(arg) && reaches(arg, s.directory) == surely || s.directory == path.Dir(configPath) && strings.ContainsAny(arg, "*?")
	})
}
