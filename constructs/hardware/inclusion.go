package hardware

import "github.com/ecsgpu/cdk/internal/closedset"

// Inclusion says what becomes of types with a property: EC2's BareMetal,
// BurstablePerformance and LocalStorage.
type Inclusion string

// The inclusions.
const (
	Included Inclusion = "included" // types with the property and without
	Required Inclusion = "required" // types with the property only
	Excluded Inclusion = "excluded" // types without the property only
)

// Inclusions returns every inclusion.
func Inclusions() []Inclusion { return []Inclusion{Included, Required, Excluded} }

// ParseInclusion reads an inclusion in any case.
func ParseInclusion(s string) (Inclusion, error) {
	return closedset.Parse("inclusion", s, Inclusions())
}

// admits reports whether a type passes that has the property or lacks it.
func (i Inclusion) admits(has bool) bool {
	return i == Included || (i == Required) == has
}
