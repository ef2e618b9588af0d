package hardware

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Whoever cuts a GPU into shares by what EC2 reports of an L4 (22,888 MiB) gets
// one share fewer than planned: ECS has 22,563 to give away.
func TestSchedulableGPUMemory(t *testing.T) {
	for name, want := range map[string]struct{ least, most int }{
		"g6.xlarge":        {22563, 22563}, // measured, so exact
		"g4dn.xlarge":      {14899, 15360}, // T4: nvidia-smi shows less than EC2
		"g5.12xlarge":      {22337, 23028}, // A10G: and here more
		"p4d.24xlarge":     {39731, 40960},
		"p5.48xlarge":      {79112, 81559},
		"p6-b200.48xlarge": {177858, 183359},
		"c5.large":         {0, 0},
		"inf2.xlarge":      {0, 0},
	} {
		i, ok := Lookup(name)
		require.True(t, ok, name)
		least, most := i.SchedulableGPUMemory()
		assert.Equal(t, want, struct{ least, most int }{least, most}, name)
	}
}

func TestSchedulableGPUMemory_namesGPUsOfTheCatalogue(t *testing.T) {
	unused := map[string]bool{}
	for gpu := range gpuMemories {
		unused[gpu] = true
	}
	for _, i := range All() {
		least, most := i.SchedulableGPUMemory()
		assert.LessOrEqual(t, least, most, i.Name)
		assert.Equal(t, i.IsNVIDIA(), least > 0, i.Name)
		if i.IsNVIDIA() && gpuMemories[i.Accelerators[0].Name][i.GPUMemoryMiB] != (gpuMemory{}) {
			delete(unused, i.Accelerators[0].Name)
		}
	}
	assert.Empty(t, unused, "GPUs that no type has")
}
