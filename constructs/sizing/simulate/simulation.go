package simulate

import (
	"context"
	"fmt"
	"iter"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/placement"
	"github.com/ecsgpu/cdk/constructs/sizing"
)

// Run sends the arrivals through the cluster until nothing is left to happen.
// Arrivals must be in order of time. It stops early, with ctx's error, when ctx
// ends.
func Run(ctx context.Context, config Config, arrivals iter.Seq[Arrival]) (*Result, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	s := newSimulation(config)
	next, stop := iter.Pull(arrivals)
	defer stop()
	if err := s.run(ctx, next); err != nil {
		return nil, err
	}
	return s.result(), nil
}

// simulation is a cluster at one instant.
type simulation struct {
	boot, pull instant
	kinds      []placement.Kind
	fleet      *placement.Fleet
	pools      []*pool
	agenda     agenda
	queues     []queue // by kind
	tasks      []tally // by kind
	running    int
	waiting    int

	now      instant
	recorder *recorder

	launched []instant   // by slot: when it was launched
	pulled   [][]instant // by slot and kind: when its image is there; 0 is never, else one more
	freed    []int32     // by slot: free GPUs, as counted last
}

// tally counts the tasks of a kind.
type tally struct {
	arrived, atOnce, ended int
	waits                  waits
}

func newSimulation(c Config) *simulation {
	zones := 1
	for _, p := range c.Pools {
		zones = max(zones, p.Zones)
	}
	s := &simulation{
		boot: instantOf(c.boot()), pull: instantOf(c.pull()), kinds: c.Kinds,
		fleet:  placement.NewFleet(c.Kinds, len(c.Pools), zones),
		queues: make([]queue, len(c.Kinds)), tasks: make([]tally, len(c.Kinds)),
		recorder: newRecorder(),
	}
	for i := range c.Pools {
		p := &pool{Pool: c.Pools[i], number: i}
		p.shape = s.fleet.AddShape(&p.Offer, i)
		s.pools = append(s.pools, p)
		s.prepare(p)
		for range p.Start {
			p.desired++
			s.register(p, 0)
		}
		p.peak = p.Start
	}
	return s
}

// run takes what happens next, again and again: of simultaneous things, ends
// and registrations come before arrivals, and the minute's look at the scaling
// comes last.
func (s *simulation) run(ctx context.Context, next func() (Arrival, bool)) error {
	arrival, more := next()
	tick, quiet := minute, false
	for steps := 0; ; steps++ {
		if steps%(1<<14) == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if !more && s.running+s.waiting == 0 || quiet && !more && s.agenda.empty() {
			return nil // nothing is left to happen to a task
		}
		at := tick
		if quiet {
			at = 1<<62 - 1
		}
		what := ticks
		if more && instantOf(arrival.At) <= at {
			at, what = instantOf(arrival.At), arrives
		}
		if !s.agenda.empty() && s.agenda.next().at <= at {
			at, what = s.agenda.next().at, happens
		}
		s.advance(at)
		switch what {
		case happens:
			s.handle(s.agenda.take())
		case arrives:
			if err := s.arrive(arrival); err != nil {
				return err
			}
			before := arrival.At
			if arrival, more = next(); more && arrival.At < before {
				return fmt.Errorf("arrivals must be in order of time, got %s after %s", arrival.At, before)
			}
		case ticks:
			quiet = !s.scale()
			tick = s.now + minute
			continue
		}
		if quiet {
			quiet, tick = false, s.now.nextMinute()
		}
	}
}

type occasion int

const (
	ticks occasion = iota
	arrives
	happens
)

// advance moves the clock and records the time between.
func (s *simulation) advance(to instant) {
	if to == s.now {
		return
	}
	values := Point{Running: float64(s.running), Waiting: float64(s.waiting)}
	for _, p := range s.pools {
		p.advance(to - s.now)
		values.Instances += float64(p.registered + p.booting)
		values.GPUs += float64(p.registered * p.Offer.GPUs)
		values.UsedGPUs += float64(p.usedGPUs)
	}
	s.recorder.add(s.now, to, values)
	s.now = to
}

