package images

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
)

var (
	// buildDate is the version of an Amazon Linux build; a rebuild on the same
	// day adds a number.
	buildDate = regexp.MustCompile(`^20[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])(\.[0-9]{1,2})?$`)

	// release is the version of a Bottlerocket build.
	release = regexp.MustCompile(`^[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}$`)
)

// isVersion reports whether s is a version of an operating system's builds.
func isVersion(os OS, s string) bool {
	switch os {
	case AmazonLinux2, AmazonLinux2023:
		return buildDate.MatchString(s)
	case Bottlerocket:
		return release.MatchString(s)
	}
	return false
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
