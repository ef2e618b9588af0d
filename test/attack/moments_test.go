//go:build attack && linux

package attack

import (
	"math"
	"time"

	"github.com/stretchr/testify/require"
)

// moments are points in time over the length of a run at which to end it. They
// are denser at its beginning, where most is started.
type moments struct {
	after  time.Duration // the moment
	length time.Duration // of a run, as far as known
	hits   int           // runs that were ended while they lived
	tries  int
}

// moments runs the command twice, the second time with what the first has left
// in the caches, and takes the time.
func (w *workspace) moments(args []string) *moments {
	w.t.Helper()
	w.run(args...)
	done := w.run(args...)
	require.Contains(w.t, []int{0, 1}, done.code, done.stderr)
	return &moments{length: done.took}
}

// next moves on to the next moment, until so many runs were ended. Runs that are
// over before their moment do not count.
func (m *moments) next(hits int) bool {
	if m.hits == hits || m.tries == 3*hits {
		return false
	}
	// Multiples of the golden ratio fill the interval evenly, however many there are.
	_, part := math.Modf(float64(m.tries) * math.Phi)
	m.tries++
	m.after = time.Duration(part * part * part * float64(m.length))
	return true
}

// took says how the run of this moment ended.
func (m *moments) took(o outcome) {
	if o.before {
		m.length = (m.length + o.took) / 2
		return
	}
	m.hits++
}
