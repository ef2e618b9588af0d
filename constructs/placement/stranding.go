package placement

import "slices"

// maxStranding bounds the search for GPUs that no further task can use.
const maxStranding = 200_000

// Stranding finds how many free GPUs of an instance further tasks of some kinds
// could use.
type Stranding struct {
	requests []Demand
	known    map[strandingState]int
	left     int // states that may still be searched
}

// strandingState is all that usable depends on, for instances whose ports are
// free.
type strandingState struct {
	offer                           *Offer
	cpuUnits, memoryMiB, interfaces int
	gpus                            int
	from                            int
}

// NewStranding returns the search for tasks of these kinds.
func NewStranding(kinds []Kind) *Stranding {
	s := &Stranding{known: map[strandingState]int{}, left: maxStranding}
	for _, k := range kinds {
		r := k.Demand
		if r.GPU.IsZero() || r.GPU.Neuron || r.GPU.Refused != "" || len(k.Pools) == 0 {
			continue
		}
		if r.GPU.SharedMemoryMiB > 0 {
			// One sharer is enough to put a device to use.
			r.GPU = GPUDemand{Devices: 1}
		}
		s.add(r)
	}
	return s
}

// add keeps only requests that no other undercuts in everything.
func (s *Stranding) add(r Demand) {
	if slices.ContainsFunc(s.requests, func(o Demand) bool { return o.undercuts(r) }) {
		return
	}
	s.requests = slices.DeleteFunc(s.requests, func(o Demand) bool { return r.undercuts(o) })
	s.requests = append(s.requests, r)
}

// undercuts reports whether r could use o's GPUs wherever o could, and for less.
func (r Demand) undercuts(o Demand) bool {
	return r.GPU == o.GPU && r.CPUUnits <= o.CPUUnits && r.MemoryMiB <= o.MemoryMiB && r.Interfaces <= o.Interfaces &&
		(r.Architecture == "" || r.Architecture == o.Architecture) &&
		!slices.ContainsFunc(r.HostPorts, func(p HostPort) bool { return !slices.Contains(o.HostPorts, p) })
}

// IsComplete reports whether the search has not been given up: Usable then
// returns more than can be used.
func (s *Stranding) IsComplete() bool { return s.left > 0 }

// Usable returns the largest number of free GPUs of the instance that any
// combination of further tasks takes.
func (s *Stranding) Usable(i *Instance) int {
	if i.FreeGPUs() == 0 {
		return 0
	}
	trial := *i
	trial.sharedMiB, trial.ports = slices.Clone(i.sharedMiB), slices.Clone(i.ports)
	return s.search(&trial, 0)
}

func (s *Stranding) search(i *Instance, from int) int {
	state := strandingState{i.offer, i.cpuUnits, i.memoryMiB, i.interfaces, i.gpus.Count(), from}
	if n, ok := s.known[state]; ok && len(i.ports) == 0 {
		return n
	}
	if s.left--; s.left <= 0 {
		return i.gpus.Count() // usable as far as is known
	}
	best := 0
	for n := from; n < len(s.requests) && best < i.gpus.Count(); n++ {
		r := &s.requests[n]
		gpus, ok := i.Place(r)
		if !ok {
			continue
		}
		best = max(best, gpus.Count()+s.search(i, n))
		i.Remove(r, gpus)
	}
	if len(i.ports) == 0 {
		s.known[state] = best
	}
	return best
}
