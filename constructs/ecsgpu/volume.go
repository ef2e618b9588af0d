package ecsgpu

import (
	"slices"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/jsii-runtime-go"
)

// Volume is storage that containers of a task mount. HostPath and
// EFSFileSystemID clash; without either it is Docker's own and ends with the
// task.
type Volume struct {
	// Name is how mounts name it. Required.
	Name string
	// HostPath is a path of the instance: /local with LocalDisksForTasks.
	// Default: none.
	HostPath string
	// EFSFileSystemID is an Amazon EFS file system, always reached with TLS.
	// Default: none.
	EFSFileSystemID string
	// EFSAccessPointID is an access point of it; the task role then decides
	// who may mount.
	// Default: none, the root of the file system.
	EFSAccessPointID string
}

// Mount makes a volume visible in a container.
type Mount struct {
	// Volume is the name of a volume of the task. Required.
	Volume string
	// Path is where the container sees it. Required.
	Path string
	// ReadOnly forbids writing.
	// Default: false.
	ReadOnly bool
}

// usesAccessPoint says whether mounting asks for the task role.
func (p TaskDefinitionProps) usesAccessPoint() bool {
	return slices.ContainsFunc(p.Volumes, func(v Volume) bool { return v.EFSAccessPointID != "" })
}

func volumes(all []Volume) any {
	if len(all) == 0 {
		return nil
	}
	var rendered []any
	for _, v := range all {
		rendered = append(rendered, v.property())
	}
	return rendered
}

func (v Volume) property() *awsecs.CfnTaskDefinition_VolumeProperty {
	property := &awsecs.CfnTaskDefinition_VolumeProperty{Name: &v.Name}
	switch {
	case v.HostPath != "":
		property.Host = &awsecs.CfnTaskDefinition_HostVolumePropertiesProperty{SourcePath: &v.HostPath}
	case v.EFSFileSystemID != "":
		efs := &awsecs.CfnTaskDefinition_EFSVolumeConfigurationProperty{
			FilesystemId: &v.EFSFileSystemID, TransitEncryption: jsii.String("ENABLED"),
		}
		if v.EFSAccessPointID != "" {
			efs.AuthorizationConfig = &awsecs.CfnTaskDefinition_AuthorizationConfigProperty{
				AccessPointId: &v.EFSAccessPointID, Iam: jsii.String("ENABLED"),
			}
		}
		property.EfsVolumeConfiguration = efs
	}
	return property
}

func (c Container) mounts() any {
	if len(c.Mounts) == 0 {
		return nil
	}
	var rendered []any
	for _, m := range c.Mounts {
		rendered = append(rendered, &awsecs.CfnTaskDefinition_MountPointProperty{
			SourceVolume: jsii.String(m.Volume), ContainerPath: jsii.String(m.Path), ReadOnly: jsii.Bool(m.ReadOnly),
		})
	}
	return rendered
}
