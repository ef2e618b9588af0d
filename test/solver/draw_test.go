//go:build solver

package solver

import (
	"fmt"
	"math/rand/v2"
	"strconv"
)

// size is what a task is drawn in proportion to. It needs no more precision: the
// judge and the command have the real figures.
type size struct{ cpu, memory, gpus, gpuMemory int }

var plain = map[string]size{
	"c5.large": {2048, 4096, 0, 0}, "c5.2xlarge": {8192, 16384, 0, 0}, "m5.xlarge": {4096, 16384, 0, 0},
	"m7g.large": {2048, 8192, 0, 0}, "c7g.2xlarge": {8192, 16384, 0, 0},
}

var accelerated = map[string]size{
	"g4dn.xlarge": {4096, 16384, 1, 15360}, "g4dn.2xlarge": {8192, 32768, 1, 15360}, "g4dn.12xlarge": {49152, 196608, 4, 15360},
	"g5.xlarge": {4096, 16384, 1, 22500}, "g5.2xlarge": {8192, 32768, 1, 22500}, "g5.12xlarge": {49152, 196608, 4, 22500},
	"g5.48xlarge": {196608, 786432, 8, 22500}, "g6.xlarge": {4096, 16384, 1, 22500}, "g6.12xlarge": {49152, 196608, 4, 22500},
	"g6.48xlarge": {196608, 786432, 8, 22500}, "g6e.xlarge": {4096, 32768, 1, 44600}, "g6e.12xlarge": {49152, 393216, 4, 44600},
}

func sizeOf(instanceType string) size {
	if s, ok := accelerated[instanceType]; ok {
		return s
	}
	return plain[instanceType]
}

// draw makes cases. The same seed makes the same cases.
type draw struct{ *rand.Rand }

// newDraw returns the source of one case, which does not depend on the others.
func newDraw(seed, number int) draw {
	return draw{rand.New(rand.NewPCG(uint64(seed), uint64(number)))}
}

// chance reports true in so many of a hundred draws.
func (d draw) chance(percent int) bool { return d.IntN(100) < percent }

func (d draw) between(low, high int) int { return low + d.IntN(high-low+1) }

func pick[V any](d draw, values ...V) V { return values[d.IntN(len(values))] }

func pickType(d draw, from map[string]size) string { return pick(d, sortedKeys(from)...) }

// mix draws a cluster and the tasks that are to run at once.
func (d draw) mix() drawn {
	c := drawn{}
	for range d.between(1, 2) {
		c.pools = append(c.pools, d.pool())
	}
	for i := range d.between(1, 5) {
		c.families = append(c.families, d.family(fmt.Sprintf("family-%d", i), c.pools))
	}
	c.defaults = d.defaults(c.pools)
	counts := d.counts(c)
	if d.chance(50) {
		c.tasks = map[string]int{}
		for i, f := range c.families {
			c.tasks[f.name] = counts[i]
		}
	} else {
		for i := range c.families {
			c.services = append(c.services, d.service(i, counts[i], c.pools))
		}
	}
	if d.chance(30) {
		for range d.between(1, 2) {
			d.daemon(&c)
		}
	}
	return c
}

// counts draws how many tasks of each family are to run: mostly about as many as
// fit, which are harder to place than far too many.
func (d draw) counts(c drawn) []int {
	crowded, percent := d.chance(25), pick(d, 50, 80, 100, 120)
	var counts []int
	for _, f := range c.families {
		room := 0
		for _, p := range c.pools {
			room += p.max * f.perInstance(sizeOf(p.instanceType))
		}
		most := max(1, room*percent/100/len(c.families))
		if crowded {
			most = 30
		}
		counts = append(counts, d.between(min(30, most)/2, min(30, most)))
	}
	return counts
}

// perInstance returns about how many tasks run on one instance.
func (f family) perInstance(on size) int {
	whole, shared := 0, 0
	for _, c := range f.containers {
		n, err := strconv.Atoi(c.gpus)
		if err != nil && c.gpus != "" {
			n = on.gpus
		}
		whole, shared = whole+n, shared+c.sharedMiB
	}
	n := min(on.memory*9/10/max(1, f.memory), on.cpu/max(1, f.cpu))
	if whole > 0 {
		n = min(n, on.gpus/whole)
	}
	if shared > 0 {
		n = min(n, on.gpus*(on.gpuMemory/shared))
	}
	return n
}

