package placement

import (
	"fmt"
	"strconv"
	"strings"
)

// MemoryText returns memory as AWS's tables show it: MiB below 1 GiB, and from
// there GiB with one decimal unless that is 0.
func MemoryText(mib int) string {
	if mib < 1024 {
		return fmt.Sprintf("%d MiB", mib)
	}
	return decimals(float64(mib)/1024, 1) + " GiB"
}

// VCPUText returns CPU units as a number of vCPUs, with three decimals at most.
func VCPUText(units int) string { return decimals(float64(units)/1024, 3) }

func decimals(value float64, most int) string {
	text := strconv.FormatFloat(value, 'f', most, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
