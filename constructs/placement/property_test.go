package placement_test

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/placement"
)

var instanceTypes = []string{"g4dn.12xlarge", "g5.xlarge", "g5.12xlarge", "g5.48xlarge", "p3.8xlarge", "p4d.24xlarge", "g6f.2xlarge", "c5.2xlarge"}

// anyOffer draws an instance type.
func anyOffer(t *rapid.T) placement.Offer {
	found, _ := hardware.Lookup(rapid.SampledFrom(instanceTypes).Draw(t, "type"))
	return placement.OfferOf(found, rapid.IntRange(0, 2048).Draw(t, "reserved"))
}

// anyRequest draws a task of any kind.
func anyRequest(t *rapid.T, family string) placement.Demand {
	r := placement.Demand{
		Family:     family,
		CPUUnits:   rapid.IntRange(0, 8192).Draw(t, "cpu"),
		MemoryMiB:  rapid.IntRange(1, 60000).Draw(t, "memory"),
		Interfaces: rapid.IntRange(0, 1).Draw(t, "interfaces"),
	}
	switch rapid.IntRange(0, 5).Draw(t, "gpus") {
	case 0, 1, 2:
		r.GPU.Devices = rapid.IntRange(1, 8).Draw(t, "devices")
	case 3:
		r.GPU.SharedMemoryMiB = rapid.IntRange(1, 30000).Draw(t, "shared")
	case 4:
		r.GPU.All = true
	}
	if rapid.IntRange(0, 9).Draw(t, "port") == 0 {
		r.HostPorts = []placement.HostPort{{Protocol: "tcp", Number: rapid.IntRange(8000, 8002).Draw(t, "number")}}
	}
	return r
}

// ledger checks from outside what an instance has given to whom.
type ledger struct {
	offer  placement.Offer
	placed []placed
}

type placed struct {
	request placement.Demand
	gpus    placement.GPUSet
}

func (l *ledger) check(t *rapid.T) {
	var cpu, memory, interfaces int
	var exclusive, shared placement.GPUSet
	sharedMiB := map[int]int{}
	ports := map[placement.HostPort]bool{}
	for _, p := range l.placed {
		cpu += p.request.CPUUnits
		memory += p.request.MemoryMiB
		interfaces += p.request.Interfaces
		for _, port := range p.request.HostPorts {
			require.False(t, ports[port], "a port is given twice")
			ports[port] = true
		}
		if p.request.GPU.SharedMemoryMiB > 0 {
			require.Equal(t, 1, p.gpus.Count())
			shared |= p.gpus
			sharedMiB[bits.TrailingZeros32(uint32(p.gpus))] += p.request.GPU.SharedMemoryMiB
			continue
		}
		require.Zero(t, exclusive&p.gpus, "a GPU is given twice")
		exclusive |= p.gpus
		want := p.request.GPU.Devices
		if p.request.GPU.All {
			want = l.offer.GPUs
		}
		require.Equal(t, want, p.gpus.Count())
	}
	require.Zero(t, exclusive&shared, "a GPU is given whole and shared")
	require.Zero(t, (exclusive|shared)>>l.offer.GPUs, "a GPU that is not there")
	require.LessOrEqual(t, cpu, l.offer.CPUUnits)
	require.LessOrEqual(t, memory, l.offer.MemoryMiB)
	if l.offer.Interfaces >= 0 {
		require.LessOrEqual(t, interfaces, l.offer.Interfaces)
	}
	for _, used := range sharedMiB {
		require.LessOrEqual(t, used, l.offer.GPUMemoryMiB)
	}
}

func TestInstance_never_exceeds_its_offer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		offer := anyOffer(t)
		instance := placement.NewInstance(&offer)
		l := ledger{offer: offer}
		for step := range 60 {
			if len(l.placed) > 0 && rapid.IntRange(0, 2).Draw(t, "remove") == 0 {
				at := rapid.IntRange(0, len(l.placed)-1).Draw(t, "which")
				instance.Remove(&l.placed[at].request, l.placed[at].gpus)
				l.placed = append(l.placed[:at], l.placed[at+1:]...)
			} else {
				r := anyRequest(t, fmt.Sprint(step))
				fits := instance.Fits(&r)
				gpus, ok := instance.Place(&r)
				require.Equal(t, fits, ok)
				if ok {
					l.placed = append(l.placed, placed{r, gpus})
				}
			}
			l.check(t)
			require.Equal(t, len(l.placed), instance.Tasks())
		}
		for _, p := range l.placed {
			instance.Remove(&p.request, p.gpus)
		}
		require.Equal(t, placement.NewInstance(&offer).FreeGPUs(), instance.FreeGPUs(), "everything comes back")
		require.Equal(t, offer.MemoryMiB, instance.FreeMemoryMiB())
		require.Equal(t, offer.CPUUnits, instance.FreeCPUUnits())
	})
}

