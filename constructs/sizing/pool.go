package sizing

import (
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// Pool is what sizing needs to know of a pool: what one instance offers, how
// many there are, and how they are bought.
type Pool struct {
	ID        string // logical id
	Name      string
	ClusterID string // logical id of the cluster; empty when it is not in the inventory

	// Providers are the logical ids of the capacity providers on the pool.
	Providers []string

	// Types are the instance types that the pool may start, as far as the
	// catalogue has them, and Offers is what each of them registers. Both are in
	// order of the offer, the smallest first. Empty when the types are unknown.
	Types  []hardware.InstanceType
	Offers []placement.Offer

	Min, Desired, Max Figure[int]

	Scaling  *Scaling // nil without managed scaling
	Managed  bool     // Managed Instances: ECS starts what tasks need, without a maximum
	Purchase Purchase
	Zones    int // availability zones, at least 1

	// Notes are what is assumed about the pool, or would keep it from working,
	// in the order in which it was found.
	Notes []string
}

// Smallest is the offer that ECS reckons with: managed scaling takes a task
// only if it fits the smallest type of the pool. False when no type is known.
func (p *Pool) Smallest() (placement.Offer, bool) {
	if len(p.Offers) == 0 {
		return placement.Offer{}, false
	}
	return p.Offers[0], true
}

// Price is the on-demand price of one instance for an hour; of several types,
// the dearest.
func (p *Pool) Price() Figure[USD] {
	var highest Figure[USD]
	for i, t := range p.Types {
		price := priceOf(t)
		if !price.known {
			return Figure[USD]{}
		}
		if i == 0 || price.value > highest.value {
			highest = price
		}
	}
	return highest
}

// GPUs are the GPUs of one instance: of the type that has the fewest. A
// fractional instance has a part of one.
func (p *Pool) GPUs() Figure[float64] {
	offer, known := p.Smallest()
	if !known {
		return Figure[float64]{}
	}
	return Exactly(float64(offer.GPUs) * offer.GPUFraction)
}

// limit is the number of instances that the pool can have.
func (p *Pool) limit() int {
	most, known := p.Max.Get()
	switch {
	case p.Managed:
		return MaxInstances
	case !known:
		return p.start()
	}
	return min(most, MaxInstances)
}

// start is the number of instances that the pool has before tasks ask for more.
func (p *Pool) start() int {
	n, _ := p.Desired.Get()
	return min(n, MaxInstances)
}

// grows reports whether waiting tasks start instances.
func (p *Pool) grows() bool { return p.Scaling != nil || p.Managed }

// MaxInstances is ECS's limit of container instances in a cluster. Source:
// Amazon ECS developer guide, service quotas.
const MaxInstances = 5000

// Concurrent is how many tasks of a kind run at once on one instance of the
// pool: on the type that runs the fewest, because EC2 may start any.
func (p *Pool) Concurrent(r placement.Demand) (n Figure[int], limitedBy placement.Limit) {
	for i := range p.Offers {
		count, limit, bounded := p.Offers[i].Concurrent(r)
		if !bounded {
			continue
		}
		if !n.known || count < n.value {
			n, limitedBy = Exactly(count), limit
		}
	}
	return n, limitedBy
}

// PoolsOf are the pools of an inventory, in its order.
func PoolsOf(inv *inventory.Inventory) []*Pool {
	pools := make([]*Pool, 0, len(inv.Pools))
	names, index := inv.PoolNames(), newIndex(inv)
	daemons, left := Within(index.daemons(), len(inv.Pools), "daemon services")
	for _, from := range inv.Pools {
		b := poolBuilder{index: index, from: from, pool: &Pool{
			ID: from.LogicalID, Name: names[from.LogicalID], ClusterID: clusterOf(inv, from), Providers: from.CapacityProviders,
		}}
		b.sizes()
		b.types()
		b.daemons(daemons)
		b.pool.Scaling = scalingOf(index, from)
		purchase, notes := purchaseOf(from)
		b.pool.Purchase = purchase
		b.note(notes...)
		b.pool.Zones = min(max(1, len(from.AvailabilityZones.Items), zonesOf(index, from)), maxZones)
		if left != "" {
			b.note(left)
		}
		b.sort()
		pools = append(pools, b.pool)
	}
	return pools
}

// clusterOf is the cluster that the pool's instances join. A template with one
// cluster leaves no doubt.
func clusterOf(inv *inventory.Inventory, p *inventory.Pool) string {
	if p.Cluster.Target == "" && len(inv.Clusters) == 1 && !p.Cluster.IsKnown() {
		return inv.Clusters[0].LogicalID
	}
	return p.Cluster.Target
}

func zonesOf(x *index, p *inventory.Pool) int {
	zones := map[string]bool{}
	for _, link := range p.Subnets.Items {
		zone := link.Target
		if subnet := x.subnets[link.Target]; subnet != nil && subnet.AvailabilityZone.Text != "" {
			zone = subnet.AvailabilityZone.Text
		}
		zones[zone] = true
	}
	return len(zones)
}
