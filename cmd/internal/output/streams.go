package output

import (
	"fmt"
	"io"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
	"github.com/ecsgpu/cdk/constructs/visible"
)

// Streams is where a command writes: data to stdout, prose to stderr.
type Streams struct {
	out         io.Writer
	help, prose *prose
	hints       *[]string
}

// New returns the streams of a run; Finish ends them.
func New(stdout, stderr io.Writer) Streams {
	return Streams{out: stdout, help: &prose{to: stdout}, prose: &prose{to: stderr}, hints: new([]string)}
}

// Print writes the data that was requested. It is complete when Print is
// called: an error on the way there prints nothing.
func (s Streams) Print(data Text) error {
	if _, err := io.WriteString(s.out, data.content); err != nil {
		return fmt.Errorf("cannot write the output: %w", err)
	}
	return nil
}

// PrintJSON writes data for programs.
func (s Streams) PrintJSON(value any) error {
	data, err := JSON(value)
	if err != nil {
		return err
	}
	return s.Print(data)
}

// Say writes a line to stderr.
func (s Streams) Say(format string, args ...any) {
	fmt.Fprintln(s.prose, visible.Text(fmt.Sprintf(format, args...)))
}

// Note writes a note for the user beside the data.
func (s Streams) Note(format string, args ...any) { s.Say("note: "+format, args...) }

// Hint keeps a note for the end, for when all went well: a failure is one line,
// with nothing beside it.
func (s Streams) Hint(format string, args ...any) {
	*s.hints = append(*s.hints, fmt.Sprintf(format, args...))
}

// Finish says how the run ended: why it failed, or what was kept for the end.
func (s Streams) Finish(err error) {
	s.help.end()
	defer s.prose.end()
	if err != nil {
		fmt.Fprintf(s.prose, "ecsgpu: %s\n", cli.Message(err))
		return
	}
	for _, hint := range *s.hints {
		s.Note("%s", hint)
	}
}

// Prose returns stderr for others, such as CDK, that write lines of their own.
func (s Streams) Prose() io.Writer { return s.prose }

// Help returns stdout for the help and the completions of the command line's
// parser, which are text of this program.
func (s Streams) Help() io.Writer { return s.help }
