package simulate

// waiter is a task that has arrived and has no instance.
type waiter struct{ arrived, duration instant }

// queue is the waiting tasks of a kind, first come first served.
type queue struct {
	waiters []waiter
	head    int
}

func (q *queue) len() int      { return len(q.waiters) - q.head }
func (q *queue) first() waiter { return q.waiters[q.head] }
func (q *queue) push(w waiter) { q.waiters = append(q.waiters, w) }

// pop drops the first waiter. Space is given back once half of it is unused, so
// that a pop takes constant time on average.
func (q *queue) pop() {
	q.head++
	if q.head > 1024 && q.head > len(q.waiters)/2 {
		q.waiters = append(q.waiters[:0], q.waiters[q.head:]...)
		q.head = 0
	}
}
