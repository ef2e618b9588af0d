package placement

// Fleet is the instances of a cluster, indexed so that the instance for a task
// is found without looking at all of them: every kind of task has, for each
// pool and zone, a heap of the instances that it fits, the best one on top. To
// place or to remove a task takes time in proportion to the number of kinds and
// to the logarithm of the number of instances.
//
// A Fleet is not safe for concurrent use.
type Fleet struct {
	kinds  []fleetKind
	shapes []shape
	zones  int
	pools  int
	counts bool // some kind asks how many of its tasks an instance has

	members []member
	vacant  []int32 // slots of members that were removed
	seats   []seats // by lane
	busy    []int   // instances with tasks, by pool
	size    []int   // instances, by pool
}

// shape is an offer of a pool, with the kinds that an empty instance fits.
type shape struct {
	offer *Offer
	pool  int
	fits  []bool
}

// member is an instance in its slot.
type member struct {
	Instance
	shape, zone int
	seat        int32   // in its lane
	placed      bool    // in the fleet, and taking tasks
	byKind      []int32 // tasks of each kind; nil when no kind has to know
}

// seats are the numbers of the instances of one lane.
type seats struct {
	next   int32
	vacant []int32
}

func (s *seats) take() int32 {
	if n := len(s.vacant); n > 0 {
		seat := s.vacant[n-1]
		s.vacant = s.vacant[:n-1]
		return seat
	}
	s.next++
	return s.next - 1
}

type fleetKind struct {
	Kind
	allowed []bool // by pool
	lanes   []lane // by pool and zone
	inZone  []int  // tasks of the kind, by pool and zone
}

// Placement is where a task runs. The zero value is none.
type Placement struct {
	Instance int32 // its slot in the fleet
	Kind     int32
	GPUs     GPUSet
}

// NewFleet returns a fleet without instances. pools and zones are their
// numbers; less than one zone counts as one.
func NewFleet(kinds []Kind, pools, zones int) *Fleet {
	f := &Fleet{zones: max(1, zones), pools: pools, busy: make([]int, pools), size: make([]int, pools)}
	f.seats = make([]seats, pools*f.zones)
	for _, k := range kinds {
		fk := fleetKind{
			Kind: k, allowed: make([]bool, pools),
			lanes: make([]lane, pools*f.zones), inZone: make([]int, pools*f.zones),
		}
		f.counts = f.counts || k.Demand.Constraint.Distinct || k.Strategy == SpreadInstances
		for _, p := range k.Pools {
			fk.allowed[p] = true
		}
		f.kinds = append(f.kinds, fk)
	}
	return f
}

// AddShape makes an offer known as one that a pool starts, and returns its
// number for Add.
func (f *Fleet) AddShape(o *Offer, pool int) int {
	s := shape{offer: o, pool: pool}
	for i := range f.kinds {
		k := &f.kinds[i]
		s.fits = append(s.fits, k.allowed[pool] && len(o.Shortages(&k.Demand)) == 0)
	}
	f.shapes = append(f.shapes, s)
	return len(f.shapes) - 1
}

// Add puts an empty instance into the fleet and returns its slot. Slots of
// removed instances are used again.
func (f *Fleet) Add(shapeNumber, zone int) int32 {
	var slot int32
	if n := len(f.vacant); n > 0 {
		slot = f.vacant[n-1]
		f.vacant = f.vacant[:n-1]
	} else {
		slot = int32(len(f.members))
		f.members = append(f.members, member{})
		if f.counts {
			f.members[slot].byKind = make([]int32, len(f.kinds))
		}
	}
	m := &f.members[slot]
	m.reset(f.shapes[shapeNumber].offer)
	m.shape, m.zone, m.placed = shapeNumber, zone%f.zones, true
	m.seat = f.seats[f.lane(m)].take()
	f.size[f.pool(m)]++
	f.refresh(slot)
	return slot
}

// Take removes an instance without tasks from the fleet. It is false when the
// instance has tasks.
func (f *Fleet) Take(slot int32) bool {
	m := &f.members[slot]
	if m.tasks > 0 || !m.placed {
		return false
	}
	m.placed = false
	f.size[f.pool(m)]--
	f.refresh(slot)
	f.vacant = append(f.vacant, slot)
	f.seats[f.lane(m)].vacant = append(f.seats[f.lane(m)].vacant, m.seat)
	return true
}

