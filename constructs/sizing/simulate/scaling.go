package simulate

import (
	"math"
	"slices"

	"github.com/ecsgpu/cdk/constructs/placement"
)

// scaleInPoints is how many one-minute points in a row the reservation has to
// be below its target before instances end. Source: Amazon ECS developer guide,
// "Managed scale-in behavior".
const scaleInPoints = 15

// scale does what managed scaling does once a minute. It returns false when
// another look would change nothing as long as nothing happens.
func (s *simulation) scale() bool {
	needs := s.needs()
	active := false
	for i, p := range s.pools {
		if p.Scaling != nil && s.scalePool(p, needs[i]) {
			active = true
		}
	}
	return active
}

// needs returns, for each pool, the lower bound of the number of instances that its
// waiting tasks need: tasks with equal requests are grouped, and the largest
// group counts. A group waits for the first of its pools that can still grow.
func (s *simulation) needs() []int {
	needs := make([]int, len(s.pools))
	if s.waiting == 0 {
		return needs
	}
	for kind := range s.queues {
		waiting := s.queues[kind].len()
		if waiting == 0 {
			continue
		}
		for _, number := range s.kinds[kind].Pools {
			p := s.pools[number]
			if s.kinds[kind].Fixed || p.Scaling == nil || p.desired >= p.Max || p.perInstance[kind] == 0 {
				continue
			}
			needs[number] = max(needs[number], (waiting+p.perInstance[kind]-1)/p.perInstance[kind])
			break
		}
	}
	return needs
}

func (s *simulation) scalePool(p *pool, need int) bool {
	wanted := p.wanted(s.fleet.Busy(p.number), need)
	switch {
	case wanted > p.desired:
		p.low = 0
		if s.now < p.warmUntil {
			return true // blocked until the warm-up is over
		}
		s.launch(p, min(wanted, p.Max)-p.desired)
		return true
	case wanted < p.desired && p.booting == 0:
		p.low++
		if p.low < scaleInPoints {
			return true
		}
		return s.terminate(p, p.desired-wanted)
	}
	p.low = 0
	return false
}

// wanted returns the size that brings the reservation, M/N x 100, to its target,
// within the pool's limits and the provider's largest step. With waiting tasks, M
// is the instances there are and those that the tasks need; without, it is the
// instances that have tasks.
func (p *pool) wanted(busy, need int) int {
	scaling := p.Scaling
	if need > 0 && p.desired == 0 {
		return min(max(placement.FirstStepFromZero, p.Min), p.Max)
	}
	m := busy
	if need > 0 {
		m = p.desired + min(max(need, scaling.MinimumStep), scaling.MaximumStep)
	}
	n := int(math.Ceil(float64(m) * 100 / float64(scaling.TargetCapacityPercent)))
	if scaling.TargetCapacityPercent < 100 {
		n = max(n, 1) // an empty group reads 100 %, which is above the target
	}
	n = min(max(n, p.Min), p.Max)
	return min(n, p.desired+scaling.MaximumStep)
}

func (s *simulation) launch(p *pool, n int) {
	for range n {
		s.agenda.add(event{at: s.now + s.boot, pool: int32(p.number)})
	}
	p.desired += n
	p.booting += n
	p.launched += n
	p.peak = max(p.peak, p.registered+p.booting)
	p.warmUntil = s.now + instant(p.Scaling.InstanceWarmupSeconds)*second
}

// terminate ends at most n instances that have no task, those that were
// launched first; managed termination protection keeps the others. It is false
// when there was none to end.
func (s *simulation) terminate(p *pool, n int) bool {
	var idle []int32
	for slot := range int32(s.fleet.Slots()) {
		if number, ok := s.fleet.PoolAt(slot); ok && number == p.number && s.fleet.At(slot).Tasks() == 0 {
			idle = append(idle, slot)
		}
	}
	slices.SortStableFunc(idle, func(a, b int32) int { return int(s.launched[a] - s.launched[b]) })
	idle = idle[:min(n, len(idle), p.Scaling.MaximumStep)]
	for _, slot := range idle {
		s.fleet.Take(slot)
	}
	p.registered -= len(idle)
	p.desired -= len(idle)
	p.terminated += len(idle)
	return len(idle) > 0
}
