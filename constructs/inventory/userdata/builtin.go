package userdata

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// builtin follows the commands that write files, change the shell, or may run
// others.
func (s *shell) builtin(name string, words []string) {
	args := words[1:]
	if !slices.Contains([]string{"systemctl", "service", "initctl", "chkconfig", "start", "restart"}, name) && !slices.Contains(shells, name) {
		s.mayStartAgent(name+" "+strings.Join(args, " "), s.stdin)
	}
	if name != "eval" && name != "exit" && name != "return" { // to which $? is that of the command before
		s.status = succeeded
	}
	switch name {
	case "echo":
		s.write(s.stdout, echo(args))
	case "printf":
		s.printf(args)
	case "cat":
		if len(args) == 0 || len(args) == 1 && args[0] == "-" {
			s.write(s.stdout, s.stdin)
		} else {
			s.result(expected)
		}
	case "tee":
		s.tee(args)
	case "true", ":":
	case "false":
		s.status = failed
	case "test", "[":
		s.status = compare(name, args)
	case "cd", "pushd", "popd":
		s.changeDirectory(name, args)
	case "set":
		s.options(args)
	case "shopt", "alias", "enable", "select", "coproc":
		s.giveUp() // words would mean something else
	case "eval":
		s.text(strings.Join(args, " "))
		if hasMark(strings.Join(args, " ")) {
			s.hide()
		}
	case "source", ".":
		if len(args) == 0 || !strings.HasPrefix(args[0], "/etc/") || s.mentions(args) {
			s.state.config.blur()
		}
		clear(s.variables)
		s.status = expected
	case "trap":
		s.trap(args)
	case "exit":
		code := s.code(args)
		if hasMark(code) && s.status == failed {
			code = "1" // or another one that is not 0
		}
		s.exitCode(args)
		s.exitWith(code)
	case "return":
		s.exitCode(args)
		s.leave(s.ret)
	case "break", "continue":
		frame := map[string]*frame{"break": s.brk, "continue": s.cont}[name]
		if len(args) > 0 && args[0] != "1" {
			s.giveUp()
		}
		s.leave(frame)
	case "shift":
		if s.unknown = s.unknown || len(args) > 0; s.unknown {
			s.status = tested
		} else if len(s.arguments) == 0 {
			s.status = failed
		}
		s.arguments = s.arguments[min(1, len(s.arguments)):]
	case "read", "mapfile", "readarray", "getopts", "unset", "let":
		for _, arg := range args {
			s.forget(arg)
		}
		s.status = tested
	case "rm", "unlink":
		s.rm(args)
	case "cfn-signal":
		s.signal(args)
		s.status = expected
	case "cfn-init":
		s.cfnInit(args)
	case "systemctl", "service", "initctl", "chkconfig", "start", "stop", "restart":
		s.unit(name, args)
		s.result(expected)
		if slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "is-") || arg == "status" }) {
			s.status = tested
		}
	default:
		if slices.Contains(shells, name) {
			s.inner(args)
			return
		}
		s.other(name, words)
	}
}

// inner runs a script given to a shell; one from a file may do anything.
func (s *shell) inner(args []string) {
	text := s.stdin
	if i := slices.IndexFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "-") && strings.HasSuffix(arg, "c") }); i >= 0 && i+1 < len(args) {
		text = args[i+1]
	} else if slices.ContainsFunc(args, func(arg string) bool { return !strings.HasPrefix(arg, "-") }) || text == "" {
		text = unknownMark
	}
	if onlyHoles(text) || strings.Contains(text, unknownMark) && strings.TrimSpace(text) == unknownMark {
		s.state.config.blur()
		s.result(expected)
		return
	}
	output := s.capture(func() {
		s.subshell(func() {
			s.child = true
			s.variables, s.functions, s.unknown = map[string]string{}, map[string]*syntax.Stmt{}, true
			s.errexit = slices.ContainsFunc(args, errexitFlag.MatchString)
			if s.depth++; s.depth > maxNesting {
				s.giveUp()
				return
			}
			s.text(text)
			s.depth--
		})
	})
	s.write(s.stdout, output)
	if s.status == succeeded {
		s.status = expected
	}
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
	s.write(s.stdout, s.stdin)
}

// rm follows the removal of the file.
func (s *shell) rm(args []string) {
	if s.held && s.mentions(args) {
		s.giveUp() // what is open is no longer the file
	}
	for _, arg := range args {
		where := reaches(arg, s.directory)
		switch {
		case where == perhaps && (arg == unknownMark || strings.HasPrefix(arg, "-")):
		case where != never:
			s.remove(where)
		case s.mentions([]string{arg}):
			s.state.config.blur()
		}
	}
	s.status = expected
}