func (f *Fleet) pool(m *member) int { return f.shapes[m.shape].pool }

// Size returns the number of instances of a pool; Busy returns how many of them
// have tasks.
func (f *Fleet) Size(pool int) int { return f.size[pool] }
func (f *Fleet) Busy(pool int) int { return f.busy[pool] }

// At returns the instance in a slot; Slots returns one more than the highest slot.
func (f *Fleet) At(slot int32) *Instance { return &f.members[slot].Instance }
func (f *Fleet) Slots() int              { return len(f.members) }

// PoolAt returns the pool of the instance in a slot; false when the slot is vacant.
func (f *Fleet) PoolAt(slot int32) (pool int, ok bool) {
	m := &f.members[slot]
	return f.pool(m), m.placed
}

// Place starts a task of a kind on the instance that its strategy chooses. It
// is false when the task has to wait.
func (f *Fleet) Place(kind int) (Placement, bool) {
	if lane := f.choose(&f.kinds[kind]); lane >= 0 {
		return f.start(kind, f.kinds[kind].lanes[lane].top()), true
	}
	return Placement{}, false
}

// CanPlace reports whether Place would find an instance.
func (f *Fleet) CanPlace(kind int) bool {
	return f.choose(&f.kinds[kind]) >= 0
}

// choose returns the lane with the instance for a task of the kind: in the first
// of its pools that has one, or among all of them; -1 if there is none.
func (f *Fleet) choose(k *fleetKind) int {
	best := -1
	for _, pool := range k.Pools {
		lane := k.choose(pool*f.zones, f.zones)
		switch {
		case lane < 0:
		case !k.AnyPool:
			return lane
		case best < 0 || k.better(lane, best):
			best = lane
		}
	}
	return best
}

func (f *Fleet) start(kind int, slot int32) Placement {
	k, m := &f.kinds[kind], &f.members[slot]
	if m.tasks == 0 {
		f.busy[f.pool(m)]++
	}
	p := Placement{Instance: slot, Kind: int32(kind), GPUs: m.take(&k.Demand)}
	if f.counts {
		m.byKind[kind]++
	}
	k.inZone[f.lane(m)]++
	f.refresh(slot)
	return p
}

// Remove ends a task.
func (f *Fleet) Remove(p Placement) {
	k, m := &f.kinds[p.Kind], &f.members[p.Instance]
	m.Remove(&k.Demand, p.GPUs)
	if f.counts {
		m.byKind[p.Kind]--
	}
	k.inZone[f.lane(m)]--
	if m.tasks == 0 {
		f.busy[f.pool(m)]--
	}
	f.refresh(p.Instance)
}

// lane returns the number of the lane that an instance is in, the same for all
// kinds.
func (f *Fleet) lane(m *member) int { return f.pool(m)*f.zones + m.zone }

// refresh puts the instance into the lanes of the kinds that it now fits, at
// its place, and takes it out of the others.
func (f *Fleet) refresh(slot int32) {
	m := &f.members[slot]
	lane, fits := f.lane(m), f.shapes[m.shape].fits
	for i := range f.kinds {
		k := &f.kinds[i]
		if !fits[i] {
			continue
		}
		open := m.placed && m.hasRoom(&k.Demand) && !(k.Demand.Constraint.Distinct && m.byKind[i] > 0)
		k.lanes[lane].set(slot, m.seat, open, k.rank(m, i))
	}
}

// rank orders the instances of a lane; the least is chosen.
func (k *fleetKind) rank(m *member, kind int) int {
	switch k.Strategy {
	case BinpackCPU:
		return m.cpuUnits
	case SpreadInstances:
		return int(m.byKind[kind])
	}
	return m.memoryMiB
}

// choose returns the lane with the best instance among those of a pool, or -1.
func (k *fleetKind) choose(first, zones int) int {
	best := -1
	for l := first; l < first+zones; l++ {
		if k.lanes[l].empty() {
			continue
		}
		if best < 0 || k.better(l, best) {
			best = l
		}
	}
	return best
}

func (k *fleetKind) better(a, b int) bool {
	if k.Strategy == SpreadZones {
		return k.inZone[a] < k.inZone[b]
	}
	return k.lanes[a].first().before(k.lanes[b].first())
}
