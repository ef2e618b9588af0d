package images

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
)

// Driver is the NVIDIA driver of an image. The zero value means: none, or none
// that is known.
type Driver struct {
	// Version is the exact version, "580.178.04"; empty when only the branch is
	// known.
	Version string

	// MinMajor and MaxMajor bound the branch, the first number of the version.
	// They differ for old builds whose notes do not give the driver; both are 0
	// when nothing is known.
	MinMajor, MaxMajor int

	// Proprietary says whether NVIDIA's own kernel modules are there beside the
	// open ones. Generations before Turing need them.
	Proprietary fact.Answer

	// GRID says whether the virtual GPU modules are there, which fractional
	// types (g6f, gr6f) need.
	GRID fact.Answer
}

// driverVersion is a branch and up to two more numbers: "580", "580.178.04".
var driverVersion = regexp.MustCompile(`^([1-9][0-9]{2})(\.[0-9]{1,4}){0,2}$`)

// ParseDriver reads a version, or a branch such as "580", as somebody claims
// it. What else is in the driver stays unknown.
func ParseDriver(version string) (Driver, error) {
	match := driverVersion.FindStringSubmatch(version)
	if match == nil {
		return Driver{}, fmt.Errorf(`NVIDIA driver must look like "580" or "580.178.04", got %q`, version)
	}
	major, err := strconv.Atoi(match[1])
	if err != nil {
		return Driver{}, err
	}
	d := Driver{MinMajor: major, MaxMajor: major, Proprietary: fact.Maybe, GRID: fact.Maybe}
	if version != match[1] {
		d.Version = version
	}
	return d, nil
}

// IsKnown reports whether anything is known about the branch.
func (d Driver) IsKnown() bool { return d.MaxMajor > 0 }

// Major returns the branch, 0 when it is not known exactly.
func (d Driver) Major() int {
	if d.MinMajor == d.MaxMajor {
		return d.MaxMajor
	}
	return 0
}

// String prints the version, or the branch as far as it is known: "580.178.04",
// "R580", "R535 to R550".
func (d Driver) String() string {
	switch {
	case d.Version != "":
		return d.Version
	case !d.IsKnown():
		return "unknown"
	case d.MinMajor == d.MaxMajor:
		return fmt.Sprintf("R%d", d.MaxMajor)
	}
	return fmt.Sprintf("R%d to R%d", d.MinMajor, d.MaxMajor)
}

// build is the driver that an image has from a version on.
type build struct {
	since  string
	driver Driver
}

// driverOf returns the driver of a build; an empty version is the latest.
// Changes are listed oldest first: the first holds for everything before the
// second, so its since is empty. Between two known builds the branch is bounded
// by both.
func driverOf(builds []build, version string) Driver {
	var driver Driver
	for _, b := range builds {
		if version != "" && b.since != "" && compareVersions(version, b.since) < 0 {
			break
		}
		driver = b.driver
	}
	return driver
}

// compareVersions orders dates and releases by their numbers: 1.9.0 is before
// 1.10.0, 20250206 before 20250206.1.
func compareVersions(a, b string) int {
	as, bs := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(as), len(bs)) {
		x, errX := strconv.Atoi(as[i])
		y, errY := strconv.Atoi(bs[i])
		order := cmp.Compare(x, y)
		if errX != nil || errY != nil {
			order = cmp.Compare(as[i], bs[i])
		}
		if order != 0 {
			return order
		}
	}
	return cmp.Compare(len(as), len(bs))
}
