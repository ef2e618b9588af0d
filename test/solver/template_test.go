//go:build solver

package solver

import (
	"fmt"
	"strconv"
	"strings"
)

type object = map[string]any

func ref(id string) object { return object{"Ref": id} }

func resource(kind string, properties object) object {
	return object{"Type": "AWS::" + kind, "Properties": properties}
}

// template returns the CloudFormation template of a case, with all that the
// instances need to join the cluster.
func (d drawn) template() object {
	resources := object{
		"Cluster": resource("ECS::Cluster", object{}),
		"Role": resource("IAM::Role", object{
			"AssumeRolePolicyDocument": object{"Version": "2012-10-17", "Statement": []any{object{
				"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": object{"Service": "ec2.amazonaws.com"},
			}}},
			"ManagedPolicyArns": []any{"arn:aws:iam::aws:policy/service-role/AmazonEC2ContainerServiceforEC2Role"},
		}),
		"Profile": resource("IAM::InstanceProfile", object{"Roles": []any{ref("Role")}}),
	}
	var providers []any
	for i, p := range d.pools {
		resources[p.launchID(i)] = p.launch()
		resources[groupID(i)] = p.group(i)
		if p.provider {
			resources[providerID(i)] = p.capacityProvider(i)
			providers = append(providers, ref(providerID(i)))
		}
	}
	if len(providers) > 0 {
		resources["Association"] = resource("ECS::ClusterCapacityProviderAssociations", object{
			"Cluster": ref("Cluster"), "CapacityProviders": providers, "DefaultCapacityProviderStrategy": strategy(d.defaults),
		})
	}
	for i, f := range d.families {
		resources[fmt.Sprintf("Task%d", i)] = f.definition()
	}
	for i, s := range d.services {
		resources[fmt.Sprintf("Service%d", i)] = s.resource(d.families[s.family], len(providers) > 0)
	}
	return object{
		"AWSTemplateFormatVersion": "2010-09-09",
		"Parameters": object{
			"Subnets":       object{"Type": "List<AWS::EC2::Subnet::Id>"},
			"SecurityGroup": object{"Type": "AWS::EC2::SecurityGroup::Id"},
		},
		"Resources": resources,
	}
}

func (p pool) launchID(i int) string { return fmt.Sprintf("Launch%d", i) }

func groupID(i int) string    { return fmt.Sprintf("Group%d", i) }
func providerID(i int) string { return fmt.Sprintf("Provider%d", i) }

// image returns the ECS-optimized image for the instance type.
func (p pool) image() string {
	variant := ""
	switch {
	case strings.Contains(p.instanceType, "7g."): // Graviton
		variant = "arm64/"
	case strings.HasPrefix(p.instanceType, "g") && !p.plainImage:
		variant = "gpu/"
	}
	return "{{resolve:ssm:/aws/service/ecs/optimized-ami/amazon-linux-2023/" + variant + "recommended/image_id}}"
}

func (p pool) launch() object {
	script := "#!/bin/bash\necho ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config\n"
	if p.reservedMiB > 0 {
		script += fmt.Sprintf("echo ECS_RESERVED_MEMORY=%d >> /etc/ecs/ecs.config\n", p.reservedMiB)
	}
	return resource("EC2::LaunchTemplate", object{"LaunchTemplateData": object{
		"ImageId": p.image(), "InstanceType": p.instanceType,
		"IamInstanceProfile":  object{"Arn": object{"Fn::GetAtt": []any{"Profile", "Arn"}}},
		"MetadataOptions":     object{"HttpTokens": "required"},
		"SecurityGroupIds":    []any{ref("SecurityGroup")},
		"BlockDeviceMappings": []any{object{"DeviceName": "/dev/xvda", "Ebs": object{"VolumeSize": 200, "Encrypted": true}}},
		"UserData":            object{"Fn::Base64": object{"Fn::Sub": script}},
	}})
}

func (p pool) group(i int) object {
	launch := object{
		"LaunchTemplateId": ref(p.launchID(i)), "Version": object{"Fn::GetAtt": []any{p.launchID(i), "LatestVersionNumber"}},
	}
	properties := object{
		"VPCZoneIdentifier": ref("Subnets"),
		"MinSize":           strconv.Itoa(p.min), "DesiredCapacity": strconv.Itoa(p.desired), "MaxSize": strconv.Itoa(p.max),
	}
	if p.or == "" {
		properties["LaunchTemplate"] = launch
	} else {
		properties["MixedInstancesPolicy"] = object{"LaunchTemplate": object{
			"LaunchTemplateSpecification": launch,
			"Overrides":                   []any{object{"InstanceType": p.instanceType}, object{"InstanceType": p.or}},
		}}
	}
	return resource("AutoScaling::AutoScalingGroup", properties)
}

