package hardware

import "github.com/ecsgpu/cdk/internal/nearest"

// Nearest returns at most n names of types that are spelled most like name,
// nearest first, for error messages: "m5.2large" gives "m5.2xlarge". Case does
// not count.
func Nearest(name string, n int) []string {
	names := make([]string, 0, len(catalogue()))
	for _, t := range catalogue() {
		names = append(names, t.Name)
	}
	return nearest.Names(name, names, n, 0)
}
