//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// group is an Auto Scaling group as describe-auto-scaling-groups has it.
type group struct {
	AutoScalingGroupName              string
	MinSize, MaxSize, DesiredCapacity int
	VPCZoneIdentifier                 string
	LaunchTemplate                    launch
	MixedInstancesPolicy              struct {
		LaunchTemplate struct{ LaunchTemplateSpecification launch }
	}
	Instances []struct{ InstanceId, InstanceType string }
	Tags      []struct {
		Key, Value        string
		PropagateAtLaunch bool
	}
}

// launch is which version of which launch template a group uses.
type launch struct{ LaunchTemplateId, Version string }

// launchTemplateVersion is one of describe-launch-template-versions.
type launchTemplateVersion struct {
	VersionNumber      int
	LaunchTemplateData map[string]any
}

// hasPools holds launch templates, and groups with the instances that they
// started, against the template.
func (d *deployment) hasPools(t *testing.T) {
	t.Helper()
	d.hasLaunchTemplates(t)
	groups := d.groups(t)
	for _, resource := range d.resources("AWS::AutoScaling::AutoScalingGroup") {
		got, found := groups[d.ids[resource.LogicalID]]
		require.True(t, found, resource.LogicalID)
		d.hasSizes(t, resource, got)
		specification, types := d.launches(t, resource)
		wanted := launch{d.text(t, specification.Get("LaunchTemplateId")), d.text(t, specification.Get("Version"))}
		assert.Contains(t, []launch{got.LaunchTemplate, got.MixedInstancesPolicy.LaunchTemplate.LaunchTemplateSpecification}, wanted, resource.LogicalID)
		assert.Len(t, got.Instances, got.DesiredCapacity, resource.LogicalID)
		for _, instance := range got.Instances {
			assert.Contains(t, types, instance.InstanceType, "instances of %s", resource.LogicalID)
		}
		for _, tag := range resource.Properties.Get("Tags").Items() {
			assert.Contains(t, fmt.Sprint(got.Tags), d.text(t, tag.Get("Key"))+" "+d.text(t, tag.Get("Value")), resource.LogicalID)
		}
	}
}

func (d *deployment) hasSizes(t *testing.T, resource *cloudformation.ResourceValue, got group) {
	t.Helper()
	var subnets []string
	for _, subnet := range resource.Properties.Get("VPCZoneIdentifier").Items() {
		subnets = append(subnets, d.text(t, subnet))
	}
	assert.Equal(t, strings.Join(subnets, ","), got.VPCZoneIdentifier, resource.LogicalID)
	for property, size := range map[string]int{
		"MinSize": got.MinSize, "MaxSize": got.MaxSize, "DesiredCapacity": got.DesiredCapacity,
	} {
		if wanted := resource.Properties.Get(property); !wanted.IsAbsent() {
			assert.Equal(t, d.text(t, wanted), fmt.Sprint(size), "%s of %s", property, resource.LogicalID)
		}
	}
}

// launches is what the template wants the group to launch by, and which types
// of instances: those of its overrides, or else the launch template's.
func (d *deployment) launches(t *testing.T, resource *cloudformation.ResourceValue) (specification cloudformation.Value, types []string) {
	t.Helper()
	specification = resource.Properties.Get("LaunchTemplate")
	if mixed := resource.Properties.Get("MixedInstancesPolicy", "LaunchTemplate"); !mixed.IsAbsent() {
		specification = mixed.Get("LaunchTemplateSpecification")
		for _, override := range mixed.Get("Overrides").Items() {
			types = append(types, d.text(t, override.Get("InstanceType")))
		}
	}
	if len(types) == 0 {
		id := specification.Get("LaunchTemplateId").References()[0].LogicalID
		launchTemplate, _ := d.wanted.Resource(id)
		types = append(types, d.text(t, launchTemplate.Properties.Get("LaunchTemplateData", "InstanceType")))
	}
	return specification, types
}

func (d *deployment) groups(t *testing.T) map[string]group {
	t.Helper()
	var answer struct{ AutoScalingGroups []group }
	d.aws(t, &answer, "autoscaling", "describe-auto-scaling-groups")
	byName := map[string]group{}
	for _, g := range answer.AutoScalingGroups {
		byName[g.AutoScalingGroupName] = g
	}
	return byName
}

// hasLaunchTemplates compares all that the newest versions say: image, type,
// disks, metadata options, profile, security groups, user data.
func (d *deployment) hasLaunchTemplates(t *testing.T) {
	t.Helper()
	for _, resource := range d.resources("AWS::EC2::LaunchTemplate") {
		wanted := d.plain(t, resource.Properties.Get("LaunchTemplateData"))
		got := d.latestVersion(t, d.ids[resource.LogicalID]).LaunchTemplateData
		assert.JSONEq(t, asJSON(t, wanted), asJSON(t, got), resource.LogicalID)
	}
}

func (d *deployment) latestVersion(t *testing.T, id string) launchTemplateVersion {
	t.Helper()
	if version, known := d.versions[id]; known {
		return version
	}
	var answer struct{ LaunchTemplateVersions []launchTemplateVersion }
	d.aws(t, &answer, "ec2", "describe-launch-template-versions", "--launch-template-id", id, "--versions", "$Latest")
	require.Len(t, answer.LaunchTemplateVersions, 1)
	d.versions[id] = answer.LaunchTemplateVersions[0]
	return answer.LaunchTemplateVersions[0]
}
