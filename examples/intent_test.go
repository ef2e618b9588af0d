package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/snapshot"
)

// The types of the resources that the examples are about.
const (
	alarmType    = "AWS::CloudWatch::Alarm"
	groupType    = "AWS::AutoScaling::AutoScalingGroup"
	launchType   = "AWS::EC2::LaunchTemplate"
	policyType   = "AWS::ApplicationAutoScaling::ScalingPolicy"
	providerType = "AWS::ECS::CapacityProvider"
	queueType    = "AWS::SQS::Queue"
	serviceType  = "AWS::ECS::Service"
	targetType   = "AWS::ApplicationAutoScaling::ScalableTarget"
	taskType     = "AWS::ECS::TaskDefinition"
)

// one expects the properties of the only resource of a type, by their paths.
func one(t *testing.T, template snapshot.Template, resourceType string, want map[string]any) {
	t.Helper()
	for path, value := range want {
		assert.EqualValues(t, value, template.One(resourceType).Get(path), "%s %s", resourceType, path)
	}
}

// container expects properties of the only container of the only task definition.
func container(t *testing.T, template snapshot.Template, want map[string]any) {
	t.Helper()
	paths := map[string]any{"ContainerDefinitions.1": nil}
	for path, value := range want {
		paths["ContainerDefinitions.0."+path] = value
	}
	one(t, template, taskType, paths)
}

// gpus expects how many GPUs the container requests.
func gpus(t *testing.T, template snapshot.Template, want string) {
	t.Helper()
	container(t, template, map[string]any{"ResourceRequirements.0.Type": "GPU", "ResourceRequirements.0.Value": want, "ResourceRequirements.1": nil})
}

// launch expects properties of the only launch template.
func launch(t *testing.T, template snapshot.Template, want map[string]any) {
	t.Helper()
	paths := map[string]any{}
	for path, value := range want {
		paths["LaunchTemplateData."+path] = value
	}
	one(t, template, launchType, paths)
}

// userData returns the script of the only launch template.
func userData(t *testing.T, template snapshot.Template) string {
	t.Helper()
	script, ok := template.One(launchType).Get("LaunchTemplateData.UserData.Fn::Base64.Fn::Sub").(string)
	require.True(t, ok, "the user data is no script")
	return script
}

// list returns the items at a path.
func list(t *testing.T, resource snapshot.Resource, path string) []any {
	t.Helper()
	items, ok := resource.Get(path).([]any)
	require.True(t, ok, "%s has no list %s", resource.LogicalID, path)
	return items
}

// imageParameter is the parameter of the ECS-optimized image of a kind.
func imageParameter(kind string) string {
	return "{{resolve:ssm:/aws/service/ecs/optimized-ami/amazon-linux-2023/" + kind + "/recommended/image_id}}"
}