func (p pool) capacityProvider(i int) object {
	status := "DISABLED"
	if p.managed {
		status = "ENABLED"
	}
	return resource("ECS::CapacityProvider", object{"AutoScalingGroupProvider": object{
		"AutoScalingGroupArn": ref(groupID(i)), "ManagedScaling": object{"Status": status, "TargetCapacity": 100},
		"ManagedTerminationProtection": "DISABLED",
	}})
}

func strategy(shares []share) []any {
	items := []any{}
	for _, s := range shares {
		item := object{"CapacityProvider": ref(providerID(s.pool)), "Weight": s.weight}
		if s.base > 0 {
			item["Base"] = s.base
		}
		items = append(items, item)
	}
	return items
}

func (f family) definition() object {
	var containers []any
	for i, c := range f.containers {
		containers = append(containers, c.definition(fmt.Sprintf("c%d", i)))
	}
	properties := object{"Family": f.name, "RequiresCompatibilities": []any{"EC2"}, "ContainerDefinitions": containers}
	if f.atTask {
		properties["Cpu"], properties["Memory"] = strconv.Itoa(f.cpu), strconv.Itoa(f.memory)
	}
	if f.mode != "" {
		properties["NetworkMode"] = f.mode
	}
	if f.platform != "" {
		properties["RuntimePlatform"] = object{"CpuArchitecture": f.platform, "OperatingSystemFamily": "LINUX"}
	}
	if f.memberOf != "" {
		properties["PlacementConstraints"] = []any{memberOf(f.memberOf)}
	}
	return resource("ECS::TaskDefinition", properties)
}

func memberOf(expression string) object { return object{"Type": "memberOf", "Expression": expression} }

func (c container) definition(name string) object {
	properties := object{"Name": name, "Image": "example/" + name + ":1", "Memory": c.memory}
	if c.cpu > 0 {
		properties["Cpu"] = c.cpu
	}
	if c.reservation > 0 {
		properties["MemoryReservation"] = c.reservation
	}
	switch {
	case c.gpus != "":
		properties["ResourceRequirements"] = []any{object{"Type": "GPU", "Value": c.gpus}}
	case c.sharedMiB > 0:
		properties["ResourceRequirements"] = []any{object{
			"Type": "GPU", "SharingStrategy": object{"NvidiaMps": object{"Memory": c.sharedMiB}},
		}}
	}
	var ports []any
	for _, p := range c.ports {
		mapping := object{"ContainerPort": p.container}
		if p.host > 0 {
			mapping["HostPort"] = p.host
		}
		if p.protocol != "" {
			mapping["Protocol"] = p.protocol
		}
		ports = append(ports, mapping)
	}
	if len(ports) > 0 {
		properties["PortMappings"] = ports
	}
	return properties
}

func (s service) resource(f family, associated bool) object {
	properties := object{"Cluster": ref("Cluster"), "TaskDefinition": ref(fmt.Sprintf("Task%d", s.family))}
	if s.daemon {
		properties["SchedulingStrategy"] = "DAEMON"
	} else {
		properties["DesiredCount"] = s.count
	}
	if s.ec2 {
		properties["LaunchType"] = "EC2"
	}
	if len(s.strategy) > 0 {
		properties["CapacityProviderStrategy"] = strategy(s.strategy)
	}
	var constraints []any
	if s.distinct {
		constraints = append(constraints, object{"Type": "distinctInstance"})
	}
	if s.memberOf != "" {
		constraints = append(constraints, memberOf(s.memberOf))
	}
	if len(constraints) > 0 {
		properties["PlacementConstraints"] = constraints
	}
	if s.binpack != "" {
		properties["PlacementStrategies"] = []any{object{"Type": "binpack", "Field": s.binpack}}
	}
	if f.mode == "awsvpc" {
		properties["NetworkConfiguration"] = object{"AwsvpcConfiguration": object{
			"Subnets": ref("Subnets"), "SecurityGroups": []any{ref("SecurityGroup")},
		}}
	}
	r := resource("ECS::Service", properties)
	if associated {
		r["DependsOn"] = "Association"
	}
	return r
}
