package ecsgpu_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

func taskWithVolumes(all ...ecsgpu.Volume) *ecsgpu.TaskDefinitionProps {
	props := taskProps(nil, ecsgpu.Container{})
	props.Volumes = all
	return props
}

func TestVolume_defaults(t *testing.T) {
	stack := snapshot.NewStack(t)
	ecsgpu.NewTaskDefinition(stack, "Task", taskWithVolumes(ecsgpu.Volume{Name: "scratch"}))
	assert.Equal(t, []any{map[string]any{"Name": "scratch"}}, snapshot.Of(t, stack).One("AWS::ECS::TaskDefinition").Get("Volumes"))
}

func TestVolume_overrides(t *testing.T) {
	stack := snapshot.NewStack(t)
	ecsgpu.NewTaskDefinition(stack, "Task", taskWithVolumes(
		ecsgpu.Volume{Name: "local", HostPath: "/local"},
		ecsgpu.Volume{Name: "all", EFSFileSystemID: "fs-1"},
		ecsgpu.Volume{Name: "mine", EFSFileSystemID: "fs-1", EFSAccessPointID: "fsap-1"},
	))
	task := snapshot.Of(t, stack).One("AWS::ECS::TaskDefinition")
	efs := func(more map[string]any) map[string]any {
		volume := map[string]any{"FilesystemId": "fs-1", "TransitEncryption": "ENABLED"}
		for key, value := range more {
			volume[key] = value
		}
		return volume
	}
	assert.Equal(t, []any{
		map[string]any{"Name": "local", "Host": map[string]any{"SourcePath": "/local"}},
		map[string]any{"Name": "all", "EFSVolumeConfiguration": efs(nil)},
		map[string]any{"Name": "mine", "EFSVolumeConfiguration": efs(map[string]any{
			"AuthorizationConfig": map[string]any{"AccessPointId": "fsap-1", "IAM": "ENABLED"},
		})},
	}, task.Get("Volumes"))
	assert.NotNil(t, task.Get("TaskRoleArn"), "IAM has to know who mounts the access point")
}

func TestVolume_rejects(t *testing.T) {
	stack := snapshot.NewStack(t)
	requireRefused(t, func() {
		ecsgpu.NewTaskDefinition(stack, "Task", taskWithVolumes(
			ecsgpu.Volume{Name: "a b"},
			ecsgpu.Volume{Name: "both", HostPath: "/data", EFSFileSystemID: "fs-1"},
			ecsgpu.Volume{Name: "both", EFSAccessPointID: "fsap-1"},
		))
	},
		`Volumes[0].Name must be 1 to 255 letters, digits, underscores or hyphens and unique, got "a b"`,
		"Volumes[1] has a HostPath and an EFSFileSystemID; leave one out",
		`Volumes[2].Name must be 1 to 255 letters, digits, underscores or hyphens and unique, got "both"`,
		"Volumes[2].EFSAccessPointID needs EFSFileSystemID")
}
