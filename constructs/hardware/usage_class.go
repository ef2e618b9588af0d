package hardware

import (
	"fmt"
	"strings"
)

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
	for _, u := range UsageClasses() {
		if strings.EqualFold(string(u), s) {
			return u, nil
		}
	}
	return "", fmt.Errorf("usage class must be one of %s, got %q", join(UsageClasses()), s)
}
