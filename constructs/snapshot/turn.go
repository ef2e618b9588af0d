package snapshot

import (
	"path"
	"sync"
	"testing"
)

// turns hands the kernel to one test at a time.
var turns = queue{holders: map[string]*sync.Mutex{}}

// queue orders tests before the kernel. A subtest shares its parent's turn, as
// the parent waits for it, and takes turns with its siblings.
type queue struct {
	kernel  sync.Mutex
	guard   sync.Mutex
	holders map[string]*sync.Mutex // by test name; the lock is for its subtests
}

// take waits for the kernel and keeps it until the test ends. A test that has
// it already goes on.
func (q *queue) take(t testing.TB) {
	lock := q.lockFor(t.Name())
	if lock == nil {
		return
	}
	lock.Lock()
	q.set(t.Name(), &sync.Mutex{})
	t.Cleanup(func() {
		q.set(t.Name(), nil)
		lock.Unlock()
	})
}

// lockFor is what a test of this name has to wait for; nil when it has its turn.
func (q *queue) lockFor(name string) *sync.Mutex {
	q.guard.Lock()
	defer q.guard.Unlock()
	if q.holders[name] != nil {
		return nil
	}
	for parent := path.Dir(name); parent != "."; parent = path.Dir(parent) {
		if lock := q.holders[parent]; lock != nil {
			return lock
		}
	}
	return &q.kernel
}

func (q *queue) set(name string, subtests *sync.Mutex) {
	q.guard.Lock()
	defer q.guard.Unlock()
	if subtests == nil {
		delete(q.holders, name)
		return
	}
	q.holders[name] = subtests
}
