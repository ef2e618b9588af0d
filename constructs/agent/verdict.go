package agent

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Effect is what becomes of a value.
type Effect string

const (
	Taken    Effect = "taken"
	Replaced Effect = "replaced" // another value is used, which Verdict.Instead has
	Dropped  Effect = "dropped"  // the default is used, as if nothing were set
	Fatal    Effect = "fatal"    // the agent does not start, or cannot register
)

// Verdict is what becomes of a value and how to write it.
type Verdict struct {
	Effect  Effect
	Instead string // of a value that is replaced
	Want    string // how to write the value; empty when it is taken
}

// Judge says what becomes of a value as it stands behind the = in ecs.config.
// An empty value is as good as none.
func (s Setting) Judge(value string) Verdict {
	switch {
	case value == "":
		return Verdict{Effect: Taken}
	case isQuoted(value):
		return s.bad("the value without quotes, which ecs-init passes on")
	case !s.takes(value):
		return s.bad(s.want())
	case s.Format == JSONDrivers:
		return s.judgeDrivers(value)
	}
	v := s.measure(value)
	switch {
	case s.Format == Duration && v == 0:
		return Verdict{Effect: Dropped, Want: s.want()} // the agent takes 0 for nothing
	case s.Least != "" && v < s.measure(s.Least):
		return s.outside(s.Least)
	case s.Most != "" && v > s.measure(s.Most):
		return s.outside(s.Most)
	}
	return Verdict{Effect: Taken}
}

func (s Setting) bad(want string) Verdict {
	if s.fatal {
		return Verdict{Effect: Fatal, Want: want}
	}
	return Verdict{Effect: Dropped, Want: want}
}

func (s Setting) outside(bound string) Verdict {
	if s.clamps {
		return Verdict{Effect: Replaced, Instead: bound, Want: s.want()}
	}
	return Verdict{Effect: Dropped, Want: s.want()}
}

// judgeDrivers judges a list of log drivers: the agent stops at one that it
// does not know.
func (s Setting) judgeDrivers(value string) Verdict {
	var drivers []string
	_ = json.Unmarshal([]byte(value), &drivers) // it has been read before
	for _, driver := range drivers {
		if !slices.Contains(s.Values, driver) {
			return Verdict{Effect: Fatal, Want: "only log drivers of " + strings.Join(s.Values, ", ")}
		}
	}
	return Verdict{Effect: Taken}
}

// measure returns a value that has the format, or a bound, as a number.
func (s Setting) measure(value string) int {
	if s.Format == Duration {
		d, _ := time.ParseDuration(value)
		return int(d)
	}
	n, _ := strconv.Atoi(value)
	return n
}

// want says how a value is written, with its bounds.
func (s Setting) want() string {
	want := example[s.Format]
	if s.Format == OneOf || s.Format == OneOfAny {
		want = "one of " + strings.Join(s.Values, ", ")
	}
	switch {
	case s.Least != "" && s.Most != "":
		return want + ", from " + s.Least + " to " + s.Most
	case s.Least != "":
		return want + ", at least " + s.Least
	}
	return want
}