// intents say what each example shows. Those that are missing here have a golden.
var intents = map[string]func(*testing.T, snapshot.Template){
	"batchworkers": func(t *testing.T, template snapshot.Template) {
		one(t, template, targetType, map[string]any{"MinCapacity": 0, "MaxCapacity": 8})
		one(t, template, groupType, map[string]any{"MinSize": "0", "MaxSize": "2"})
		// The fourth task starts above 60 messages, which is 20 for each of three.
		require.Len(t, template.Resources(alarmType), 2)
		for _, alarm := range template.Resources(alarmType) {
			assert.EqualValues(t, 60.5, alarm.Get("Threshold"))
			jobs := alarm.Get("Metrics.1.MetricStat.Metric.Dimensions.0.Value.Fn::GetAtt.0").(string)
			redrive := template.Resource(jobs)
			assert.EqualValues(t, 3, redrive.Get("RedrivePolicy.maxReceiveCount"))
			failed := redrive.Get("RedrivePolicy.deadLetterTargetArn.Fn::GetAtt.0").(string)
			assert.NotEqual(t, jobs, failed)
			assert.Contains(t, template.Section("Resources"), failed)
		}
		require.Len(t, template.Resources(policyType), 2)
		most := 0.0
		for _, policy := range template.Resources(policyType) {
			for _, each := range list(t, policy, "StepScalingPolicyConfiguration.StepAdjustments") {
				step := each.(map[string]any)
				most = max(most, step["ScalingAdjustment"].(float64))
				lower, bounded := step["MetricIntervalLowerBound"].(float64)
				upper, closed := step["MetricIntervalUpperBound"].(float64)
				if bounded && closed {
					assert.InDelta(t, 20, upper-lower, 0, "jobs in a step of %s", policy.LogicalID)
				}
			}
		}
		assert.EqualValues(t, 8, most)
		container(t, template, map[string]any{"StopTimeout": 120})
		assert.Len(t, template.Resources(queueType), 2)
	},
	"capacityblock": func(t *testing.T, template snapshot.Template) {
		launch(t, template, map[string]any{
			"InstanceType": "p5en.48xlarge", "InstanceMarketOptions.MarketType": "capacity-block",
			"CapacityReservationSpecification.CapacityReservationTarget.CapacityReservationId": "cr-0123456789abcdef0",
		})
		one(t, template, groupType, map[string]any{"MinSize": "0", "MaxSize": "4", "VPCZoneIdentifier.1": nil})
		subnet := template.Resource(template.One(groupType).Get("VPCZoneIdentifier.0.Ref").(string))
		assert.EqualValues(t, 1, subnet.Get("AvailabilityZone.Fn::Select.0"), "the second zone")
		assert.Len(t, list(t, template.One(launchType), "LaunchTemplateData.NetworkInterfaces"), 16)
		gpus(t, template, "ALL")
	},
	"deeplearningami": func(t *testing.T, template snapshot.Template) {
		launch(t, template, map[string]any{
			"ImageId": "{{resolve:ssm:/aws/service/deeplearning/ami/x86_64/base-oss-nvidia-driver-gpu-al2023/latest/ami-id}}",
		})
		script := userData(t, template)
		at := -1
		for _, command := range []string{
			"dnf install -y ecs-init", "nvidia-ctk runtime configure --runtime=docker",
			"systemctl restart docker", "systemctl enable --now --no-block ecs",
		} {
			next := strings.Index(script, "\n"+command+"\n")
			assert.Greater(t, next, at, "%s is in its place", command)
			at = next
		}
	},
	"fractional": func(t *testing.T, template snapshot.Template) {
		launch(t, template, map[string]any{"InstanceType": "g6f.xlarge", "ImageId": imageParameter("gpu")})
		gpus(t, template, "0.125")
		container(t, template, map[string]any{"Environment.0": map[string]any{"Name": "NVIDIA_DRIVER_CAPABILITIES", "Value": "compute,utility,video"}})
		one(t, template, serviceType, map[string]any{"DesiredCount": 2})
		one(t, template, groupType, map[string]any{"MaxSize": "2"})
	},
	"guide": func(t *testing.T, template snapshot.Template) {
		one(t, template, taskType, map[string]any{"Family": "example-ecs-gpu"})
		container(t, template, map[string]any{"Name": "gpu", "Cpu": 100, "Memory": 80, "Command": []any{"sh", "-c", "nvidia-smi"}})
		gpus(t, template, "2")
		assert.Empty(t, template.Resources(serviceType), "the task is started by hand")
	},
	"inference": func(t *testing.T, template snapshot.Template) {
		one(t, template, targetType, map[string]any{"MinCapacity": 1, "MaxCapacity": 4})
		one(t, template, policyType, map[string]any{
			"TargetTrackingScalingPolicyConfiguration.PredefinedMetricSpecification.PredefinedMetricType": "ALBRequestCountPerTarget",
			"TargetTrackingScalingPolicyConfiguration.TargetValue":                                        300,
		})
		one(t, template, serviceType, map[string]any{
			"DeploymentConfiguration.MinimumHealthyPercent": 100, "DeploymentConfiguration.MaximumPercent": 200,
			"LoadBalancers.0.ContainerPort": 8000, "DesiredCount": nil,
		})
		one(t, template, "AWS::ElasticLoadBalancingV2::TargetGroup", map[string]any{"HealthCheckPath": "/health"})
		one(t, template, groupType, map[string]any{"MaxSize": "5"})
		gpus(t, template, "1")
	},
	"inferentia": func(t *testing.T, template snapshot.Template) {
		launch(t, template, map[string]any{"InstanceType": "inf2.24xlarge", "ImageId": imageParameter("neuron")})
		container(t, template, map[string]any{
			"LinuxParameters.Devices.0.HostPath": "/dev/neuron0", "LinuxParameters.Devices.5.HostPath": "/dev/neuron5",
			"LinuxParameters.Devices.6": nil, "ResourceRequirements": nil,
		})
		one(t, template, serviceType, map[string]any{
			"DesiredCount": 2, "PlacementConstraints.0.Type": "distinctInstance", "LoadBalancers.0.ContainerPort": 8080,
		})
	},
	"owncluster": func(t *testing.T, template snapshot.Template) {
		assert.Len(t, template.Resources(providerType), 4)
		association := template.One("AWS::ECS::ClusterCapacityProviderAssociations")
		assert.Len(t, association.Get("CapacityProviders"), 4)
		fallback := template.Resource(association.Get("DefaultCapacityProviderStrategy.0.CapacityProvider.Ref").(string))
		cpu := template.Resource(fallback.Get("AutoScalingGroupProvider.AutoScalingGroupArn.Ref").(string))
		assert.Nil(t, cpu.Get("MetricsCollection"), "a task that names no pool runs without GPUs")
		spot, counted := 0, 0
		for _, group := range template.Resources(groupType) {
			assert.Equal(t, "0", group.Get("MinSize"), group.LogicalID)
			if group.Get("MetricsCollection") != nil {
				counted++
			}
			if group.Get("MixedInstancesPolicy") != nil {
				spot++
				assert.EqualValues(t, 0, group.Get("MixedInstancesPolicy.InstancesDistribution.OnDemandPercentageAboveBaseCapacity"))
			}
		}
		assert.Equal(t, 1, spot)
		assert.Equal(t, 3, counted, "pools with GPU metrics")
		assert.Len(t, template.Resources(alarmType), 4*counted)
		assert.Len(t, template.Resources("AWS::CloudWatch::Dashboard"), 1)
	},
	"ownimage": func(t *testing.T, template snapshot.Template) {
		launch(t, template, map[string]any{
			"ImageId": "ami-0123456789abcdef0", "InstanceType": "g7e.2xlarge", "BlockDeviceMappings.0.Ebs.VolumeSize": 200,
		})
	},
	"p4d": func(t *testing.T, template snapshot.Template) {
		launch(t, template, map[string]any{"InstanceType": "p4d.24xlarge"})
		gpus(t, template, "8")
		container(t, template, map[string]any{"Environment.0.Name": "BUCKET", "LinuxParameters.SharedMemorySize": 65536})
		assert.Contains(t, userData(t, template), "/opt/ecsgpu/local-disks", "images go to the local disks")
		bucket := template.One(taskType).Get("ContainerDefinitions.0.Environment.0.Value.Ref")
		role := template.One(taskType).Get("TaskRoleArn.Fn::GetAtt.0")
		granted := 0
		for _, policy := range template.Resources("AWS::IAM::Policy") {
			if policy.Get("Roles.0.Ref") != role {
				continue
			}
			granted++
			assert.Equal(t, bucket, policy.Get("PolicyDocument.Statement.0.Resource.0.Fn::GetAtt.0"))
			assert.Contains(t, policy.Get("PolicyDocument.Statement.0.Action"), "s3:GetObject*")
			assert.Contains(t, policy.Get("PolicyDocument.Statement.0.Action"), "s3:PutObject")
		}
		assert.Equal(t, 1, granted)
	},
	"placement": func(t *testing.T, template snapshot.Template) {
		assert.Len(t, template.Resources(groupType), 2, "a pool for each type")
		one(t, template, taskType, map[string]any{
			"PlacementConstraints": []any{
				map[string]any{"Type": "memberOf", "Expression": "attribute:ecs.instance-type == g6.xlarge"},
				map[string]any{"Type": "memberOf", "Expression": "attribute:ecs.capability.gpu-driver-version =~ 580.*"},
			},
		})
		one(t, template, serviceType, map[string]any{
			"PlacementConstraints": []any{map[string]any{"Type": "distinctInstance"}},
			"PlacementStrategies": []any{
				map[string]any{"Type": "spread", "Field": "attribute:ecs.availability-zone"},
				map[string]any{"Type": "spread", "Field": "instanceId"},
			},
		})
	},
	"sharedgpu": func(t *testing.T, template snapshot.Template) {
		container(t, template, map[string]any{"ResourceRequirements": []any{map[string]any{
			"Type": "GPU", "SharingStrategy": map[string]any{"NvidiaMps": map[string]any{"Memory": 5000.0, "MaxComputePercent": 50.0}},
		}}})
		one(t, template, serviceType, map[string]any{"DesiredCount": 4})
	},
	"spot": func(t *testing.T, template snapshot.Template) {
		one(t, template, groupType, map[string]any{
			"MixedInstancesPolicy.InstancesDistribution.OnDemandBaseCapacity":                1,
			"MixedInstancesPolicy.InstancesDistribution.OnDemandPercentageAboveBaseCapacity": 0,
			"MixedInstancesPolicy.InstancesDistribution.SpotAllocationStrategy":              "price-capacity-optimized",
		})
		group := template.One(groupType)
		assert.Len(t, list(t, group, "MixedInstancesPolicy.LaunchTemplate.Overrides"), 10)
		assert.Len(t, list(t, group, "VPCZoneIdentifier"), 3)
		assert.Contains(t, userData(t, template), "ECS_ENABLE_SPOT_INSTANCE_DRAINING=true")
		one(t, template, serviceType, map[string]any{"DesiredCount": 4})
	},
	"training": func(t *testing.T, template snapshot.Template) {
		one(t, template, groupType, map[string]any{"MinSize": "0", "MaxSize": "1"})
		gpus(t, template, "ALL")
		container(t, template, map[string]any{
			"LinuxParameters.SharedMemorySize": 65536, "LinuxParameters.InitProcessEnabled": true,
			"MountPoints.0.ContainerPath": "/scratch", "Ulimits.0.Name": "memlock", "Ulimits.1.SoftLimit": 67108864,
		})
		one(t, template, taskType, map[string]any{"Volumes.0.Host.SourcePath": "/local"})
		assert.Contains(t, userData(t, template), "/opt/ecsgpu/local-disks")
		assert.Empty(t, template.Resources(serviceType), "the task is for run-task")
	},
}

// goldens are the examples whose whole template is read in review: those that
// hold most of what no golden of package stacks has, such as ECS Managed
// Instances, the Elastic Fabric Adapter and a placement group.
var goldens = map[string]bool{"distributed": true, "managed": true}

func TestExamples_showWhatTheyAreFor(t *testing.T) {
	for name, create := range examples {
		t.Run(name, func(t *testing.T) {
			stack := create(newTestApp(t), name)
			if goldens[name] {
				snapshot.Match(t, stack, name)
				return
			}
			require.Contains(t, intents, name, "nobody has written what this example shows")
			intents[name](t, snapshot.Of(t, stack))
		})
	}
	assert.Len(t, examples, len(goldens)+len(intents))
}
