package sizing

import (
	"fmt"
	"slices"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// packing is the state of a mix on the pools.
type packing struct {
	pools  []*placement.Pool
	items  []mixItem
	parts  []placement.Part // of all items
	first  []int            // part of each item
	fleet  *placement.Fleet
	shapes []map[*placement.Offer]int // by pool
	prices map[*placement.Offer]fact.Value[USD]
	placed []int // by part
	left   int   // steps of the budget
}

// newPacking starts every pool at its desired size, with instances that offer
// the least of each figure, because nobody can rely on more.
func newPacking(pools []*placement.Pool, items []mixItem) *packing {
	k := &packing{pools: pools, items: items, prices: map[*placement.Offer]fact.Value[USD]{}}
	var kinds []placement.Kind
	for _, item := range items {
		k.first = append(k.first, len(k.parts))
		k.parts = append(k.parts, item.parts...)
	}
	for _, part := range k.parts {
		kinds = append(kinds, part.Kind)
	}
	zones := 1
	for _, p := range pools {
		zones = max(zones, p.Zones)
	}
	k.fleet = placement.NewFleet(kinds, len(pools), zones)
	k.placed, k.left = make([]int, len(k.parts)), maxPacking/max(1, len(k.parts))
	for i, p := range pools {
		k.shapes = append(k.shapes, map[*placement.Offer]int{})
		least, known := p.Smallest()
		for range p.Start() {
			if !known || !k.add(i, least, PriceOf(p)) {
				break
			}
		}
	}
	return k
}

// add starts an instance in the next zone of a pool; false when the budget ends.
func (k *packing) add(pool int, o *placement.Offer, price fact.Value[USD]) bool {
	if k.left--; k.left < 0 {
		return false
	}
	shape, known := k.shapes[pool][o]
	if !known {
		shape = k.fleet.AddShape(o, pool)
		k.shapes[pool][o], k.prices[o] = shape, price
	}
	k.fleet.Add(shape, k.fleet.Size(pool)%k.pools[pool].Zones)
	return true
}

// run places the parts in this order, as many tasks of each as there is room
// for; with grow, pools that scale get the instances that it takes.
func (k *packing) run(order []int, grow bool) {
	for _, part := range order {
		for k.placed[part] < k.parts[part].Count && k.left >= 0 {
			if _, ok := k.fleet.Place(part); ok {
				k.placed[part]++
				k.left--
				continue
			}
			if !grow || k.parts[part].Fixed || !k.grow(part) {
				break
			}
		}
	}
}

// grow starts an instance in the first pool of the part that may have another
// and whose instances take the task.
func (k *packing) grow(part int) bool {
	for _, pool := range k.parts[part].Pools {
		p, d := k.pools[pool], &k.parts[part].Demand
		if !p.Grows() || k.fleet.Size(pool) >= p.Limit() {
			continue
		}
		if p.IsManaged() {
			if o := p.Cheapest(d); o != nil {
				return k.add(pool, &o.Offer, PriceOfType(o.Instance))
			}
			continue
		}
		if least, known := p.Smallest(); known && len(least.Shortages(d)) == 0 {
			return k.add(pool, least, PriceOf(p))
		}
	}
	return false
}

func (k *packing) total() (placed, waiting int) {
	for i, n := range k.placed {
		placed += n
		waiting += k.parts[i].Count - n
	}
	return placed, waiting
}

// largestFirst orders the parts by how hard they are to place.
func (k *packing) largestFirst() []int {
	order := make([]int, len(k.parts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return k.parts[i].Demand.Compare(&k.parts[j].Demand) })
	return order
}

// packMix packs a mix and says what became of it. The notes are on what was not
// packed to the end.
func packMix(pools []*placement.Pool, items []mixItem, source MixSource) (Mix, []string) {
	k := newPacking(pools, items)
	order := k.largestFirst()
	k.run(order, false)
	m := Mix{Asked: source, Tasks: []MixTask{}, Pools: []MixPool{}}
	m.PlacedAtDesired, _ = k.total()
	k.run(order, true)
	m.Placed, m.Waiting = k.total()
	var notes []string
	if k.left < 0 {
		m.NotPacked, m.Waiting = m.Waiting, 0
		notes = append(notes, fmt.Sprintf("the mix was packed as far as %d tasks on %d instances, which is the limit of a plan; whether the other %d tasks wait is not said",
			m.Placed, k.fleet.Slots(), m.NotPacked))
	}
	for i := range items {
		m.Tasks = append(m.Tasks, k.row(i))
	}
	if !k.account(&m) {
		notes = append(notes, "the tasks are too different to find out how many GPUs stay stranded; there may be more")
	}
	if k.left < 0 {
		return m, notes
	}

	worst := newPacking(pools, items)
	slices.Reverse(order)
	worst.run(order, false)
	worst.run(order, true)
	if _, waiting := worst.total(); worst.left >= 0 {
		m.WaitingInWorstOrder = waiting
	}
	return m, notes
}

// row returns what became of an item. Tasks wait for certain only if the mix was
// packed to its end.
func (k *packing) row(item int) MixTask {
	row := MixTask{Family: k.items[item].task.Demand.Family}
	if s := k.items[item].service; s != nil {
		row.Service = s.Title
	}
	for i := range k.items[item].parts {
		row.Placed += k.placed[k.first[item]+i]
	}
	if k.left >= 0 {
		row.Waiting = k.items[item].count() - row.Placed
	}
	return row
}

// wanted returns the kinds of which tasks are wanted.
func (k *packing) wanted() []placement.Kind {
	var kinds []placement.Kind
	for _, part := range k.parts {
		if part.Count > 0 {
			kinds = append(kinds, part.Kind)
		}
	}
	return kinds
}

// account fills in the instances and their GPUs. It is false when not all that
// are stranded were found.
func (k *packing) account(m *Mix) bool {
	for _, p := range k.pools {
		m.Pools = append(m.Pools, MixPool{Name: p.Title, USDPerHour: fact.Of(USD(0))})
	}
	s := placement.NewStranding(k.wanted())
	for slot := range int32(k.fleet.Slots()) {
		pool, ok := k.fleet.PoolAt(slot)
		if !ok {
			continue
		}
		instance := k.fleet.At(slot)
		free := instance.FreeGPUs().Count()
		stranded := free - s.Usable(instance)
		row := &m.Pools[pool]
		row.Instances++
		row.USDPerHour = fact.Sum(row.USDPerHour, k.prices[instance.Offer()])
		row.GPUs += instance.Offer().GPUs
		row.UsedGPUs += instance.Offer().GPUs - free
		row.StrandedGPUs += stranded
		m.FreeGPUs += free
		m.StrandedGPUs += stranded
	}
	for i, p := range k.pools {
		if _, known := p.Smallest(); !known && p.Start() > 0 { // of an unknown type
			m.Pools[i].USDPerHour = fact.NotKnown[USD]()
		}
	}
	return s.IsComplete()
}
