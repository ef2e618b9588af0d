package ecsgpu_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

func TestLinuxParameters_defaults(t *testing.T) {
	stack, _ := newTask(t, poolOf("g6.xlarge"), ecsgpu.Container{
		Devices: []ecsgpu.Device{{HostPath: "/dev/fuse"}}, Tmpfs: []ecsgpu.Tmpfs{{Path: "/scratch", SizeMiB: 64}},
	})
	assert.Equal(t, map[string]any{
		"Devices": []any{map[string]any{"HostPath": "/dev/fuse"}},
		"Tmpfs":   []any{map[string]any{"ContainerPath": "/scratch", "Size": 64.0}},
	}, snapshot.Of(t, stack).One("AWS::ECS::TaskDefinition").Get("ContainerDefinitions.0.LinuxParameters"))
}

func TestLinuxParameters_overrides(t *testing.T) {
	stack, _ := newTask(t, poolOf("inf2.xlarge"), ecsgpu.Container{
		NeuronDevices:    1,
		Devices:          []ecsgpu.Device{{HostPath: "/dev/gdrdrv", ContainerPath: "/dev/gdr", Permissions: []string{"read", "write"}}},
		Tmpfs:            []ecsgpu.Tmpfs{{Path: "/scratch", SizeMiB: 64, Options: []string{"noexec", "nosuid"}}},
		AddCapabilities:  []string{"IPC_LOCK", "SYS_PTRACE"},
		DropCapabilities: []string{"ALL"},
	})
	assert.Equal(t, map[string]any{
		"Capabilities": map[string]any{"Add": []any{"IPC_LOCK", "SYS_PTRACE"}, "Drop": []any{"ALL"}},
		"Devices": []any{
			map[string]any{"HostPath": "/dev/gdrdrv", "ContainerPath": "/dev/gdr", "Permissions": []any{"read", "write"}},
			map[string]any{"HostPath": "/dev/neuron0", "Permissions": []any{"read", "write"}},
		},
		"Tmpfs": []any{map[string]any{"ContainerPath": "/scratch", "Size": 64.0, "MountOptions": []any{"noexec", "nosuid"}}},
	}, snapshot.Of(t, stack).One("AWS::ECS::TaskDefinition").Get("ContainerDefinitions.0.LinuxParameters"))
}

func TestLinuxParameters_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		container ecsgpu.Container
		problems  []string
	}{
		"a capability in the kernel's own spelling": {ecsgpu.Container{AddCapabilities: []string{"CAP_SYS_ADMIN"}, DropCapabilities: []string{"everything"}}, []string{
			`Containers[0].AddCapabilities must be capabilities as Linux names them, without CAP_, such as IPC_LOCK, or ALL; got "CAP_SYS_ADMIN"`,
			`Containers[0].DropCapabilities must be capabilities as Linux names them, without CAP_, such as IPC_LOCK, or ALL; got "everything"`,
		}},
		"capabilities that a privileged container has": {ecsgpu.Container{Privileged: true, AddCapabilities: []string{"IPC_LOCK"}}, []string{
			"Containers[0].Privileged clashes with AddCapabilities and DropCapabilities, which ECS then ignores; leave it or them out",
		}},
		"a file for a device": {ecsgpu.Container{Devices: []ecsgpu.Device{{HostPath: "/etc/passwd", Permissions: []string{"rwm"}}}}, []string{
			`Containers[0].Devices[0].HostPath must be a device of the instance, such as /dev/fuse, got "/etc/passwd"`,
			`Containers[0].Devices[0].Permissions must be read, write or mknod, got "rwm"`,
		}},
		"a device that a field of its own brings": {ecsgpu.Container{Devices: []ecsgpu.Device{{HostPath: "/dev/neuron0"}, {HostPath: "/dev/infiniband/uverbs0"}}}, []string{
			"Containers[0].Devices[0].HostPath: /dev/neuron0 belongs to what NeuronDevices maps; set that instead",
			"Containers[0].Devices[1].HostPath: /dev/infiniband/uverbs0 belongs to what EFAInterfaces maps; set that instead",
		}},
		"memory without a place or a size": {ecsgpu.Container{Tmpfs: []ecsgpu.Tmpfs{{Path: "scratch", SizeMiB: 1}, {Path: "/scratch"}}}, []string{
			`Containers[0].Tmpfs[0] must have an absolute Path and a SizeMiB of at least 1, got "scratch" and 1`,
			`Containers[0].Tmpfs[1] must have an absolute Path and a SizeMiB of at least 1, got "/scratch" and 0`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			requireRefused(t, func() { newTask(t, poolOf("g6.xlarge"), test.container) }, test.problems...)
		})
	}
}
