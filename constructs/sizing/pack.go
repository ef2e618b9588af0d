package sizing

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ecsgpu/cdk/constructs/placement"
)

// packing is the state of a mix on the pools.
type packing struct {
	pools  []*Pool
	items  []mixItem
	fleet  *placement.Fleet
	shapes []int // by pool; -1 when its types are unknown
	placed []int // by item
	left   int   // steps of the budget
}

// newPacking starts every pool at its desired size, with the smallest of its
// types, because nobody can rely on a larger one.
func newPacking(pools []*Pool, items []mixItem) *packing {
	kinds := make([]placement.Kind, len(items))
	for i, item := range items {
		kinds[i] = item.kind
	}
	zones := 1
	for _, p := range pools {
		zones = max(zones, p.Zones)
	}
	k := &packing{pools: pools, items: items, fleet: placement.NewFleet(kinds, len(pools), zones), placed: make([]int, len(items)), left: maxPacking / max(1, len(items))}
	for i, p := range pools {
		if len(p.Offers) == 0 {
			k.shapes = append(k.shapes, -1)
			continue
		}
		k.shapes = append(k.shapes, k.fleet.AddShape(&p.Offers[0], i))
		for range p.start() {
			if !k.add(i) {
				break
			}
		}
	}
	return k
}

// add starts an instance in the next zone of a pool; false when the budget ends.
func (k *packing) add(pool int) bool {
	if k.left--; k.left < 0 {
		return false
	}
	k.fleet.Add(k.shapes[pool], k.fleet.Size(pool)%k.pools[pool].Zones)
	return true
}

// run places the items in this order, as many tasks of each as there is room
// for; with grow, pools that scale get the instances that it takes.
func (k *packing) run(order []int, grow bool) {
	for _, item := range order {
		for k.placed[item] < k.items[item].count && k.left >= 0 {
			if _, ok := k.fleet.Place(item); ok {
				k.placed[item]++
				k.left--
				continue
			}
			if !grow || !k.grow(item) {
				break
			}
		}
	}
}

// grow starts an instance in the first pool of the item that may have another.
func (k *packing) grow(item int) bool {
	for _, pool := range k.items[item].kind.Pools {
		p := k.pools[pool]
		if p.grows() && k.shapes[pool] >= 0 && k.fleet.Size(pool) < p.limit() {
			return k.add(pool)
		}
	}
	return false
}

func (k *packing) total() (placed, waiting int) {
	for i, n := range k.placed {
		placed += n
		waiting += k.items[i].count - n
	}
	return placed, waiting
}

// largestFirst is the order of the items by what they are hardest to place for.
func largestFirst(items []mixItem) []int {
	order := make([]int, len(items))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := items[i].task.Request, items[j].task.Request
		return cmp.Or(cmp.Compare(b.GPU.weight(), a.GPU.weight()), cmp.Compare(b.MemoryMiB, a.MemoryMiB),
			cmp.Compare(b.CPUUnits, a.CPUUnits), cmp.Compare(a.Family, b.Family))
	})
	return order
}

// weight orders demands: all GPUs, many, one, a share, none.
func (d placement.GPUDemand) weight() float64 {
	switch {
	case d.All, d.Neuron:
		return 1e6
	case d.SharedMemoryMiB > 0:
		return float64(d.SharedMemoryMiB) / 1e9
	}
	return float64(d.Devices)
}

// packMix packs a mix and says what became of it. The notes are on what was not
// reckoned to the end.
func packMix(pools []*Pool, items []mixItem, source MixSource) (Mix, []string) {
	order := largestFirst(items)
	k := newPacking(pools, items)
	k.run(order, false)
	m := Mix{Asked: source, Tasks: []MixTask{}, Pools: []MixPool{}}
	m.PlacedAtDesired, _ = k.total()
	k.run(order, true)
	m.Placed, m.Waiting = k.total()
	var notes []string
	if k.left < 0 {
		m.NotPacked, m.Waiting = m.Waiting, 0
		notes = append(notes, fmt.Sprintf("the mix was packed as far as %d tasks on %d instances, which is as much as is reckoned; of %d tasks it is not said whether they wait",
			m.Placed, k.fleet.Slots(), m.NotPacked))
	}
	for i, item := range items {
		m.Tasks = append(m.Tasks, MixTask{
			Family: item.task.Request.Family, Service: item.service, Placed: k.placed[i], Waiting: k.waiting(i),
		})
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

// waiting is how many tasks of an item wait for certain.
func (k *packing) waiting(item int) int {
	if k.left < 0 {
		return 0
	}
	return k.items[item].count - k.placed[item]
}

// wanted returns the kinds of which tasks are wanted.
func (k *packing) wanted() []placement.Kind {
	var kinds []placement.Kind
	for _, item := range k.items {
		if item.count > 0 {
			kinds = append(kinds, item.kind)
		}
	}
	return kinds
}

// account fills in the instances and their GPUs. It is false when not all that
// are stranded were found.
func (k *packing) account(m *Mix) bool {
	m.Pools = make([]MixPool, len(k.pools))
	for i, p := range k.pools {
		n := k.fleet.Size(i)
		m.Pools[i] = MixPool{Name: p.Name, Instances: n, USDPerHour: product(Exactly(n), p.Price())}
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
		row.GPUs += instance.Offer().GPUs
		row.UsedGPUs += instance.Offer().GPUs - free
		row.StrandedGPUs += stranded
		m.FreeGPUs += free
		m.StrandedGPUs += stranded
	}
	return s.IsComplete()
}
