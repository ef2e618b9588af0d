package checks_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/checks"
	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// said returns the findings in short: severity, rule, and message.
func said(findings []checks.Finding) []string {
	var all []string
	for _, f := range findings {
		all = append(all, fmt.Sprintf("%s %s: %s", f.Severity, strings.TrimPrefix(f.ID, "ecsgpu-"), f.Text()))
	}
	return all
}

func taskOf(c inventory.Container) *inventory.TaskDefinition {
	return &inventory.TaskDefinition{Family: inventory.Known("train"), Containers: inventory.ListOf(&c)}
}

func TestTask_memory(t *testing.T) {
	pool := gpuPool("g6.xlarge", al2023GPU)
	pool.Launch.Agent = inventory.AgentConfig{Settings: inventory.MapOf(map[string]string{"ECS_RESERVED_MEMORY": "1024"})}
	for _, c := range []struct {
		name      string
		memoryMiB int
		want      []string
	}{
		{"well below", 12000, nil},
		{"in what the system takes", 14500, []string{`warning fit-memory-headroom: task definition "train" requests 14500 MiB, but g6.xlarge of pool gpu has less than 15360 MiB for tasks; only about 14131 can be counted on`}},
		{"exactly all", 16384 - 1024, []string{`error fit-memory: task definition "train" requests 15360 MiB, but g6.xlarge of pool gpu has less than 15360 MiB for tasks; only about 14131 can be counted on`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, said(checks.Task(taskOf(inventory.Container{MemoryMiB: inventory.Known(c.memoryMiB)}), pool)))
		})
	}
}

// A share of a GPU is refused only where it is certain not to fit: ECS counts
// what the agent registers, which is known for the L4 and bounded for others.
func TestTask_sharedGPU(t *testing.T) {
	for _, c := range []struct {
		name, instance string
		sharedMiB      int
		want           string
	}{
		{"all that the agent registers of an L4", "g6.xlarge", 22563, ""},
		{"a MiB more, although EC2 reports 22,888", "g6.xlarge", 22564, "error fit-gpu-memory"},
		{"what no driver keeps of an A10G", "g5.xlarge", 22337, ""},
		{"what some drivers may keep", "g5.xlarge", 22338, "warning fit-gpu-memory"},
		{"more than nvidia-smi shows", "g5.xlarge", 23029, "error fit-gpu-memory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			task := taskOf(inventory.Container{GPURequests: inventory.Knowns(inventory.SharedGPU(c.sharedMiB, 0))})
			got := said(checks.Task(task, gpuPool(c.instance, al2023GPU)))
			if c.want == "" {
				assert.Empty(t, got)
				return
			}
			require.Len(t, got, 1)
			assert.Contains(t, got[0], c.want+":")
		})
	}
}

// Of several constraints, the one that is not met is named; those that cannot
// be judged count as met.
func TestTask_constraints(t *testing.T) {
	for _, c := range []struct{ name, first, second, want string }{
		{"both are met", "attribute:ecs.instance-type =~ g6.*", "attribute:ecs.cpu-architecture == x86_64", ""},
		{"neither can be judged", "attribute:team == vision", "attribute:team is vision", ""},
		{"the second is not met", "attribute:ecs.instance-type =~ g6.*", "attribute:ecs.cpu-architecture == arm64", "attribute:ecs.cpu-architecture == arm64"},
		{"the second is not met, the first unknown", "attribute:team is vision", "attribute:ecs.instance-type =~ p.*", "attribute:ecs.instance-type =~ p.*"},
	} {
		t.Run(c.name, func(t *testing.T) {
			task := taskOf(inventory.Container{})
			for _, e := range []string{c.first, c.second} {
				task.PlacementConstraints.Items = append(task.PlacementConstraints.Items,
					inventory.PlacementConstraint{Type: inventory.Known("memberOf"), Expression: inventory.KnownAt(e, e)})
			}
			task.PlacementConstraints.Set = true
			got := checks.Task(task, gpuPool("g6.xlarge", al2023GPU))
			if c.want == "" {
				assert.Empty(t, got)
				return
			}
			require.Len(t, got, 1)
			assert.Equal(t, "ecsgpu-fit-constraint", got[0].ID)
			assert.Equal(t, c.want, got[0].Place.Path)
		})
	}
}

