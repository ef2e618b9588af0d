package checks

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// TestMisfits_agreeWithSizing: the rules and the arithmetic of capacity say the
// same about what fits, for any task on any type. They differ on purpose where
// a fact is not documented: there sizing is cautious and the rules only warn.
func TestMisfits_agreeWithSizing(t *testing.T) {
	types := hardware.All()
	rapid.Check(t, func(t *rapid.T) {
		instance := rapid.SampledFrom(types).Draw(t, "type")
		container := &inventory.Container{
			CPUUnits:  inventory.Known(rapid.IntRange(0, 300*1024).Draw(t, "cpu")),
			MemoryMiB: inventory.Known(rapid.IntRange(0, 3<<20).Draw(t, "memory")),
		}
		switch n := rapid.IntRange(0, 11).Draw(t, "gpus"); {
		case n == 11 && !instance.IsFractional(): // there the image decides
			share := rapid.IntRange(1, 1+2*instance.GPUMemoryMiB).Draw(t, "share")
			container.GPURequests = inventory.Knowns(inventory.SharedGPU(share, 0))
		case n == 10:
			container.GPURequests = inventory.Knowns(inventory.AllGPUs())
		case n > 0 && n < 10:
			container.GPURequests = inventory.Knowns(inventory.WholeGPUs(n))
		}
		definition := &inventory.TaskDefinition{Containers: inventory.ListOf(container)}
		shortages := placement.OfferOf(instance, 0).Shortages(placement.DemandOf(definition))
		misfits := option{instance: instance, known: true}.misfits(demandOf(definition))
		if (len(shortages) == 0) != (len(misfits) == 0) {
			t.Fatalf("%s: sizing says %v, the rules say %v", instance.Name, shortages, misfits)
		}
	})
}

func TestMisfits_reservedMemory(t *testing.T) {
	instance, _ := hardware.Lookup("g6.xlarge")
	launch := &inventory.Launch{Agent: inventory.AgentConfig{Settings: inventory.MapOf(map[string]string{"ECS_RESERVED_MEMORY": "1024"})}}
	o := option{instance: instance, known: true, launch: launch}
	for _, c := range []struct {
		name      string
		memoryMiB int
		want      []dimension
	}{
		{"well below", 12000, nil},
		{"in what the system takes", 14500, []dimension{inHeadroom}},
		{"exactly all", 16384 - 1024, []dimension{inMemory}},
		{"more than there is", 20000, []dimension{inMemory}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []dimension
			for _, m := range o.misfits(demand{memoryMiB: c.memoryMiB}) {
				got = append(got, m.dimension)
			}
			assert.Equal(t, c.want, got)
		})
	}
}

// A share of a GPU is refused only where it is certain not to fit: ECS counts
// what the agent registers, which is known for the L4 and bounded for others.
func TestMisfits_gpuMemory(t *testing.T) {
	for _, c := range []struct {
		name, instance string
		sharedMiB      int
		want           Severity
		has            string
	}{
		{"all that the agent registers of an L4", "g6.xlarge", 22563, "", ""},
		{"a MiB more, although EC2 reports 22,888", "g6.xlarge", 22564, Error, "has 22563 MiB to share in each"},
		{"what no driver keeps of an A10G", "g5.xlarge", 22337, "", ""},
		{"what some drivers may keep", "g5.xlarge", 22338, Warning, "has 23028 MiB in each; only about 22337 can be counted on"},
		{"more than nvidia-smi shows", "g5.xlarge", 23029, Error, "has 23028 MiB to share in each"},
	} {
		t.Run(c.name, func(t *testing.T) {
			instance, _ := hardware.Lookup(c.instance)
			m := gpuMemoryMisfit(option{instance: instance, known: true}, demand{sharedMiB: c.sharedMiB})
			if c.want == "" {
				assert.Nil(t, m)
				return
			}
			if assert.NotNil(t, m) {
				assert.Equal(t, c.want, m.severity)
				assert.Equal(t, c.has, m.has)
			}
		})
	}
}

// Of several constraints, the one that is not met is named; those that cannot
// be judged count as met.
func TestMisfits_constraint(t *testing.T) {
	instance, _ := hardware.Lookup("g6.xlarge")
	constraints := func(expressions ...string) inventory.List[inventory.PlacementConstraint] {
		var all []inventory.PlacementConstraint
		for _, e := range expressions {
			all = append(all, inventory.PlacementConstraint{Type: inventory.Known("memberOf"), Expression: inventory.KnownAt(e, e)})
		}
		return inventory.ListOf(all...)
	}
	for _, c := range []struct{ name, first, second, want string }{
		{"both are met", "attribute:ecs.instance-type =~ g6.*", "attribute:ecs.cpu-architecture == x86_64", ""},
		{"neither can be judged", "attribute:team == vision", "attribute:team is vision", ""},
		{"the second is not met", "attribute:ecs.instance-type =~ g6.*", "attribute:ecs.cpu-architecture == arm64", "attribute:ecs.cpu-architecture == arm64"},
		{"the second is not met, the first unknown", "attribute:team is vision", "attribute:ecs.instance-type =~ p.*", "attribute:ecs.instance-type =~ p.*"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := demandOf(&inventory.TaskDefinition{PlacementConstraints: constraints(c.first, c.second)})
			m := constraintMisfit(option{instance: instance, known: true}, d)
			if c.want == "" {
				assert.Nil(t, m)
				return
			}
			if assert.NotNil(t, m) {
				assert.Equal(t, c.want, m.place.Path)
			}
		})
	}
}
