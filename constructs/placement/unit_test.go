package placement

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestMemoryText(t *testing.T) {
	for mib, want := range map[int]string{0: "0 MiB", 5: "5 MiB", 1023: "1023 MiB", 1024: "1 GiB", 1536: "1.5 GiB", 10240: "10 GiB", 102400: "100 GiB", 2048 * 1024: "2048 GiB"} {
		assert.Equal(t, want, MemoryText(mib))
	}
}

func TestVCPUText(t *testing.T) {
	for units, want := range map[int]string{0: "0", 1: "0.001", 5: "0.005", 128: "0.125", 256: "0.25", 1024: "1", 1536: "1.5", 10240: "10", 196608: "192"} {
		assert.Equal(t, want, VCPUText(units))
	}
}