// What the rules on requests or images say is not said again as a shortage.
func TestTask_saysItOnce(t *testing.T) {
	zero := taskOf(inventory.Container{GPURequests: inventory.Knowns(inventory.ParseGPURequest("GPU", "0"))})
	one := taskOf(inventory.Container{MemoryMiB: inventory.Known(1024), GPURequests: inventory.Knowns(inventory.WholeGPUs(1))})
	const al2023 = "/aws/service/ecs/optimized-ami/amazon-linux-2023/recommended/image_id"
	assert.Equal(t, []string{"ecsgpu-requests-invalid-gpu"}, idsOf(checks.Task(zero, gpuPool("g6.xlarge", al2023GPU))))
	assert.Empty(t, checks.Task(one, gpuPool("g6.xlarge", al2023)), "the pool is at fault")
	assert.Contains(t, idsOf(checks.Pool(gpuPool("g6.xlarge", al2023), nil)), "ecsgpu-image-no-gpu-driver")
}

func idsOf(findings []checks.Finding) []string {
	var all []string
	for _, f := range findings {
		all = append(all, f.ID)
	}
	return all
}

// groups is a template of two groups with a provider each, a task of one GPU, and
// a service. The groups have no instance at first.
const groups = `
Resources:
  Cluster: {Type: AWS::ECS::Cluster}
  Launch:
    Type: AWS::EC2::LaunchTemplate
    Properties:
      LaunchTemplateData:
        ImageId: '{{resolve:ssm:/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/recommended/image_id}}'
        InstanceType: g6.xlarge
        BlockDeviceMappings: [{DeviceName: /dev/xvda, Ebs: {VolumeSize: 100, Encrypted: true}}]
        UserData: {'Fn::Base64': !Sub 'echo ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config'}
  A:
    Type: AWS::AutoScaling::AutoScalingGroup
    Properties: {MinSize: 0, MaxSize: 4, %s}
  B:
    Type: AWS::AutoScaling::AutoScalingGroup
    Properties: {MinSize: 0, MaxSize: 4, LaunchTemplate: {LaunchTemplateId: !Ref Launch, Version: '1'}}
  AProvider:
    Type: AWS::ECS::CapacityProvider
    Properties: {Name: a, AutoScalingGroupProvider: {AutoScalingGroupArn: !Ref A, ManagedScaling: {Status: %s}}}
  BProvider:
    Type: AWS::ECS::CapacityProvider
    Properties: {Name: b, AutoScalingGroupProvider: {AutoScalingGroupArn: !Ref B, ManagedScaling: {Status: ENABLED}}}
  Task:
    Type: AWS::ECS::TaskDefinition
    Properties:
      Family: train
      RequiresCompatibilities: [EC2]
      ContainerDefinitions: [{Name: main, Image: 'example/main:1', Memory: 4096, ResourceRequirements: [{Type: GPU, Value: %d}]}]
  Service:
    Type: AWS::ECS::Service
    Properties: {Cluster: !Ref Cluster, TaskDefinition: !Ref Task, DesiredCount: %d, DeploymentConfiguration: {MinimumHealthyPercent: 0}, %s}
`

const (
	ofLaunch = "LaunchTemplate: {LaunchTemplateId: !Ref Launch, Version: '1'}"
	onA      = "CapacityProviderStrategy: [{CapacityProvider: !Ref AProvider, Weight: 1}]"
	mixed    = "MixedInstancesPolicy: {LaunchTemplate: {LaunchTemplateSpecification: {LaunchTemplateId: !Ref Launch, Version: '1'}, Overrides: [{InstanceType: g6.xlarge}, {InstanceType: g6.12xlarge}]}}"
	mixedBy  = "MixedInstancesPolicy: {LaunchTemplate: {LaunchTemplateSpecification: {LaunchTemplateId: !Ref Launch, Version: '1'}, Overrides: [{InstanceRequirements: %s}]}}"
)

