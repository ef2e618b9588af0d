package output

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/cmd/internal/cli"
)

func run(work func(Streams) error) (stdout, stderr string) {
	var out, errs bytes.Buffer
	s := New(&out, &errs)
	s.Finish(work(s))
	return out.String(), errs.String()
}

func TestStreams_sayALine(t *testing.T) {
	stdout, stderr := run(func(s Streams) error {
		s.Hint("last %s", hostile)
		s.Note("first %s", hostile)
		s.Say("%s", "::warning::x")
		return nil
	})
	assert.Empty(t, stdout)
	assert.Equal(t, "note: first "+shown+"\n:\\x3awarning::x\nnote: last "+shown+"\n", stderr)
}

func TestStreams_sayWhyARunFailed(t *testing.T) {
	for name, test := range map[string]struct {
		err  error
		want string
	}{
		"a message is one line":           {fmt.Errorf("cannot read %s", hostile), "ecsgpu: cannot read " + shown + "\n"},
		"several are one line":            {cli.Join(errors.New(hostile), errors.Join(errors.New("b"), errors.New("c"))), "ecsgpu: " + shown + "; b; c\n"},
		"a report has its lines":          {fmt.Errorf("failed: %w", cli.Report(errors.New("2 findings\n  ::error::x\x1b"))), "ecsgpu: failed: 2 findings\n  :\\x3aerror::x\\x1b\n"},
		"a hint has no place beside that": {errors.New("no"), "ecsgpu: no\n"},
	} {
		t.Run(name, func(t *testing.T) {
			_, stderr := run(func(s Streams) error {
				s.Hint("a hint")
				return test.err
			})
			assert.Equal(t, test.want, stderr)
		})
	}
}

func TestStreams_passOnWholeLinesOfOthers(t *testing.T) {
	stdout, stderr := run(func(s Streams) error {
		for _, piece := range []string{"a:", ":b\n:", ":error::c", "\xe2\x80", "\xae\n", "end"} {
			fmt.Fprint(s.Prose(), piece)
		}
		fmt.Fprint(s.Help(), "::help")
		return nil
	})
	assert.Equal(t, "a::b\n:\\x3aerror::c\\u202e\nend", stderr)
	assert.Equal(t, ":\\x3ahelp", stdout)
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestStreams_reportADiskThatIsFull(t *testing.T) {
	assert.EqualError(t, New(full{}, io.Discard).Print(Text{"x"}), "cannot write the output: full")
}
