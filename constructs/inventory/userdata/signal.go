package userdata

import (
	"slices"
	"strings"
)

// signals is what the calls of cfn-signal can report.
type signals struct {
	any     bool
	success bool // a call reports success, whatever happened
	failure bool // a call may report a failure
	traps   bool // a trap may report one
}

func (s signals) onlySuccess() bool { return s.success && !s.failure && !s.traps }

// signal looks at what a cfn-signal can report. Under set -e the exit code of the
// command before it is 0, or the script would have ended.
func (s *shell) signal(args []string) {
	s.signals.any = true
	code, success := option(args, "--exit-code", "-e"), option(args, "--success", "-s")
	if code == "0" || success == "true" || code == "" && success == "" {
		s.signals.success = true
	} else {
		s.signals.failure = true
	}
}

// option returns the value of an option: --name value, or --name=value.
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

// trap keeps what runs at the end, or when something fails. It may only report
// and fail: otherwise what the script sets would depend on when it runs.
func (s *shell) trap(args []string) {
	s.status = succeeded
	if len(args) < 2 || args[0] == "-" || args[0] == "-p" || args[0] == "" {
		return
	}
	atExit := true // when no variable is read any more
	for _, event := range args[1:] {
		atExit = atExit && (event == "EXIT" || event == "0")
		s.signals.traps = s.signals.traps || event == "EXIT" || event == "0" || event == "ERR" || hasMark(event)
	}
	s.traps = append(s.traps, args[0])
	again := s.again
	s.again = true // its units are seen at the end
	s.harmless(args[0], atExit)
	s.again = again
}

// harmless gives up if a command changes anything that may be read after it, or
// ends the process.
func (s *shell) harmless(body string, atExit bool) {
	before, writes, left := s.state, s.writes, s.exit.left
	s.fork(func() {
		s.status = failed
		s.text(body)
		if s.writes != writes || s.exit.left != left || !s.gone && !s.state.config.same(&before.config) || !s.gone && !atExit && !s.state.same(before) {
			s.giveUp()
		}
	}, func() {})
}