// The L4 is in types with one to eight whole GPUs, and in types with parts of one.
var (
	byPartsOfL4 = fmt.Sprintf(mixedBy, "{VCpuCount: {Min: 0}, MemoryMiB: {Min: 0}, AcceleratorNames: [l4]}")
	byL4        = fmt.Sprintf(mixedBy, "{VCpuCount: {Min: 0}, MemoryMiB: {Min: 0}, AcceleratorNames: [l4], ExcludedInstanceTypes: ['g6f.*', 'gr6f.*']}")
)

func TestDocument_services(t *testing.T) {
	for _, c := range []struct {
		name, group, scaling string
		gpus, tasks          int
		service              string
		want                 []string
	}{
		{"a strategy grows the group", ofLaunch, "ENABLED", 1, 4, onA, nil},
		{"a strategy grows it to its maximum", ofLaunch, "ENABLED", 1, 5, onA,
			[]string{"warning fit-service-count: service Service wants 5 tasks, and Auto Scaling group a can hold 4 on 4 instances"}},
		{"without a strategy nothing does", ofLaunch, "ENABLED", 1, 1, "LaunchType: EC2",
			[]string{"warning fit-service-count: service Service wants 1 task, and Auto Scaling group a, Auto Scaling group b can hold 0 on 0 instances; nothing starts more for a service without a capacity provider strategy"}},
		{"without a strategy on what runs anyway", ofLaunch + ", DesiredCapacity: 2", "ENABLED", 1, 1, "LaunchType: EC2", nil},
		{"a provider of weight 0 gets no task", ofLaunch, "ENABLED", 1, 5,
			"CapacityProviderStrategy: [{CapacityProvider: !Ref AProvider, Weight: 1}, {CapacityProvider: !Ref BProvider, Weight: 0}]",
			[]string{"warning fit-service-count: service Service wants 5 tasks, and Auto Scaling group a can hold 4 on 4 instances"}},
		{"each provider gets its share", ofLaunch, "ENABLED", 1, 8,
			"CapacityProviderStrategy: [{CapacityProvider: !Ref AProvider, Weight: 3}, {CapacityProvider: !Ref BProvider, Weight: 1}]",
			[]string{"warning fit-service-count: service Service wants 8 tasks, 6 of them by its strategy in Auto Scaling group a, and that group can hold 4 on 4 instances"}},
		{"a base goes first", ofLaunch, "ENABLED", 1, 6,
			"CapacityProviderStrategy: [{CapacityProvider: !Ref AProvider, Base: 2, Weight: 0}, {CapacityProvider: !Ref BProvider, Weight: 1}]", nil},
		{"the smallest type decides when managed scaling grows the group", mixed, "ENABLED", 4, 1, onA,
			[]string{`error fit-mixed-types: task definition "train" requests 4 GPUs, but g6.xlarge of Auto Scaling group a has 1, and managed scaling counts with the smallest type although g6.12xlarge is suitable; service Service runs it there`}},
		{"EC2 may start the smallest type", mixed, "DISABLED", 4, 1, onA,
			[]string{`warning fit-mixed-types: task definition "train" requests 4 GPUs, but g6.xlarge of Auto Scaling group a has 1, and EC2 may start it although g6.12xlarge is suitable; service Service runs it there`}},
		{"every type with an L4 has a GPU", byL4, "ENABLED", 1, 4, onA, nil},
		{"some types with an L4 have only a part of one", byPartsOfL4, "ENABLED", 1, 4, onA,
			[]string{`warning fit-mixed-types: task definition "train" requests 1 GPU, but g6.12xlarge of Auto Scaling group a has enough; managed scaling takes the least of each figure over all types, and there the number of GPUs does not suffice; service Service runs it there`}},
		{"some types with an L4 have 4", byL4, "ENABLED", 4, 1, onA,
			[]string{`error fit-mixed-types: task definition "train" requests 4 GPUs, but g6.16xlarge of Auto Scaling group a has 1, and managed scaling counts with the smallest type although g6.12xlarge is suitable; service Service runs it there`}},
		{"no type with an L4 has 9", byL4, "ENABLED", 9, 1, onA,
			[]string{`error fit-gpus: task definition "train" requests 9 GPUs, but g6.48xlarge of Auto Scaling group a has 8; service Service runs it there`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			findings, err := checks.Document("t.yaml", fmt.Appendf(nil, groups, c.group, c.scaling, c.gpus, c.tasks, c.service), cloudformation.Environment{})
			require.NoError(t, err)
			assert.Equal(t, c.want, said(findings))
		})
	}
}