func (s *shell) changeDirectory(name string, args []string) {
	switch {
	case name != "cd" || len(args) != 1 || args[0] == "-" || hasMark(args[0]):
		s.directory = unknownMark
	case path.IsAbs(args[0]):
		s.directory = path.Clean(args[0])
	default:
		s.directory = path.Join(s.directory, args[0])
	}
	s.status = expected
}

// options follows set.
func (s *shell) options(args []string) {
	for i, arg := range args {
		switch {
		case arg == "--":
			s.arguments, s.unknown = args[i+1:], uncounted(args)
			return
		case arg == "errexit" && i > 0 && args[i-1] == "-o", errexitFlag.MatchString(arg):
			s.errexit = true
		case arg == "errexit", strings.HasPrefix(arg, "+") && strings.Contains(arg, "e"):
			s.errexit = false
		case arg == "pipefail":
			s.pipefail = true
		case strings.HasPrefix(arg, "-") && strings.ContainsAny(arg, "nfkBC"):
			s.giveUp()
		case hasMark(arg):
			s.giveUp()
		}
	}
}

// trap keeps what runs at the end, or when something fails.
func (s *shell) trap(args []string) {
	if len(args) < 2 || args[0] == "-" || args[0] == "" || args[0] == "-p" {
		return
	}
	for _, event := range args[1:] {
		end := event == "EXIT" || event == "0"
		s.signals.traps = s.signals.traps || end || event == "ERR" || hasMark(event)
		s.traps = append(s.traps, trap{args[0], end && !s.uncertain()})
	}
}

func (s *shell) code(args []string) string {
	if len(args) > 0 {
		return args[0]
	}
	code, _ := s.lookUp("?")
	return code
}

func (s *shell) exitCode(args []string) {
	if len(args) == 0 {
		return
	}
	switch code := args[0]; {
	case hasMark(code):
		s.status = tested
	case code != "0":
		s.status = failed
	}
}

var echoOptions = regexp.MustCompile(`^-[neE]+$`)

// trickyEscape is an escape that echo, printf and the library do not agree on.
var trickyEscape = regexp.MustCompile(`\\[0-9xuUcE]`)

// echo returns what echo prints.
func echo(args []string) string {
	escapes, newline := false, "\n"
	for len(args) > 0 && echoOptions.MatchString(args[0]) {
		for _, flag := range args[0][1:] {
			switch flag {
			case 'n':
				newline = ""
			default:
				escapes = flag == 'e'
			}
		}
		args = args[1:]
	}
	text := strings.Join(args, " ")
	if escapes {
		if trickyEscape.MatchString(text) {
			return unknownMark + newline
		}
		text = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t", `\r`, "\r", `\a`, "\a", `\b`, "\b", `\f`, "\f", `\v`, "\v", `\e`, "\x1b").Replace(text)
	}
	return text + newline
}

var directive = regexp.MustCompile(`%[^%s]|%$`)

// printf prints a format that is text or repeats %s, or sets a variable to it.
func (s *shell) printf(args []string) {
	variable := ""
	if len(args) > 1 && args[0] == "-v" {
		variable, args = args[1], args[2:]
	}
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		s.status = failed
		return
	}
	text, format := "", args[0]
	args = append([]string{}, args[1:]...)
	if trickyEscape.MatchString(format) || directive.MatchString(strings.ReplaceAll(format, "%%", "")) || strings.HasPrefix(format, "-") {
		text, args = unknownMark, nil
		format = ""
	}
	for {
		piece, n, err := expand.Format(nil, format, args)
		if text += piece; err != nil || len(text) > maxText {
			text = unknownMark
			break
		}
		if args = args[n:]; n == 0 || len(args) == 0 {
			break
		}
	}
	if variable != "" {
		s.set(variable, text)
		return
	}
	s.write(s.stdout, text)
}

// compare evaluates a test of texts; one of files is not known.
func compare(name string, args []string) status {
	if name == "[" {
		if len(args) == 0 || args[len(args)-1] != "]" {
			return failed
		}
		args = args[:len(args)-1]
	}
	for _, arg := range args {
		if hasMark(arg) {
			return tested
		}
	}
	var holds bool
	switch {
	case len(args) == 0:
	case len(args) == 1:
		holds = args[0] != ""
	case len(args) == 2 && (args[0] == "-n" || args[0] == "-z"):
		holds = (args[1] == "") == (args[0] == "-z")
	case len(args) == 3 && (args[1] == "=" || args[1] == "=="):
		holds = args[0] == args[2]
	case len(args) == 3 && args[1] == "!=":
		holds = args[0] != args[2]
	case len(args) == 3 && (args[1] == "-eq" || args[1] == "-ne"):
		a, errA := strconv.Atoi(args[0])
		b, errB := strconv.Atoi(args[2])
		if errA != nil || errB != nil {
			return tested
		}
		holds = (a == b) == (args[1] == "-eq")
	default:
		return tested
	}
	if holds {
		return succeeded
	}
	return failed
}
