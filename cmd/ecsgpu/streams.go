package main

import (
	"fmt"
	"io"
)

// streams is where a command writes: data to out, prose to err.
type streams struct {
	out, err io.Writer
	hints    *[]string
}

func newStreams(out, err io.Writer) streams { return streams{out: out, err: err, hints: new([]string)} }

// print writes the data that was asked for. It is complete when print is
// called: an error on the way there prints nothing.
func (s streams) print(data string) error {
	if _, err := io.WriteString(s.out, data); err != nil {
		return fmt.Errorf("cannot write the output: %w", err)
	}
	return nil
}

// note tells the user something beside the data.
func (s streams) note(format string, args ...any) {
	fmt.Fprintf(s.err, "note: "+format+"\n", args...)
}

// hint keeps a note for the end, for when all went well: a failure is one line,
// with nothing beside it.
func (s streams) hint(format string, args ...any) {
	*s.hints = append(*s.hints, fmt.Sprintf(format, args...))
}

// showHints prints what was kept.
func (s streams) showHints() {
	for _, hint := range *s.hints {
		s.note("%s", hint)
	}
}
