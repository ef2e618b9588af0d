package ecsgpu

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/jsii-runtime-go"
)

// Tmpfs is a file system in memory.
type Tmpfs struct {
	// Path is where the container sees it, absolute. Required.
	Path string
	// SizeMiB is the most that it holds. Required.
	SizeMiB int
	// Options are mount options such as noexec, nosuid or mode=1777.
	// Default: none, Docker's own.
	Options []string
}

// Device is a device of the instance that a container sees.
type Device struct {
	// HostPath is the device on the instance, such as /dev/fuse. Required.
	HostPath string
	// ContainerPath is where the container sees it.
	// Default: HostPath.
	ContainerPath string
	// Permissions are read, write and mknod.
	// Default: all three.
	Permissions []string
}

// linuxCapabilities are those that ECS takes (API reference, KernelCapabilities;
// botocore 1.43.67, 2026-08-07).
var linuxCapabilities = strings.Fields(`ALL AUDIT_CONTROL AUDIT_WRITE BLOCK_SUSPEND CHOWN DAC_OVERRIDE
DAC_READ_SEARCH FOWNER FSETID IPC_LOCK IPC_OWNER KILL LEASE LINUX_IMMUTABLE MAC_ADMIN MAC_OVERRIDE MKNOD
NET_ADMIN NET_BIND_SERVICE NET_BROADCAST NET_RAW SETFCAP SETGID SETPCAP SETUID SYS_ADMIN SYS_BOOT SYS_CHROOT
SYS_MODULE SYS_NICE SYS_PACCT SYS_PTRACE SYS_RAWIO SYS_RESOURCE SYS_TIME SYS_TTY_CONFIG SYSLOG WAKE_ALARM`)

// linuxParameters is nil for a container that asks for nothing of the kind.
func (t *TaskDefinition) linuxParameters(c Container) any {
	devices := t.devices(c)
	if len(devices) == 0 && c.SharedMemoryMiB == 0 && !c.InitProcess && len(c.Tmpfs) == 0 &&
		len(c.AddCapabilities) == 0 && len(c.DropCapabilities) == 0 {
		return nil
	}
	parameters := &awsecs.CfnTaskDefinition_LinuxParametersProperty{
		SharedMemorySize:   optionalFloat(c.SharedMemoryMiB),
		InitProcessEnabled: optionalBool(c.InitProcess),
		Capabilities:       c.capabilities(),
		Tmpfs:              c.tmpfs(),
	}
	if len(devices) > 0 {
		parameters.Devices = devices
	}
	return parameters
}

func (c Container) capabilities() any {
	if len(c.AddCapabilities) == 0 && len(c.DropCapabilities) == 0 {
		return nil
	}
	return &awsecs.CfnTaskDefinition_KernelCapabilitiesProperty{
		Add: optionalStrings(c.AddCapabilities), Drop: optionalStrings(c.DropCapabilities),
	}
}

func (c Container) tmpfs() any {
	if len(c.Tmpfs) == 0 {
		return nil
	}
	var all []any
	for _, each := range c.Tmpfs {
		all = append(all, &awsecs.CfnTaskDefinition_TmpfsProperty{
			ContainerPath: jsii.String(each.Path), Size: jsii.Number(each.SizeMiB), MountOptions: optionalStrings(each.Options),
		})
	}
	return all
}

// devices are those from the props, and the host devices behind Neuron and EFA:
// /dev/neuronN, and one verbs device for each adapter. On Managed Instances ECS
// hands out the former.
func (t *TaskDefinition) devices(c Container) []any {
	var all []any
	for _, each := range c.Devices {
		all = append(all, each.property())
	}
	neuron := c.NeuronDevices
	if t.ManagedPool != nil {
		neuron = 0
	}
	for i := range neuron {
		all = append(all, Device{HostPath: fmt.Sprintf("/dev/neuron%d", i), Permissions: []string{"read", "write"}}.property())
	}
	for i := range c.EFAInterfaces {
		all = append(all, Device{HostPath: fmt.Sprintf("/dev/infiniband/uverbs%d", i), Permissions: devicePermissions}.property())
	}
	return all
}

// devicePermissions are all that there are, and what ECS gives by default.
var devicePermissions = []string{"read", "write", "mknod"}

func (d Device) property() any {
	return &awsecs.CfnTaskDefinition_DeviceProperty{
		HostPath: jsii.String(d.HostPath), ContainerPath: optionalString(d.ContainerPath), Permissions: optionalStrings(d.Permissions),
	}
}

// checkLinux says what is wrong with capabilities, devices and tmpfs.
func (c Container) checkLinux(field string, all *problems) {
	checkCapabilities(field+".AddCapabilities", c.AddCapabilities, all)
	checkCapabilities(field+".DropCapabilities", c.DropCapabilities, all)
	if c.Privileged && len(c.AddCapabilities)+len(c.DropCapabilities) > 0 {
		all.add("%s.Privileged clashes with AddCapabilities and DropCapabilities, which ECS then ignores; leave it or them out", field)
	}
	for i, each := range c.Devices {
		each.check(fmt.Sprintf("%s.Devices[%d]", field, i), all)
	}
	for i, each := range c.Tmpfs {
		if !strings.HasPrefix(each.Path, "/") || each.SizeMiB < 1 {
			all.add("%s.Tmpfs[%d] must have an absolute Path and a SizeMiB of at least 1, got %q and %d", field, i, each.Path, each.SizeMiB)
		}
	}
}

func checkCapabilities(field string, given []string, all *problems) {
	for _, name := range given {
		if !slices.Contains(linuxCapabilities, name) {
			all.add("%s must be capabilities as Linux names them, without CAP_, such as IPC_LOCK, or ALL; got %q", field, name)
		}
	}
}

// check refuses what is no device, and what ECS hands out or the container's
// other fields do.
func (d Device) check(field string, all *problems) {
	if !strings.HasPrefix(d.HostPath, "/dev/") {
		all.add("%s.HostPath must be a device of the instance, such as /dev/fuse, got %q", field, d.HostPath)
	}
	for prefix, instead := range map[string]string{"/dev/neuron": "NeuronDevices", "/dev/infiniband/uverbs": "EFAInterfaces"} {
		if strings.HasPrefix(d.HostPath, prefix) {
			all.add("%s.HostPath: %s belongs to what %s maps; set that instead", field, d.HostPath, instead)
		}
	}
	for _, permission := range d.Permissions {
		if !slices.Contains(devicePermissions, permission) {
			all.add("%s.Permissions must be read, write or mknod, got %q", field, permission)
		}
	}
}