// single draws one task, which is often too large for its cluster. Each pool has
// one type: where only some types of a group fit, nobody can say never.
func (d draw) single() drawn {
	c := drawn{}
	for range d.between(1, 2) {
		p := d.pool()
		p.or = ""
		c.pools = append(c.pools, p)
	}
	f := d.family("family-0", c.pools)
	if d.chance(40) {
		i := d.IntN(len(f.containers))
		at := &f.containers[i]
		switch large := sizeOf(c.pools[0].instanceType); d.IntN(4) {
		case 0:
			f.cpu, at.cpu = large.cpu+d.between(-1, 2)*512, large.cpu+d.between(-1, 2)*512
		case 1:
			f.memory = large.memory * d.between(88, 102) / 100
			at.memory, at.reservation = f.memory, 0
		case 2:
			f.alone(i)
			f.containers[i].gpus = strconv.Itoa(large.gpus + d.between(0, 1))
			if f.containers[i].gpus == "0" {
				f.containers[i].gpus = "1"
			}
		default:
			f.alone(i)
			f.containers[i].sharedMiB = max(1000, large.gpuMemory*d.between(90, 110)/100)
		}
	}
	c.families = []family{f}
	return c
}

// alone leaves the GPU request to one container.
func (f *family) alone(at int) {
	for i := range f.containers {
		f.containers[i].gpus, f.containers[i].sharedMiB = "", 0
	}
}

func (d draw) pool() pool {
	p := pool{instanceType: pickType(d, accelerated), max: d.between(1, 6)}
	if d.chance(25) {
		p.instanceType = pickType(d, plain)
	} else {
		if other := pickType(d, accelerated); d.chance(15) && other != p.instanceType {
			p.or = other
		}
		p.plainImage = d.chance(4)
	}
	p.desired = d.between(0, p.max)
	p.min = d.between(0, p.desired)
	p.provider = d.chance(85)
	p.managed = p.provider && d.chance(80)
	if d.chance(25) {
		p.reservedMiB = pick(d, 256, 512, 1024)
	}
	return p
}

func (d draw) family(name string, pools []pool) family {
	on := sizeOf(pick(d, pools...).instanceType)
	f := family{name: name, atTask: d.chance(40)}
	// A part of an instance, so that several of different sizes fit beside each other.
	f.memory = max(64, on.memory*d.between(60, 105)/100/pick(d, 1, 2, 3, 4, 6, 8, 12))
	f.cpu = max(128, on.cpu*d.between(50, 105)/100/pick(d, 1, 2, 3, 4, 6, 8, 12))
	containers := 1
	if d.chance(25) {
		containers = 2
	}
	for range containers {
		c := container{cpu: f.cpu / containers, memory: f.memory / containers}
		if d.chance(25) {
			c.reservation = c.memory / 2
		}
		f.containers = append(f.containers, c)
	}
	d.gpus(&f, on)
	d.network(&f)
	if d.chance(15) {
		f.platform = pick(d, "X86_64", "X86_64", "ARM64")
	}
	if d.chance(15) {
		f.memberOf = d.query(pools)
	}
	return f
}

func (d draw) gpus(f *family, on size) {
	if on.gpus == 0 {
		return
	}
	switch d.IntN(10) {
	case 0, 1, 2, 3:
		f.containers[0].gpus = strconv.Itoa(d.between(1, on.gpus))
		if len(f.containers) > 1 && d.chance(50) {
			f.containers[1].gpus = "1"
		}
	case 4:
		f.containers[0].gpus = "ALL"
	case 5, 6, 7:
		memory := max(500, on.gpuMemory*d.between(70, 104)/100/d.between(1, 6))
		for i := range f.containers {
			f.containers[i].sharedMiB = memory / len(f.containers)
		}
	}
}

