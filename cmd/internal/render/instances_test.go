package render

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

func lookup(t *testing.T, names ...string) []hardware.InstanceType {
	t.Helper()
	var types []hardware.InstanceType
	for _, name := range names {
		found, ok := hardware.Lookup(name)
		require.True(t, ok, name)
		types = append(types, found)
	}
	return types
}

func TestInstances(t *testing.T) {
	assert.Equal(t, strings.Join([]string{
		"TYPE         GPUS  ACCELERATOR  MEM/GPU  GPU MEM  GENERATION   CC  LINK    VCPUS   MEMORY  ARCH      NVME  USD/H  STATUS",
		"g6f.xlarge  0.125  L4           2.8 GiB  2.8 GiB  Ada         8.9              4   16 GiB  x86_64  100 GB   0.24",
		"p3.8xlarge      4  V100          16 GiB   64 GiB  Volta       7.0  NVLink     32  244 GiB  x86_64          12.24  retired",
		"",
	}, "\n"), Instances(lookup(t, "g6f.xlarge", "p3.8xlarge")).String())
}

func TestInstances_leavesOutColumnsWithoutAnything(t *testing.T) {
	table := Instances(lookup(t, "c5.2xlarge")).String()
	header, _, _ := strings.Cut(table, "\n")
	assert.Equal(t, []string{"TYPE", "VCPUS", "MEMORY", "ARCH", "USD/H"}, strings.Fields(header))
}

func TestInstances_hasNoSpacesAtLineEnds(t *testing.T) {
	for _, line := range strings.Split(Instances(hardware.All()).String(), "\n") {
		assert.Equal(t, strings.TrimRight(line, " "), line)
	}
}
