package fromtemplate

import (
	"regexp"
	"slices"
	"strings"
)

// builtin follows the commands that write files or may run others.
func (s *shell) builtin(name string, args []string, input string, c shellCommand) string {
	switch name {
	case "echo":
		return echo(args)
	case "printf":
		return printf(args)
	case "cat":
		if c.input != nil || s.inPipe {
			return input
		}
		return unknownMark
	case "tee":
		s.tee(args, input)
		return input
	case "set":
		s.errexit = s.errexit || slices.ContainsFunc(args, errexitFlag.MatchString) || slices.Contains(args, "errexit")
	case "trap":
		s.traps = true
	case "cfn-signal":
		s.signal(args)
	case "cfn-init":
		s.agent.InitResource = option(args, "--resource", "-r")
	case "bash", "sh":
		s.inner(args, c.operator)
	case "systemctl", "service":
		s.unit(name, args, c.operator)
	default:
		s.other(name, args)
	}
	return unknownMark
}

// inner runs a script given to a shell; one from a file or a pipe may do anything.
func (s *shell) inner(args []string, operator string) {
	if i := slices.IndexFunc(args, func(a string) bool { return strings.HasPrefix(a, "-") && strings.HasSuffix(a, "c") }); i >= 0 && i+1 < len(args) {
		if s.conditional() || s.depth >= maxNesting {
			s.open()
			return
		}
		before := len(s.agent.Units)
		s.script(args[i+1], s.depth+1)
		for i := range s.agent.Units[before:] {
			s.agent.Units[before+i].Waits = s.agent.Units[before+i].Waits && operator != "&"
		}
		return
	}
	s.open()
}

var (
	harmless = []string{"chmod", "chown", "ls", "grep", "egrep", "test", "[", "[[", "stat", "touch", "mkdir", "head", "tail", "wc", "logger", "md5sum", "stop", "start", "restart"}
	managers = []string{"ansible-playbook", "ansible-pull", "chef-client", "chef-solo", "puppet", "salt-call", "eval", "python", "python3", "perl", "ruby", "node"}
	scripts  = regexp.MustCompile(`\.(sh|bash|py|pl|rb)$`)
)

// other looks whether a command may touch the configuration.
func (s *shell) other(name string, args []string) {
	switch {
	case slices.Contains(managers, name), scripts.MatchString(name):
		s.open()
	case name == "source" || name == ".":
		if len(args) == 0 || !strings.HasPrefix(args[0], "/etc/") {
			s.open()
		}
	case slices.Contains(harmless, name):
	case name == "rm" && mentions(args):
		s.truncate(s.conditional())
	case mentions(args):
		s.open()
	}
}

func mentions(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool { return strings.Contains(a, configName) })
}

// tee writes its input to files.
func (s *shell) tee(args []string, input string) {
	appends := slices.Contains(args, "-a") || slices.Contains(args, "--append")
	for _, target := range args {
		if !strings.HasPrefix(target, "-") {
			s.write(target, input, appends)
		}
	}
}

// write follows a write to a file; only the agent's configuration matters.
func (s *shell) write(target, content string, appends bool) {
	if !strings.HasSuffix(target, configName) {
		return
	}
	if !appends {
		s.truncate(s.conditional())
	}
	s.config(content, s.conditional())
}

// signal looks at what a cfn-signal can report.
func (s *shell) signal(args []string) {
	s.agent.Signals = true
	code := option(args, "--exit-code", "-e")
	success := option(args, "--success", "-s")
	fixed := code == "0" || success == "true" || code == "" && success == ""
	if fixed || s.errexit && !s.traps && code == unknownMark {
		s.agent.SignalsOnlySuccess = true
	}
}

// option is the value of an option: --name value, or --name=value.
func option(args []string, names ...string) string {
	for i, arg := range args {
		key, value, joined := strings.Cut(arg, "=")
		if !slices.Contains(names, key) {
			continue
		}
		if joined {
			return value
		}
		if i+1 < len(args) {
			return args[i+1]
		}
	}
	return ""
}
