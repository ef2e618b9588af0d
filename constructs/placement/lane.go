package placement

// lane is a heap of instances that knows where each of them is, so that one
// whose rank changes is moved in logarithmic time. It knows them by their seats,
// which are numbered from 0 in each lane: slots are numbered in the whole fleet,
// and a table of those for every lane would take far more memory.
//
// Package container/heap takes 28 % more time and allocates three times the
// memory: it calls through an interface, and boxes each entry that it is given
// (BenchmarkRun of package simulate with 5,000 instances).
type lane struct {
	heap []entry
	at   []int32 // position in heap by seat, plus 1; 0 means absent

	moves int // ever made, for the test that they grow with the logarithm
}

type entry struct {
	rank       int
	slot, seat int32
}

// before orders by rank, then by slot, so that the order is total.
func (e entry) before(o entry) bool {
	return e.rank < o.rank || e.rank == o.rank && e.slot < o.slot
}

func (l *lane) empty() bool  { return len(l.heap) == 0 }
func (l *lane) top() int32   { return l.heap[0].slot }
func (l *lane) first() entry { return l.heap[0] }

// set makes sure that the slot is in the lane with this rank, or is not in it.
func (l *lane) set(slot, seat int32, present bool, rank int) {
	for int(seat) >= len(l.at) {
		l.at = append(l.at, 0)
	}
	position := int(l.at[seat]) - 1
	switch {
	case !present && position >= 0:
		l.remove(position)
	case present && position < 0:
		l.heap = append(l.heap, entry{rank, slot, seat})
		l.at[seat] = int32(len(l.heap))
		l.up(len(l.heap) - 1)
	case present && l.heap[position].rank != rank:
		l.heap[position].rank = rank
		l.down(l.up(position))
	}
}

func (l *lane) remove(position int) {
	last := len(l.heap) - 1
	l.at[l.heap[position].seat] = 0
	moved := l.heap[last]
	l.heap = l.heap[:last]
	if position == last {
		return
	}
	l.heap[position] = moved
	l.at[moved.seat] = int32(position) + 1
	l.down(l.up(position))
}

// up and down restore the order around a position and return where its entry went.
func (l *lane) up(i int) int {
	for i > 0 {
		parent := (i - 1) / 2
		if !l.heap[i].before(l.heap[parent]) {
			break
		}
		l.swap(i, parent)
		i = parent
	}
	return i
}

func (l *lane) down(i int) int {
	for {
		child := 2*i + 1
		if child >= len(l.heap) {
			return i
		}
		if right := child + 1; right < len(l.heap) && l.heap[right].before(l.heap[child]) {
			child = right
		}
		if !l.heap[child].before(l.heap[i]) {
			return i
		}
		l.swap(i, child)
		i = child
	}
}

func (l *lane) swap(i, j int) {
	l.moves++
	l.heap[i], l.heap[j] = l.heap[j], l.heap[i]
	l.at[l.heap[i].seat], l.at[l.heap[j].seat] = int32(i)+1, int32(j)+1
}