func TestOffer_Concurrent_is_what_an_instance_takes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		offer, r := anyOffer(t), anyRequest(t, "task")
		n, _, bounded := offer.Concurrent(&r)
		require.True(t, bounded)
		instance, placed := placement.NewInstance(&offer), 0
		for ; placed <= n; placed++ {
			if _, ok := instance.Place(&r); !ok {
				break
			}
		}
		require.Equal(t, n, placed)
	})
}

// The fleet finds through its index what a search of all instances finds.
func TestFleet_places_as_a_plain_search_does(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kinds := make([]placement.Kind, rapid.IntRange(1, 4).Draw(t, "kinds"))
		for i := range kinds {
			kinds[i] = placement.Kind{
				Demand: anyRequest(t, fmt.Sprint(i)), Pools: []int{0},
				Strategy: rapid.SampledFrom([]placement.Strategy{placement.BinpackMemory, placement.BinpackCPU}).Draw(t, "strategy"),
			}
			kinds[i].Demand.Constraint.Distinct = rapid.Bool().Draw(t, "distinct")
		}
		offer := anyOffer(t)
		fleet := placement.NewFleet(kinds, 1, 1)
		shape := fleet.AddShape(&offer, 0)
		for range rapid.IntRange(1, 6).Draw(t, "instances") {
			fleet.Add(shape, 0)
		}
		var running []placement.Placement
		for range 60 {
			if len(running) > 0 && rapid.IntRange(0, 2).Draw(t, "remove") == 0 {
				at := rapid.IntRange(0, len(running)-1).Draw(t, "which")
				fleet.Remove(running[at])
				running = append(running[:at], running[at+1:]...)
				continue
			}
			kind := rapid.IntRange(0, len(kinds)-1).Draw(t, "kind")
			want := search(fleet, kinds[kind], kind, running)
			require.Equal(t, want >= 0, fleet.CanPlace(kind))
			p, ok := fleet.Place(kind)
			require.Equal(t, want >= 0, ok)
			if ok {
				require.Equal(t, want, p.Instance)
				running = append(running, p)
			}
		}
		busy := map[int32]bool{}
		for _, p := range running {
			busy[p.Instance] = true
		}
		require.Equal(t, len(busy), fleet.Busy(0))
	})
}

// search returns the instance that binpack chooses, found the slow way.
func search(fleet *placement.Fleet, k placement.Kind, kind int, running []placement.Placement) int32 {
	best := int32(-1)
	for slot := range int32(fleet.Slots()) {
		instance := fleet.At(slot)
		taken := false
		for _, p := range running {
			taken = taken || k.Demand.Constraint.Distinct && p.Instance == slot && int(p.Kind) == kind
		}
		if taken || !instance.Fits(&k.Demand) {
			continue
		}
		left := func(i *placement.Instance) int {
			if k.Strategy == placement.BinpackCPU {
				return i.FreeCPUUnits()
			}
			return i.FreeMemoryMiB()
		}
		if best < 0 || left(instance) < left(fleet.At(best)) {
			best = slot
		}
	}
	return best
}

func TestFleet_removed_instances_take_nothing(t *testing.T) {
	o := placement.Offer{CPUUnits: 1024, MemoryMiB: 1024, GPUs: 1, GPUFraction: 1}
	fleet := placement.NewFleet([]placement.Kind{{Demand: gpuTask("t", 1, 1, 1), Pools: []int{0}}}, 1, 1)
	shape := fleet.AddShape(&o, 0)
	slot := fleet.Add(shape, 0)
	p, ok := fleet.Place(0)
	require.True(t, ok)
	assert.False(t, fleet.Take(slot), "an instance with a task stays")
	fleet.Remove(p)
	assert.True(t, fleet.Take(slot))
	assert.False(t, fleet.Take(slot), "once only")
	assert.False(t, fleet.CanPlace(0))
	assert.Zero(t, fleet.Size(0))
	assert.Equal(t, slot, fleet.Add(shape, 0), "the slot is used again")
	assert.True(t, fleet.CanPlace(0))
}

func TestFleet_spreads(t *testing.T) {
	o := placement.Offer{CPUUnits: 1 << 20, MemoryMiB: 1 << 20}
	place := func(s placement.Strategy) map[int32]int {
		fleet := placement.NewFleet([]placement.Kind{{Demand: placement.Demand{MemoryMiB: 1}, Pools: []int{0}, Strategy: s}}, 1, 2)
		shape := fleet.AddShape(&o, 0)
		for i := range 4 {
			fleet.Add(shape, i%2)
		}
		on := map[int32]int{}
		for range 8 {
			p, ok := fleet.Place(0)
			require.True(t, ok)
			on[p.Instance]++
		}
		return on
	}
	assert.Equal(t, map[int32]int{0: 8}, place(placement.BinpackMemory))
	assert.Equal(t, map[int32]int{0: 2, 1: 2, 2: 2, 3: 2}, place(placement.SpreadInstances))
	assert.Equal(t, map[int32]int{0: 4, 1: 4}, place(placement.SpreadZones), "equal in both zones, packed in each")
}