func (s *simulation) arrive(a Arrival) error {
	if a.Kind < 0 || a.Kind >= len(s.kinds) || a.At < 0 || a.Duration < 0 || a.At > MaxTime || a.Duration > MaxTime {
		return fmt.Errorf("an arrival must name one of the %d kinds and have times from 0 to %s, got %+v", len(s.kinds), MaxTime, a)
	}
	t := &s.tasks[a.Kind]
	t.arrived++
	w := waiter{s.now, instantOf(a.Duration)}
	if s.queues[a.Kind].len() == 0 && s.start(a.Kind, w) {
		t.atOnce++
		return nil
	}
	s.queues[a.Kind].push(w)
	s.waiting++
	return nil
}

// start places a task, if there is room, and notes when it ends.
func (s *simulation) start(kind int, w waiter) bool {
	placement, ok := s.fleet.Place(kind)
	if !ok {
		return false
	}
	s.running++
	s.count(placement.Instance)
	begin := s.pulledAt(placement.Instance, kind)
	s.tasks[kind].waits.add(begin - w.arrived)
	s.agenda.add(event{at: begin + w.duration, task: placement, pool: -1})
	return true
}

// pulledAt returns when the image is on the instance; the first task pulls it.
func (s *simulation) pulledAt(slot int32, kind int) instant {
	images := s.pulled[slot]
	if images[kind] == 0 {
		images[kind] = s.now + s.pull + 1
	}
	return max(s.now, images[kind]-1)
}

// count follows the GPUs that tasks hold on the instance in a slot.
func (s *simulation) count(slot int32) {
	pool, _ := s.fleet.PoolAt(slot)
	free := int32(s.fleet.At(slot).FreeGPUs().Count())
	s.pools[pool].usedGPUs += int(s.freed[slot] - free)
	s.freed[slot] = free
}

func (s *simulation) handle(e event) {
	if e.pool >= 0 {
		p := s.pools[e.pool]
		p.booting--
		s.register(p, s.now-s.boot)
		s.drain()
		return
	}
	s.fleet.Remove(e.task)
	s.count(e.task.Instance)
	s.running--
	s.tasks[e.task.Kind].ended++
	s.drain()
}

// drain starts waiting tasks while there is room, the one that waits longest
// first. A task that does not fit holds up its own kind only.
func (s *simulation) drain() {
	if s.waiting == 0 {
		return
	}
	for {
		kind := s.oldest()
		if kind < 0 {
			return
		}
		q := &s.queues[kind]
		s.start(kind, q.first())
		q.pop()
		s.waiting--
	}
}

// oldest returns the kind whose first waiter came first, among those that could
// be placed now; -1 if there is none.
func (s *simulation) oldest() int {
	best := -1
	for kind := range s.queues {
		q := &s.queues[kind]
		if q.len() == 0 || best >= 0 && s.queues[best].first().arrived <= q.first().arrived {
			continue
		}
		if s.fleet.CanPlace(kind) {
			best = kind
		}
	}
	return best
}

// register makes an instance available that was launched at that instant.
func (s *simulation) register(p *pool, launched instant) {
	slot := s.fleet.Add(p.shape, p.started%max(1, p.Zones))
	p.started++
	p.registered++
	for int(slot) >= len(s.launched) {
		s.launched = append(s.launched, 0)
		s.pulled = append(s.pulled, make([]instant, len(s.kinds)))
		s.freed = append(s.freed, 0)
	}
	s.launched[slot], s.freed[slot] = launched, int32(p.Offer.GPUs)
	clear(s.pulled[slot])
}

func (s *simulation) result() *Result {
	r := &Result{Ended: s.now.duration(), Hours: round(float64(s.now) / float64(hour)), Tasks: []TaskResult{}, Pools: []PoolResult{}}
	for i := range s.kinds {
		t := &s.tasks[i]
		r.Tasks = append(r.Tasks, TaskResult{
			Family: s.kinds[i].Demand.Family, Arrived: t.arrived, Ended: t.ended,
			NeverStarted: s.queues[i].len(), AtOnce: t.atOnce, Wait: t.waits.summary(),
		})
	}
	r.Total.USD = fact.Of(sizing.USD(0))
	for _, p := range s.pools {
		row := p.result()
		r.Pools = append(r.Pools, row)
		r.Total.add(row)
	}
	r.Total.Name = "total"
	r.Total.GPUUtilization = ratio(r.Total.UsedGPUHours, r.Total.GPUHours)
	r.Series = s.recorder.series(s.now)
	return r
}
