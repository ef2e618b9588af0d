package simulate

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"time"
)

// Generator makes tasks that arrive independently of each other (a Poisson
// process): the same seed makes the same tasks.
type Generator struct {
	Streams []Stream

	// For is the time during which tasks arrive, at most MaxTime.
	// Default: no limit, Count decides.
	For time.Duration

	// Count is the largest number of tasks. Default: no limit, For decides.
	// Together they must make at most MaxTasks, on average.
	Count int

	Seed uint64
}

// Stream is the tasks of one kind.
type Stream struct {
	Kind     int
	PerHour  float64 // mean number of arrivals, above 0 and at most MaxPerHour
	Duration DurationModel
}

// MaxPerHour keeps the time between two arrivals above a tenth of the clock's
// resolution, a millisecond, on average.
const MaxPerHour = 1e7

// Validate reports everything that is wrong with the generator, all at once.
func (g Generator) Validate() error {
	var problems []error
	for i, s := range g.Streams {
		if !(s.PerHour > 0 && s.PerHour <= MaxPerHour) {
			problems = append(problems, fmt.Errorf("Streams[%d].PerHour must be above 0 and at most %g, got %g", i, MaxPerHour, s.PerHour))
		}
		if err := s.Duration.Validate(); err != nil {
			problems = append(problems, fmt.Errorf("Streams[%d].Duration: %w", i, err))
		}
	}
	if g.For < 0 || g.For > MaxTime {
		problems = append(problems, fmt.Errorf("%s must be 0 to %s, got %s", "For", MaxTime, g.For))
	}
	if g.Count < 0 {
		problems = append(problems, fmt.Errorf("%s must be 0 or more, got %d", "Count", g.Count))
	}
	if g.For == 0 && g.Count == 0 {
		problems = append(problems, fmt.Errorf("%s and %s must not both be 0: tasks would never stop arriving", "For", "Count"))
	}
	if expected := g.expected(); len(problems) == 0 && expected > MaxTasks {
		problems = append(problems, fmt.Errorf("about %.0f tasks would arrive and at most %d can be simulated: lower %s or %s, or set %s", expected, MaxTasks, "PerHour", "For", "Count"))
	}
	return errors.Join(problems...)
}

// expected returns the mean number of tasks.
func (g Generator) expected() float64 {
	perHour := 0.0
	for _, s := range g.Streams {
		perHour += s.PerHour
	}
	inTime := perHour * g.For.Hours()
	switch {
	case g.Count == 0:
		return inTime
	case g.For == 0:
		return float64(g.Count)
	}
	return min(inTime, float64(g.Count))
}

// Arrivals returns the tasks in order of time; none when the generator is not
// valid. Each stream has random numbers of its own, so that one more stream does
// not change the others.
func (g Generator) Arrivals() iter.Seq[Arrival] {
	return func(yield func(Arrival) bool) {
		if g.Validate() != nil {
			return
		}
		sources := make([]source, len(g.Streams))
		for i, s := range g.Streams {
			sources[i] = source{Stream: s, random: rand.New(rand.NewPCG(g.Seed, uint64(s.Kind)))}
			sources[i].step()
		}
		for made := 0; g.Count == 0 || made < g.Count; made++ {
			s := earliest(sources)
			if s == nil || g.For > 0 && s.at > g.For || s.at > MaxTime {
				return
			}
			if !yield(Arrival{At: s.at, Duration: s.Duration.draw(s.random), Kind: s.Kind}) {
				return
			}
			s.step()
		}
	}
}

// source is a stream at its next arrival.
type source struct {
	Stream
	random *rand.Rand
	at     time.Duration
}

func (s *source) step() {
	gap := s.random.ExpFloat64() / s.PerHour * float64(time.Hour)
	s.at += time.Duration(min(gap, float64(MaxTime)))
}

func earliest(sources []source) *source {
	var first *source
	for i := range sources {
		if first == nil || sources[i].at < first.at {
			first = &sources[i]
		}
	}
	return first
}