func (d draw) network(f *family) {
	c := &f.containers[0]
	switch n := d.IntN(100); {
	case n < 25:
		f.mode = "awsvpc"
		c.ports = []port{{container: 8000}}
	case n < 35:
		f.mode = pick(d, "", "bridge")
		c.ports = []port{{container: 80, host: d.between(8000, 8002), protocol: pick(d, "", "tcp", "udp")}}
	case n < 45:
		f.mode = "host"
		c.ports = []port{{container: d.between(8000, 8002), protocol: pick(d, "", "tcp", "udp")}}
	case n < 55:
		c.ports = []port{{container: 80}} // Docker chooses the port
	case n < 57:
		c.ports = []port{{container: 22, host: 22}}
	}
}

// query draws a cluster query on the instance types.
func (d draw) query(pools []pool) string {
	types := []string{pick(d, pools...).instanceType, pickType(d, accelerated), pickType(d, plain)}
	equal := "attribute:ecs.instance-type == " + types[0]
	switch d.IntN(8) {
	case 0:
		return equal
	case 1:
		return "attribute:ecs.instance-type != " + types[0]
	case 2:
		return fmt.Sprintf("attribute:ecs.instance-type in [%s, %s]", types[0], types[1])
	case 3:
		return fmt.Sprintf("attribute:ecs.instance-type not_in [%s, %s]", types[1], types[2])
	case 4:
		return "attribute:ecs.instance-type =~ " + pick(d, `g5\..*`, `g.*`, `g6e?\..*`, `.*\.12xlarge`)
	case 5:
		return "attribute:ecs.instance-type !~ " + pick(d, `g4dn\..*`, `.*\.xlarge`, `g.*`)
	case 6:
		return fmt.Sprintf("%s or attribute:ecs.instance-type == %s", equal, types[1])
	}
	return fmt.Sprintf("not(%s) and attribute:ecs.instance-type =~ g.*", equal)
}

// strategy draws a strategy on the pools that have a capacity provider.
func (d draw) strategy(pools []pool) []share {
	var shares []share
	for i, p := range pools {
		if p.provider {
			shares = append(shares, share{pool: i, weight: d.between(1, 3)})
		}
	}
	if len(shares) < 2 {
		return shares
	}
	switch d.IntN(5) {
	case 0:
		shares[0].weight = 0
	case 1:
		shares[1].base = d.between(1, 5)
	case 2:
	default:
		at := d.IntN(2)
		return shares[at : at+1]
	}
	return shares
}

func (d draw) defaults(pools []pool) []share {
	if d.chance(50) {
		return nil
	}
	return d.strategy(pools)
}

func (d draw) service(family, count int, pools []pool) service {
	s := service{family: family, count: count, distinct: d.chance(12), binpack: pick(d, "", "memory", "cpu")}
	switch n := d.IntN(100); {
	case n < 70:
		s.strategy = d.strategy(pools)
	case n < 85:
		s.ec2 = true
	}
	if d.chance(10) {
		s.memberOf = d.query(pools)
	}
	return s
}

// daemon adds a small daemon. It takes no whole GPU: what ALL means beside one
// is not documented.
func (d draw) daemon(c *drawn) {
	f := family{name: fmt.Sprintf("daemon-%d", len(c.families)), containers: []container{{cpu: d.between(0, 512), memory: d.between(64, 1024)}}}
	only := &f.containers[0]
	switch n := d.IntN(100); {
	case n < 15:
		f.mode = "host"
		only.ports = []port{{container: d.between(8000, 8003)}}
	case n < 25:
		f.mode = "awsvpc"
	case n < 35 && !c.takesAll():
		only.sharedMiB = d.between(500, 4000)
	}
	if d.chance(15) {
		f.memberOf = d.query(c.pools)
	}
	if d.chance(10) {
		f.platform = pick(d, "X86_64", "ARM64")
	}
	c.families = append(c.families, f)
	c.services = append(c.services, service{family: len(c.families) - 1, daemon: true, ec2: true})
}

func (d drawn) takesAll() bool {
	for _, f := range d.families {
		for _, c := range f.containers {
			if c.gpus == "ALL" {
				return true
			}
		}
	}
	return false
}
