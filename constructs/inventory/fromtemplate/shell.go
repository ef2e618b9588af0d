package fromtemplate

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

const configName = "ecs.config" // /etc/ecs/ecs.config, which the agent reads

// shell follows a script as far as it writes the agent's configuration. It
// keeps the values of variables, and knows which commands run only perhaps.
type shell struct {
	*userDataReader
	depth     int
	variables map[string]string
	stack     []shellBlock
	perhaps   bool   // the next command runs only if the last one failed or found something
	group     string // output of the subshell that has just ended
	function  bool   // the next group is the body of a function
	piped     string // output of the last command of the pipe
	inPipe    bool
	errexit   bool
	traps     bool
}

// shellBlock is a compound command that is open.
type shellBlock struct {
	end         string // word or operator that closes it
	conditional bool
	output      *strings.Builder // of a group
}

var (
	nvidiaDefault = regexp.MustCompile(`default-runtime["'\s:=\\]+nvidia\b`)
	errexitFlag   = regexp.MustCompile(`^-[a-z]*e[a-z]*$`)
)

func (u *userDataReader) script(text string, depth int) {
	s := &shell{userDataReader: u, depth: depth, variables: map[string]string{}}
	if first, _, _ := strings.Cut(strings.TrimLeft(text, " \t\r\n"), "\n"); strings.HasPrefix(first, "#!") {
		s.errexit = slices.ContainsFunc(strings.Fields(first), errexitFlag.MatchString)
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "#") && nvidiaDefault.MatchString(line) {
			u.agent.DefaultRuntimeNVIDIA = true
		}
		if holeMark.ReplaceAllString(line, "") == "" && line != "" {
			u.open() // a line that the deployment fills may be any command
		}
	}
	lexer := &shellLexer{s: text}
	var line []shellCommand // here documents are read at its end, before it runs
	for {
		c, ok := lexer.next()
		if ok {
			line = append(line, c)
		}
		if ok && c.operator != "\n" {
			continue
		}
		for _, c := range line {
			s.run(c)
		}
		line = line[:0]
		if !ok {
			return
		}
	}
}

// conditional reports that the current command may not run.
func (s *shell) conditional() bool {
	return s.perhaps || slices.ContainsFunc(s.stack, func(b shellBlock) bool { return b.conditional })
}

// run runs one simple command and looks at the operator behind it.
func (s *shell) run(c shellCommand) {
	c = s.keywords(c)
	output, name := "", ""
	group := s.group
	s.group = ""
	if len(c.words) > 0 {
		name, output = s.command(c)
	} else if c.target != nil {
		s.write(s.expand(c.target), group, c.appends)
	}
	s.inPipe = c.operator == "|" || c.operator == "|&"
	s.piped = ""
	if s.inPipe {
		s.piped = output
	} else if n := len(s.stack); n > 0 && s.stack[n-1].output != nil && c.target == nil {
		s.stack[n-1].output.WriteString(output)
	}
	s.perhaps = c.operator == "||" || c.operator == "&&" && (s.perhaps || tests(name))
	switch c.operator {
	case "(":
		s.function = len(c.words) == 1
		s.push(shellBlock{end: ")", output: &strings.Builder{}})
	case ")":
		s.pop(")", c)
	}
}

// tests reports that a command is run for its exit code alone.
func tests(name string) bool {
	return slices.Contains([]string{"[", "[[", "test", "grep", "egrep", "false", "which"}, name)
}

func (s *shell) push(b shellBlock) { s.stack = append(s.stack, b) }

// pop closes the innermost block with that end, and writes a group's output.
func (s *shell) pop(end string, c shellCommand) {
	for i := len(s.stack) - 1; i >= 0; i-- {
		if s.stack[i].end != end {
			continue
		}
		block := s.stack[i]
		s.stack = s.stack[:i]
		if block.output == nil {
			return
		}
		s.group = block.output.String()
		if end == "}" && c.target != nil {
			s.write(s.expand(c.target), s.group, c.appends)
		}
		return
	}
}

// keywords passes over the words that open and close compound commands.
func (s *shell) keywords(c shellCommand) shellCommand {
	for len(c.words) > 0 {
		switch c.words[0].raw() {
		case "if":
			s.push(shellBlock{end: "fi", conditional: true})
		case "while", "until":
			s.push(shellBlock{end: "done", conditional: true})
		case "for", "select":
			s.push(shellBlock{end: "done", conditional: true})
			if len(c.words) > 1 {
				s.variables[c.words[1].raw()] = unknownMark
			}
			c.words = nil
			return c
		case "case":
			s.push(shellBlock{end: "esac", conditional: true})
			c.words = nil
			return c
		case "function":
			c.words, s.function = nil, true
			return c
		case "{":
			s.push(shellBlock{end: "}", output: &strings.Builder{}, conditional: s.function})
			s.function = false
		case "fi", "done", "esac", "}":
			s.pop(c.words[0].raw(), c)
			c.words, c.target = nil, nil
			return c
		case "then", "else", "elif", "do", "!", "time":
		default:
			return c
		}
		c.words = c.words[1:]
	}
	return c
}

// command runs a command and gives its name and what it prints.
func (s *shell) command(c shellCommand) (name, output string) {
	words := s.assign(s.words(c.words))
	for len(words) > 0 && slices.Contains([]string{"sudo", "env", "command", "nohup", "exec", "-E"}, words[0]) {
		words = s.assign(words[1:])
	}
	input := s.piped
	if c.input != nil {
		input = c.input.body
		if c.input.expand {
			input = s.expandText(input)
		}
	}
	if len(words) > 0 {
		name = path.Base(words[0])
		output = s.builtin(name, words[1:], input, c)
		if !slices.Contains([]string{"systemctl", "service", "bash", "sh"}, name) {
			s.mayStartAgent(name+" "+strings.Join(words[1:], " "), input)
		}
	}
	if c.target != nil {
		if target := s.expand(c.target); target != "" {
			s.write(target, output, c.appends)
		}
	}
	return name, output
}

func (s *shell) words(words []shellWord) []string {
	texts := make([]string, 0, len(words))
	for _, w := range words {
		texts = append(texts, s.expand(w))
	}
	return texts
}

// assign takes assignments off the front of a command. They last when nothing follows.
func (s *shell) assign(words []string) []string {
	if len(words) > 0 && slices.Contains([]string{"export", "declare", "local", "readonly", "typeset"}, words[0]) {
		for _, w := range words[1:] {
			s.assignment(w)
		}
		return nil
	}
	rest := words
	for len(rest) > 0 && assignment.MatchString(rest[0]) {
		rest = rest[1:]
	}
	if len(rest) == 0 {
		for _, w := range words {
			s.assignment(w)
		}
	}
	return rest
}

func (s *shell) assignment(word string) {
	m := assignment.FindStringSubmatch(word)
	if m == nil {
		return
	}
	if s.conditional() || len(m[2]) > maxVariable {
		m[2] = unknownMark
	}
	s.variables[m[1]] = m[2]
}

// maxVariable bounds the values of variables, so that a script which doubles
// one again and again stays small.
const maxVariable = 4096
