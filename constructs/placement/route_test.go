package placement_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// strategy returns a capacity provider strategy over pools of cluster.
func strategy(items ...inventory.StrategyItem) inventory.List[inventory.StrategyItem] {
	return inventory.ListOf(items...)
}

func item(pool string, base, weight int) inventory.StrategyItem {
	return inventory.StrategyItem{Provider: inventory.LinkTo(pool + "Provider"), Base: inventory.Known(base), Weight: inventory.Known(weight)}
}

// routed returns the view of two pools that scale and of one service of a task.
func routed(s *inventory.Service) *placement.View {
	inv := cluster([]pool{
		{name: "a", types: []string{"g5.xlarge"}, max: 4, scaling: true},
		{name: "b", types: []string{"g5.12xlarge"}, max: 4, scaling: true},
	}, task("train", 1, 1024, 4096))
	inv.Clusters = []*inventory.Cluster{{Item: inventory.Item{LogicalID: "Cluster"}}}
	for _, p := range inv.Pools {
		p.Cluster = inventory.LinkTo("Cluster")
	}
	s.Cluster, s.TaskDefinition = inventory.LinkTo("Cluster"), inventory.LinkTo("train")
	inv.Services = []*inventory.Service{s}
	return placement.NewView(inv)
}

func TestRoute_ofServices(t *testing.T) {
	for name, c := range map[string]struct {
		service    inventory.Service
		pools      []string
		byStrategy bool
		known      bool
	}{
		"its strategy":                        {inventory.Service{Strategy: strategy(item("b", 0, 1))}, []string{"b"}, true, true},
		"no strategy, any instance":           {inventory.Service{}, []string{"a", "b"}, false, true},
		"launch type EC2, any instance":       {inventory.Service{LaunchType: inventory.Known("EC2")}, []string{"a", "b"}, false, true},
		"weight 0 beside others gets none":    {inventory.Service{Strategy: strategy(item("a", 0, 0), item("b", 0, 1))}, []string{"b"}, true, true},
		"weight 0 with a base gets its base":  {inventory.Service{Strategy: strategy(item("a", 1, 0), item("b", 0, 1))}, []string{"a", "b"}, true, true},
		"Fargate":                             {inventory.Service{LaunchType: inventory.Known("FARGATE")}, nil, false, false},
		"a provider that is not here":         {inventory.Service{Strategy: strategy(item("a", 0, 1), item("c", 0, 1))}, []string{"a"}, true, false},
		"a strategy that is not wholly known": {inventory.Service{Strategy: inventory.List[inventory.StrategyItem]{Open: true}}, []string{"a", "b"}, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := routed(&c.service).Services[0].Route
			var got []string
			for _, p := range r.Pools() {
				got = append(got, p.Title)
			}
			assert.Equal(t, c.pools, got)
			assert.Equal(t, c.byStrategy, r.ByStrategy)
			assert.Equal(t, c.known, r.Known)
		})
	}
}

func TestRoute_defaultStrategy(t *testing.T) {
	v := routed(&inventory.Service{})
	v.Inventory.Associations = []*inventory.Association{{Cluster: inventory.LinkTo("Cluster"), DefaultStrategy: strategy(item("a", 0, 1))}}
	r := placement.NewView(v.Inventory).Services[0].Route
	assert.True(t, r.ByStrategy, "the cluster's default strategy applies")
	assert.Len(t, r.Shares, 1)
	v.Inventory.Services[0].LaunchType = inventory.Known("EC2")
	r = placement.NewView(v.Inventory).Services[0].Route
	assert.False(t, r.ByStrategy, "a launch type takes the place of the default strategy")
}

func TestRoute_Split(t *testing.T) {
	for name, c := range map[string]struct {
		items []inventory.StrategyItem
		n     int
		want  []int
	}{
		"equal weights split evenly":      {[]inventory.StrategyItem{item("a", 0, 1), item("b", 0, 1)}, 6, []int{3, 3}},
		"in proportion to the weights":    {[]inventory.StrategyItem{item("a", 0, 1), item("b", 0, 4)}, 10, []int{2, 8}},
		"the base first":                  {[]inventory.StrategyItem{item("a", 2, 1), item("b", 0, 1)}, 6, []int{4, 2}},
		"fewer tasks than the base":       {[]inventory.StrategyItem{item("a", 5, 1), item("b", 0, 1)}, 3, []int{3, 0}},
		"a base on weight 0":              {[]inventory.StrategyItem{item("a", 1, 0), item("b", 0, 1)}, 3, []int{1, 2}},
		"a single provider of weight 0":   {[]inventory.StrategyItem{item("a", 0, 0)}, 3, []int{3}},
		"the rest to the largest missing": {[]inventory.StrategyItem{item("a", 0, 1), item("b", 0, 2)}, 4, []int{1, 3}},
	} {
		t.Run(name, func(t *testing.T) {
			counts, ok := routed(&inventory.Service{Strategy: strategy(c.items...)}).Services[0].Route.Split(c.n)
			assert.True(t, ok)
			assert.Equal(t, c.want, counts)
		})
	}
}

func TestRoute_Split_losesNoTask(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := item("a", rapid.IntRange(0, 5).Draw(t, "base"), rapid.IntRange(0, 1000).Draw(t, "a"))
		b := item("b", 0, rapid.IntRange(1, 1000).Draw(t, "b"))
		n := rapid.IntRange(0, 1_000_000).Draw(t, "n")
		counts, ok := routed(&inventory.Service{Strategy: strategy(a, b)}).Services[0].Route.Split(n)
		if !ok {
			t.Fatal("weights are known")
		}
		sum := 0
		for _, c := range counts {
			if c < 0 {
				t.Fatal("negative")
			}
			sum += c
		}
		if sum != n {
			t.Fatalf("%d of %d tasks: %v", sum, n, counts)
		}
	})
}

// What daemons take of every instance, no other task has: ports included.
func TestView_daemons(t *testing.T) {
	v := routed(&inventory.Service{SchedulingStrategy: inventory.Known("DAEMON"), Strategy: strategy(item("a", 0, 1))})
	web := v.Inventory.TaskDefinitions[0]
	web.NetworkMode = inventory.Known("host")
	web.Containers.Items[0].PortMappings = inventory.ListOf(inventory.PortMapping{ContainerPort: inventory.Known(80)})
	v = placement.NewView(v.Inventory)
	offer := v.Pools[0].Options[0].Offer
	assert.Equal(t, 0, offer.GPUs)
	assert.Equal(t, []placement.HostPort{{Protocol: "tcp", Number: 80}}, offer.HostPorts)
	assert.NotEmpty(t, offer.Shortages(&placement.Demand{HostPorts: []placement.HostPort{{Protocol: "tcp", Number: 80}}}))
	assert.Equal(t, 4, v.Pools[1].Options[0].Offer.GPUs, "its strategy does not name this pool")
}
