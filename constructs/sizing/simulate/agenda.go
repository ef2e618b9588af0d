package simulate

import "github.com/ecsgpu/cdk/constructs/placement"

// event is something that is going to happen: a task ends or an instance
// registers.
type event struct {
	at    instant
	order uint64 // of making, so that the order of simultaneous events is fixed
	task  placement.Placement
	pool  int32 // of the instance that registers; -1 for the end of a task
}

func (e event) before(o event) bool {
	return e.at < o.at || e.at == o.at && e.order < o.order
}

// agenda is the events to come, the next one first: a binary heap.
type agenda struct {
	events []event
	made   uint64
}

func (a *agenda) empty() bool { return len(a.events) == 0 }
func (a *agenda) next() event { return a.events[0] }

func (a *agenda) add(e event) {
	a.made++
	e.order = a.made
	a.events = append(a.events, e)
	for i := len(a.events) - 1; i > 0; {
		parent := (i - 1) / 2
		if !a.events[i].before(a.events[parent]) {
			return
		}
		a.events[i], a.events[parent] = a.events[parent], a.events[i]
		i = parent
	}
}

func (a *agenda) take() event {
	taken := a.events[0]
	last := len(a.events) - 1
	a.events[0] = a.events[last]
	a.events = a.events[:last]
	for i := 0; ; {
		child := 2*i + 1
		if child >= last {
			return taken
		}
		if child+1 < last && a.events[child+1].before(a.events[child]) {
			child++
		}
		if !a.events[child].before(a.events[i]) {
			return taken
		}
		a.events[i], a.events[child] = a.events[child], a.events[i]
		i = child
	}
}
