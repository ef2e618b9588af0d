package simulate

import (
	"cmp"
	"math"
	"slices"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/sizing"
)

// pool is the state of a Pool.
type pool struct {
	Pool
	number, shape int

	desired    int // of the Auto Scaling group
	registered int
	booting    int
	started    int // ever registered, to spread over the zones
	usedGPUs   int

	warmUntil instant // no scale-out before
	low       int     // one-minute points below the target in a row

	peak, launched, terminated int
	// Sums of number times milliseconds.
	instanceTime, gpuTime, usedGPUTime instant

	perInstance []int // of each kind, on an empty instance
}

// prepare works out what the scaling needs to know of a pool.
func (s *simulation) prepare(p *pool) {
	for i := range s.kinds {
		k := &s.kinds[i]
		n, _, bounded := p.Offer.Concurrent(&k.Demand)
		if !bounded {
			n = 1
		}
		if !slices.Contains(k.Pools, p.number) {
			n = 0
		}
		p.perInstance = append(p.perInstance, n)
	}
}

func (p *pool) advance(by instant) {
	p.instanceTime += by * instant(p.registered+p.booting)
	p.gpuTime += by * instant((p.registered+p.booting)*p.Offer.GPUs)
	p.usedGPUTime += by * instant(p.usedGPUs)
}

func (p *pool) result() PoolResult {
	instanceHours := float64(p.instanceTime) / float64(hour)
	r := PoolResult{
		Name: p.Name, InstanceType: cmp.Or(p.Offer.InstanceType, "several"),
		PeakInstances: p.peak, Launched: p.launched, Terminated: p.terminated,
		InstanceHours: round(instanceHours),
		GPUHours:      round(float64(p.gpuTime) / float64(hour)),
		UsedGPUHours:  round(float64(p.usedGPUTime) / float64(hour)),
	}
	r.GPUUtilization = ratio(r.UsedGPUHours, r.GPUHours)
	if price, known := p.USDPerHour.Get(); known {
		r.USD = fact.Of(sizing.Dollars(price.Float() * instanceHours))
	}
	return r
}

func (r *PoolResult) add(o PoolResult) {
	r.PeakInstances += o.PeakInstances
	r.Launched += o.Launched
	r.Terminated += o.Terminated
	r.InstanceHours = round(r.InstanceHours + o.InstanceHours)
	r.GPUHours = round(r.GPUHours + o.GPUHours)
	r.UsedGPUHours = round(r.UsedGPUHours + o.UsedGPUHours)
	r.USD = fact.Sum(r.USD, o.USD)
}

func ratio(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return round(part / whole)
}

// round keeps a millionth, so that sums of floating-point numbers print alike.
func round(x float64) float64 { return math.Round(x*1e6) / 1e6 }
