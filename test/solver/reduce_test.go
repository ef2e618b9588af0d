//go:build solver

package solver

import (
	"maps"
	"slices"
	"testing"
)

// reduce returns the smallest case that it finds for which the plan is wrong, by
// one simplification after the other. Where tasks are sent, and what starts
// instances, stays: without it, another fault could take the place of the first.
func reduce(t *testing.T, j *judge, c drawn) drawn {
	t.Helper()
	for simpler := true; simpler; {
		simpler = false
		for _, candidate := range c.simpler() {
			if candidate.runs() && len(compare(t, j, candidate.template(), candidate.tasks).faults) > 0 {
				c, simpler = candidate, true
				break
			}
		}
	}
	return c
}

// runs reports whether the case still says what is to run.
func (d drawn) runs() bool {
	return len(d.pools) > 0 && (len(d.tasks) > 0 || slices.ContainsFunc(d.services, func(s service) bool { return !s.daemon }))
}

func (d drawn) clone() drawn {
	d.pools, d.families, d.services = slices.Clone(d.pools), slices.Clone(d.families), slices.Clone(d.services)
	d.defaults, d.tasks = slices.Clone(d.defaults), maps.Clone(d.tasks)
	for i := range d.families {
		d.families[i].containers = slices.Clone(d.families[i].containers)
	}
	for i := range d.services {
		d.services[i].strategy = slices.Clone(d.services[i].strategy)
	}
	return d
}

// simpler returns the cases that are one step simpler.
func (d drawn) simpler() (cases []drawn) {
	step := func(change func(*drawn)) {
		c := d.clone()
		change(&c)
		cases = append(cases, c)
	}
	if last := len(d.pools) - 1; last > 0 {
		step(func(c *drawn) { c.dropPool(last) })
	}
	for i := range d.families {
		step(func(c *drawn) { c.dropFamily(i) })
	}
	for i, p := range d.pools {
		for _, q := range p.simpler() {
			step(func(c *drawn) { c.pools[i] = q })
		}
	}
	for i, f := range d.families {
		for _, g := range f.simpler() {
			step(func(c *drawn) { c.families[i] = g })
		}
		if n := d.tasks[f.name]; n > 1 {
			step(func(c *drawn) { c.tasks[f.name] = n / 2 })
			step(func(c *drawn) { c.tasks[f.name] = n - 1 })
		}
	}
	for i, s := range d.services {
		for _, q := range s.simpler() {
			step(func(c *drawn) { c.services[i] = q })
		}
	}
	return cases
}

func (d *drawn) dropPool(at int) {
	d.pools = slices.Delete(d.pools, at, at+1)
	gone := func(s share) bool { return s.pool == at }
	d.defaults = slices.DeleteFunc(d.defaults, gone)
	for i := range d.services {
		d.services[i].strategy = slices.DeleteFunc(d.services[i].strategy, gone)
	}
}

func (d *drawn) dropFamily(at int) {
	delete(d.tasks, d.families[at].name)
	d.families = slices.Delete(d.families, at, at+1)
	d.services = slices.DeleteFunc(d.services, func(s service) bool { return s.family == at })
	for i := range d.services {
		if d.services[i].family > at {
			d.services[i].family--
		}
	}
}

// changed returns the variants that differ from the original.
func changed[V any](original V, same func(a, b V) bool, changes ...func(*V)) (variants []V) {
	for _, change := range changes {
		variant := original
		if change(&variant); !same(variant, original) {
			variants = append(variants, variant)
		}
	}
	return variants
}

func (p pool) simpler() []pool {
	return changed(p, func(a, b pool) bool { return a == b },
		func(p *pool) { p.or = "" },
		func(p *pool) { p.plainImage = false },
		func(p *pool) { p.reservedMiB = 0 },
		func(p *pool) { p.min = 0 },
		func(p *pool) { p.desired = max(p.desired-1, p.min) },
		func(p *pool) { p.max = max(p.max-1, p.desired, 1) },
	)
}

func (f family) simpler() []family {
	same := func(a, b family) bool {
		return a.mode == b.mode && a.platform == b.platform && a.memberOf == b.memberOf && a.atTask == b.atTask &&
			slices.EqualFunc(a.containers, b.containers, func(x, y container) bool {
				return x.cpu == y.cpu && x.memory == y.memory && x.reservation == y.reservation &&
					x.gpus == y.gpus && x.sharedMiB == y.sharedMiB && slices.Equal(x.ports, y.ports)
			})
	}
	first := func(change func(*container)) func(*family) {
		return func(f *family) {
			f.containers = slices.Clone(f.containers)
			change(&f.containers[0])
		}
	}
	return changed(f, same,
		func(f *family) { f.containers = f.containers[:1] },
		func(f *family) { f.platform = "" },
		func(f *family) { f.memberOf = "" },
		func(f *family) { f.mode = "" },
		func(f *family) { f.atTask = false },
		first(func(c *container) { c.ports = nil }),
		first(func(c *container) { c.gpus = "" }),
		first(func(c *container) { c.sharedMiB = 0 }),
		first(func(c *container) { c.reservation = 0 }),
		first(func(c *container) { c.cpu = 0 }),
		first(func(c *container) { c.memory = max(64, c.memory/2) }),
	)
}

func (s service) simpler() []service {
	same := func(a, b service) bool {
		return a.count == b.count && a.distinct == b.distinct && a.memberOf == b.memberOf && a.binpack == b.binpack
	}
	return changed(s, same,
		func(s *service) { s.binpack = "" },
		func(s *service) { s.memberOf = "" },
		func(s *service) { s.distinct = false },
		func(s *service) { s.count = min(s.count, max(1, s.count/2)) },
		func(s *service) { s.count = min(s.count, max(1, s.count-1)) },
	)
}
