package hardware

import "regexp"

var regionName = regexp.MustCompile(`^[a-z]{2,4}(-[a-z]+)+-[0-9]+$`)

// IsRegionName reports whether a name has the shape of a Region's: us-east-1,
// us-gov-west-1, mx-central-1. There are more Regions than [Regions] knows.
func IsRegionName(name string) bool { return regionName.MatchString(name) }
