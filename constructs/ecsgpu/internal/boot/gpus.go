package boot

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// GPUCounts are numbers of GPUs by instance type.
type GPUCounts map[string]int

// arguments are those of count-gpus. The smallest count stands for the rest, so
// that the list stays short.
func (c GPUCounts) arguments() string {
	types := map[int][]string{}
	for name, count := range c {
		types[count] = append(types[count], name)
	}
	counts := slices.Sorted(maps.Keys(types))
	text := fmt.Sprint(counts[0])
	for _, count := range slices.Backward(counts[1:]) {
		slices.Sort(types[count])
		text += fmt.Sprintf(" %d=%s", count, strings.Join(types[count], ","))
	}
	return text
}
