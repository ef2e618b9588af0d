package snapshot

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// turns hands the kernel to one test at a time.
var turns = newQueue(time.Minute, os.Stderr)

// queue orders tests before the kernel. A subtest shares its parent's turn, as
// the parent waits for it, and takes turns with its siblings.
type queue struct {
	kernel   turn
	patience time.Duration // after which a test that waits says so
	log      io.Writer

	guard   sync.Mutex
	holders map[string]turn // by test name: the turn of its subtests
}

// turn is a lock that can be waited for with a timeout. Whoever fills it has it.
type turn chan struct{}

func newQueue(patience time.Duration, log io.Writer) *queue {
	return &queue{kernel: make(turn, 1), patience: patience, log: log, holders: map[string]turn{}}
}

// take waits for the kernel and keeps it until the test ends. A test that has
// it already goes on.
func (q *queue) take(t testing.TB) {
	waited := q.turnFor(t.Name())
	if waited == nil {
		return
	}
	denyParallel(t)
	q.wait(waited, t.Name())
	q.set(t.Name(), make(turn, 1))
	t.Cleanup(func() {
		q.set(t.Name(), nil)
		<-waited
	})
}

// wait takes a turn. A parallel test that waits occupies one of the places that
// go test has for parallel tests (-parallel). Where a parallel test has the
// kernel and waits itself for parallel subtests, which wait for a place, nothing
// moves any more. That cannot be seen from here, so it is explained.
func (q *queue) wait(next turn, name string) {
	select {
	case next <- struct{}{}:
		return
	case <-time.After(q.patience):
		fmt.Fprintf(q.log, "snapshot: %s has waited %v for its turn at the kernel. "+
			"If nothing moves: a parallel test that uses the kernel must not have parallel subtests.\n", name, q.patience)
	}
	next <- struct{}{}
}

// denyParallel makes a later t.Parallel panic. Such a test would sleep with the
// kernel in its hands until tests have ended that wait for the kernel.
func denyParallel(t testing.TB) {
	// Setenv rules Parallel out, and panics where it came first, which is fine.
	defer func() { _ = recover() }()
	t.Setenv("SNAPSHOT_TEST", t.Name())
}

// turnFor returns what a test of this name has to wait for; nil when it has its
// turn.
func (q *queue) turnFor(name string) turn {
	q.guard.Lock()
	defer q.guard.Unlock()
	if q.holders[name] != nil {
		return nil
	}
	for i := strings.LastIndexByte(name, '/'); i >= 0; i = strings.LastIndexByte(name, '/') {
		name = name[:i]
		if turn := q.holders[name]; turn != nil {
			return turn
		}
	}
	return q.kernel
}

func (q *queue) set(name string, subtests turn) {
	q.guard.Lock()
	defer q.guard.Unlock()
	if subtests == nil {
		delete(q.holders, name)
		return
	}
	q.holders[name] = subtests
}