// What a daemon takes counts where it is certain to run.
func TestDocument_daemons(t *testing.T) {
	const template = `
Parameters: {Elsewhere: {Type: String}}
Resources:
  Cluster: {Type: AWS::ECS::Cluster}
  Launch:
    Type: AWS::EC2::LaunchTemplate
    Properties:
      LaunchTemplateData:
        ImageId: '{{resolve:ssm:/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/recommended/image_id}}'
        InstanceType: g6.xlarge
        BlockDeviceMappings: [{DeviceName: /dev/xvda, Ebs: {VolumeSize: 100, Encrypted: true}}]
        UserData: {'Fn::Base64': !Sub 'echo ECS_CLUSTER=${%[1]s} >> /etc/ecs/ecs.config'}
  Group:
    Type: AWS::AutoScaling::AutoScalingGroup
    Properties: {MinSize: 0, MaxSize: 4, LaunchTemplate: {LaunchTemplateId: !Ref Launch, Version: '1'}}
  Provider:
    Type: AWS::ECS::CapacityProvider
    Properties: {Name: gpu, AutoScalingGroupProvider: {AutoScalingGroupArn: !Ref Group, ManagedScaling: {Status: ENABLED}}}
  Task:
    Type: AWS::ECS::TaskDefinition
    Properties:
      Family: serve
      RequiresCompatibilities: [EC2]
      ContainerDefinitions: [{Name: main, Image: 'example/main:1', Memory: 4096, PortMappings: [{ContainerPort: 9100, HostPort: %[3]d}], ResourceRequirements: [{Type: GPU, Value: 1}]}]
  Monitor:
    Type: AWS::ECS::TaskDefinition
    Properties:
      Family: monitor
      RequiresCompatibilities: [EC2]
      ContainerDefinitions: [{Name: main, Image: 'example/main:1', Memory: %[4]d, PortMappings: [{ContainerPort: 9100, HostPort: 9100}]}]
  Daemon:
    Type: AWS::ECS::Service
    Properties: {Cluster: !Ref %[2]s, TaskDefinition: !Ref Monitor, LaunchType: EC2, SchedulingStrategy: DAEMON}
  Service:
    Type: AWS::ECS::Service
    Properties: {Cluster: !Ref Cluster, TaskDefinition: !Ref Task, CapacityProviderStrategy: [{CapacityProvider: gpu, Weight: 1}]}
`
	for _, c := range []struct {
		name, pool, daemon string
		port, memoryMiB    int
		want               []string
	}{
		{"in the same cluster", "Cluster", "Cluster", 0, 12000,
			[]string{`warning fit-memory-headroom: task definition "serve" requests 4096 MiB, but g6.xlarge of Auto Scaling group gpu has less than 4384 MiB for tasks; only about 3155 can be counted on; service Service runs it there`}},
		{"in another cluster", "Cluster", "Elsewhere", 0, 12000, nil},
		{"on the task's port", "Cluster", "Cluster", 9100, 512,
			[]string{"error fit-daemon: task definition \"serve\" requests host port 9100, but g6.xlarge of Auto Scaling group gpu gives it to a daemon; service Service runs it there"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			findings, err := checks.Document("t.yaml", fmt.Appendf(nil, template, c.pool, c.daemon, c.port, c.memoryMiB), cloudformation.Environment{})
			require.NoError(t, err)
			assert.Equal(t, c.want, said(findings))
		})
	}
}
