package hardware

import "github.com/ecsgpu/cdk/internal/closedset"

// UsageClass is a way to buy instances of a type.
type UsageClass string

// The usage classes of DescribeInstanceTypes.
const (
	OnDemand      UsageClass = "on-demand"
	Spot          UsageClass = "spot"
	CapacityBlock UsageClass = "capacity-block"
)

// UsageClasses returns every usage class, sorted.
func UsageClasses() []UsageClass { return []UsageClass{CapacityBlock, OnDemand, Spot} }

// ParseUsageClass reads a usage class in any case.
func ParseUsageClass(s string) (UsageClass, error) {
	return closedset.Parse("usage class", s, UsageClasses())
}
