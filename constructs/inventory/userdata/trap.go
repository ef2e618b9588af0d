package userdata

// trap keeps what runs at the end, or when something fails. It may only report
// and fail: otherwise what the script sets would depend on when it runs.
func (s *shell) trap(args []string) {
	s.status = succeeded
	if len(args) < 2 || args[0] == "-" || args[0] == "-p" || args[0] == "" {
		return
	}
	for _, event := range args[1:] {
		s.signals.traps = s.signals.traps || event == "EXIT" || event == "0" || event == "ERR" || hasMark(event)
	}
	s.traps = append(s.traps, args[0])
	again := s.again
	s.again = true // its units are seen at the end
	s.harmless(args[0])
	s.again = again
}

// harmless gives up if a command changes anything, or ends the process.
func (s *shell) harmless(body string) {
	before, writes, left := s.state, s.writes, s.exit.left
	s.fork(func() {
		s.status = failed
		s.text(body)
		if s.writes != writes || s.exit.left != left || !s.gone && !s.state.same(before) {
			s.giveUp()
		}
	}, func() {})
}
