package images

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

// CustomName is the name of an AMI of the user's own; see NewCustom.
const CustomName Name = "custom"

// CustomProps describes an AMI of the user's own. What it claims is believed.
type CustomProps struct {
	// ID is the AMI's id. Clashes with SSMParameter.
	ID string

	// SSMParameter is the path of a parameter that holds the id, such as that
	// of an AWS Deep Learning AMI. Clashes with ID.
	SSMParameter string

	// OS decides how instances are configured.
	// Default: AmazonLinux2023.
	OS OS

	// Architecture is that of the image.
	// Default: X86_64.
	Architecture hardware.Architecture

	// NVIDIADriver is the driver that the image has: "580.178.04", or its branch
	// "580". Clashes with Neuron.
	// Default: no NVIDIA driver.
	NVIDIADriver string

	// GRID says that the driver is the one for virtual GPUs (g6f, gr6f). Needs
	// NVIDIADriver.
	// Default: unknown.
	GRID bool

	// Neuron says that the image has the Neuron driver. Clashes with
	// NVIDIADriver.
	// Default: no Neuron driver.
	Neuron bool

	// RootDevice is the name of the root disk.
	// Default: /dev/xvda; /dev/sda1 for OtherLinux.
	RootDevice string

	// RootSizeGiB is the size of the root disk in the image.
	// Default: 0, unknown.
	RootSizeGiB int
}

// amiID is the shape of an AMI id, old or new.
var amiID = regexp.MustCompile(`^ami-([0-9a-f]{8}|[0-9a-f]{17})$`)

// NewCustom returns an image of the user's own. It must carry the ECS agent, as
// every ECS-optimized AMI does, or install it in user data. All problems are
// reported at once.
func NewCustom(props CustomProps) (Image, error) {
	i := Image{
		Name: CustomName, Variant: "custom", OS: props.OS, Architecture: props.Architecture,
		ID: props.ID, SSMParameter: props.SSMParameter, Accelerator: NoAccelerator,
		Root: Disk{Device: props.RootDevice, SizeGiB: props.RootSizeGiB},
	}
	if i.OS == "" {
		i.OS = AmazonLinux2023
	}
	if i.Architecture == "" {
		i.Architecture = hardware.X86_64
	}
	if i.Root.Device == "" {
		i.Root.Device = "/dev/xvda"
		if i.OS == OtherLinux {
			i.Root.Device = "/dev/sda1"
		}
	}
	driver, err := props.driver()
	if err = errors.Join(props.validate(), err); err != nil {
		return Image{}, err
	}
	switch {
	case driver.IsKnown():
		i.Accelerator, i.Driver = NVIDIA, driver
	case props.Neuron:
		i.Accelerator = Neuron
	}
	return i, nil
}

func (p CustomProps) driver() (Driver, error) {
	if p.NVIDIADriver == "" {
		return Driver{}, nil
	}
	d, err := ParseDriver(p.NVIDIADriver)
	if err != nil {
		return Driver{}, fmt.Errorf("NVIDIADriver: %w", err)
	}
	if p.GRID {
		d.GRID = fact.Yes
	}
	return d, nil
}

func (p CustomProps) validate() error {
	var problems []error
	problem := func(format string, values ...any) { problems = append(problems, fmt.Errorf(format, values...)) }
	switch {
	case p.ID == "" && p.SSMParameter == "":
		problem("ID or SSMParameter must be set")
	case p.ID != "" && p.SSMParameter != "":
		problem("ID (%s) and SSMParameter (%s) must not both be set: drop one", p.ID, p.SSMParameter)
	case p.ID != "" && !amiID.MatchString(p.ID):
		problem(`ID must look like "ami-0123456789abcdef0", got %q`, p.ID)
	case p.SSMParameter != "" && !strings.HasPrefix(p.SSMParameter, "/"):
		problem(`SSMParameter must be a path that starts with "/", got %q`, p.SSMParameter)
	}
	if p.OS != "" {
		if _, err := ParseOS(string(p.OS)); err != nil {
			problem("OS: %w", err)
		}
	}
	if p.Architecture != "" {
		if _, err := hardware.ParseArchitecture(string(p.Architecture)); err != nil {
			problem("%s: %w", "Architecture", err)
		}
	}
	if p.Neuron && p.NVIDIADriver != "" {
		problem("%s and NVIDIADriver (%s) must not both be set: no instance type has both", "Neuron", p.NVIDIADriver)
	}
	if p.GRID && p.NVIDIADriver == "" {
		problem("GRID needs NVIDIADriver: say which driver the image has")
	}
	if p.RootDevice != "" && !strings.HasPrefix(p.RootDevice, "/dev/") {
		problem(`RootDevice must look like "/dev/xvda", got %q`, p.RootDevice)
	}
	if p.RootSizeGiB < 0 {
		problem("RootSizeGiB must be 0 (unknown) or more, got %d", p.RootSizeGiB)
	}
	return errors.Join(problems...)
}
