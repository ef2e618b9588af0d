package simulate_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/sizing/simulate"
)

var families = []string{"one", "two"}

func TestReadCSV(t *testing.T) {
	want := []simulate.Arrival{{At: 0, Duration: 90 * time.Second, Kind: 1}, {At: time.Minute, Duration: time.Hour, Kind: 0}}
	for name, text := range map[string]string{
		"seconds with a header":  "time,family,duration\n0,two,90\n60,one,3600\n",
		"in any order":           "60,one,3600\n0,two,90\n",
		"with units":             "0s,two,1m30s\n1m,one,1h\n",
		"timestamps":             "2026-11-20T08:01:00Z,one,1h\n2026-11-20T09:00:00+01:00,two,90\n",
		"saved by a spreadsheet": "\ufefftime,family,duration\r\n0,two,90\r\n60,one,3600\r\n",
		"comments and spaces":    "# last week\n0, two, 90\n60, one, 3600\n",
	} {
		t.Run(name, func(t *testing.T) {
			got, err := simulate.ReadCSV(strings.NewReader(text), families)
			require.NoError(t, err)
			assert.Equal(t, want, got)
		})
	}
}

func TestReadCSV_empty(t *testing.T) {
	got, err := simulate.ReadCSV(strings.NewReader("time,family,duration\n"), families)
	require.NoError(t, err)
	assert.Empty(t, got)
}

func TestReadCSV_rejects(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"all wrong rows at once":  {"soon,one,1\n0,three,1\n0,one,-1\n", "line 1: time must be seconds, a duration such as 1h30m or a timestamp, got \"soon\"\nline 2: there is no task family \"three\" that could be placed; there are one, two\nline 3: duration must be seconds or a duration such as 1h30m, from 0 to 87600h0m0s, got \"-1\""},
		"too few columns":         {"0,one\n", "tasks must be rows of time,family,duration: record on line 1: wrong number of fields"},
		"no lines":                {strings.Repeat("\x00", 1<<17), "tasks must be rows of time,family,duration: a line is longer than 65536 bytes"},
		"timestamps beside times": {"0,one,1\n2026-11-20T08:00:00Z,one,1\n", "times must all be timestamps or none, got 1 timestamps in 2 rows"},
		"times beyond ten years":  {"1e12,one,1\n", "line 1: time must be seconds, a duration such as 1h30m or a timestamp, got \"1e12\""},
		"timestamps far apart":    {"1990-01-01T00:00:00Z,one,1\n2026-01-01T00:00:00Z,one,1\n", "timestamps must lie within 87600h0m0s, got 315576h0m0s"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := simulate.ReadCSV(strings.NewReader(c.text), families)
			assert.EqualError(t, err, c.want)
		})
	}
}

func FuzzReadCSV(f *testing.F) {
	f.Add("time,family,duration\n0,two,90\n60,one,3600\n")
	f.Add("2026-11-20T08:01:00Z,one,1h\n")
	f.Add("NaN,one,Inf\n\"")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := simulate.ReadCSV(strings.NewReader(text), families)
		if err != nil {
			return
		}
		for i, a := range got {
			if a.At < 0 || a.At > simulate.MaxTime || a.Duration < 0 || a.Duration > simulate.MaxTime || i > 0 && a.At < got[i-1].At {
				t.Fatalf("impossible arrival %+v", a)
			}
		}
		if len(got) < 100 {
			if _, err := simulate.Run(t.Context(), fixed(1, gpuKind("one", 1), gpuKind("two", 2)), slices.Values(got)); err != nil {
				t.Fatal(err)
			}
		}
	})
}
