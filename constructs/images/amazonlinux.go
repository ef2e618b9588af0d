package images

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

const ecsPrefix = "/aws/service/ecs/optimized-ami/"

// amazonLinux is a family of Amazon Linux: the recipes of aws/amazon-ecs-ami.
type amazonLinux struct {
	common Image // what all images of the family have
	rows   []amazonLinuxImage
}

// amazonLinuxImage is an image of Amazon Linux.
type amazonLinuxImage struct {
	name            Name
	variant, kernel string
	architecture    hardware.Architecture
	accelerator     Accelerator
	folder          string // of its parameters
	before, after   string // the name of a build around its date
	builds          []build
}

func (f *amazonLinux) images() []Image {
	images := make([]Image, len(f.rows))
	for n, row := range f.rows {
		i := f.common
		i.Name, i.Variant, i.Kernel, i.Architecture, i.Accelerator = row.name, row.variant, row.kernel, row.architecture, row.accelerator
		i.SSMParameter = ecsPrefix + row.folder + "/recommended/image_id"
		images[n] = i
	}
	return images
}

func (f *amazonLinux) row(name Name) amazonLinuxImage {
	return f.rows[slices.IndexFunc(f.rows, func(row amazonLinuxImage) bool { return row.name == name })]
}

func (f *amazonLinux) builds(name Name) []build { return f.row(name).builds }

// buildDate is the version of an Amazon Linux build; a rebuild on the same day
// adds a number.
var buildDate = regexp.MustCompile(`^20[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])(\.[0-9]{1,2})?$`)

func (f *amazonLinux) parameter(latest Image, version string) (string, error) {
	if !buildDate.MatchString(version) {
		return "", fmt.Errorf(`version of %s must be a build date such as "20250206", got %q`, latest.Name, version)
	}
	row := f.row(latest.Name)
	return ecsPrefix + row.folder + "/" + row.before + version + row.after + "/image_id", nil
}

// fromParameter takes "recommended" or the name of a build at the end. A name
// that ends in "-ebs" where AWS's does not, or the reverse, is accepted.
func (f *amazonLinux) fromParameter(path string) (Name, string, bool) {
	rest, _ := strings.CutPrefix(path, ecsPrefix)
	slash := max(strings.LastIndexByte(rest, '/'), 0)
	folder, leaf := rest[:slash], strings.TrimPrefix(rest[slash:], "/")
	for _, row := range f.rows {
		if row.folder != folder {
			continue
		}
		if leaf == "recommended" {
			return row.name, "", true
		}
		version, begins := strings.CutPrefix(strings.TrimSuffix(leaf, "-ebs"), row.before)
		version, ends := strings.CutSuffix(version, strings.TrimSuffix(row.after, "-ebs"))
		return row.name, version, begins && ends && version != ""
	}
	return "", "", false
}
