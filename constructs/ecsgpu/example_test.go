package ecsgpu_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"
	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

// exampleStack is an empty stack, and a function that prints properties of the
// resources of a type in its template.
func exampleStack() (awscdk.Stack, func(resourceType string, properties ...string)) {
	directory, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	app := awscdk.NewApp(&awscdk.AppProps{Outdir: &directory})
	stack := awscdk.NewStack(app, jsii.String("Example"), nil)
	return stack, func(resourceType string, properties ...string) {
		defer os.RemoveAll(directory)
		template := app.Synth(nil).GetStackByName(jsii.String("Example")).Template().(map[string]any)
		for _, each := range template["Resources"].(map[string]any) {
			if resource := each.(map[string]any); resource["Type"] == resourceType {
				for _, path := range properties {
					var value any = resource["Properties"]
					for key := range strings.SplitSeq(path, ".") {
						value = value.(map[string]any)[key]
					}
					printJSON(path, value)
				}
			}
		}
	}
}

func printJSON(name string, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%s: %s\n", name, text)
}

// The smallest GPU cluster: it rests at zero and starts an instance for a task.
func Example() {
	stack, show := exampleStack()
	network := ecsgpu.NewNetwork(stack, "Network", nil)
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: network})
	gpus := cluster.AddPool("gpus", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.12xlarge"}, MaxCapacity: 2})
	ecsgpu.NewTaskDefinition(stack, "Train", &ecsgpu.TaskDefinitionProps{
		Family: "resnet50", Pool: gpus,
		Containers: []ecsgpu.Container{{Name: "train", Image: "pytorch/pytorch", GPUs: ecsgpu.WholeGPUs(4), MemoryMiB: 65536}},
	})
	show("AWS::AutoScaling::AutoScalingGroup", "MinSize", "MaxSize")
	show("AWS::EC2::LaunchTemplate", "LaunchTemplateData.ImageId")
	// Output:
	// MinSize: "0"
	// MaxSize: "2"
	// LaunchTemplateData.ImageId: "{{resolve:ssm:/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/recommended/image_id}}"
}

func ExampleNewNetwork() {
	stack, show := exampleStack()
	ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Kind: ecsgpu.NetworkKindPrivate, CIDR: "10.64.0.0/16", Zones: 3})
	show("AWS::EC2::VPC", "CidrBlock")
	// Output: CidrBlock: "10.64.0.0/16"
}

func ExampleNewCluster() {
	stack, show := exampleStack()
	ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{
		Network:           ecsgpu.NewNetwork(stack, "Network", nil),
		ContainerInsights: ecsgpu.ContainerInsightsEnhanced,
	})
	show("AWS::ECS::Cluster", "ClusterSettings")
	// Output: ClusterSettings: [{"Name":"containerInsights","Value":"enhanced"}]
}

func ExampleCluster_AddPool() {
	stack, show := exampleStack()
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: ecsgpu.NewNetwork(stack, "Network", nil)})
	cluster.AddPool("spot", &ecsgpu.PoolProps{
		Selection: &hardware.Selection{
			MinGPUMemoryMiB: 22000, MaxUSDPerHour: 1.1,
			InstanceRequirements: hardware.InstanceRequirements{
				AcceleratorCount: hardware.Exactly(1), AllowedInstanceTypes: []string{"g5.*", "g6.*"},
			},
		},
		Purchase:    ecsgpu.Spot(ecsgpu.SpotAllocationPriceCapacityOptimized),
		MaxCapacity: 10,
	})
	show("AWS::AutoScaling::AutoScalingGroup", "MixedInstancesPolicy.LaunchTemplate.Overrides")
	// Output: MixedInstancesPolicy.LaunchTemplate.Overrides: [{"InstanceType":"g6.xlarge"},{"InstanceType":"g6.2xlarge"},{"InstanceType":"g5.xlarge"}]
}

func ExampleCluster_AddManagedPool() {
	stack, show := exampleStack()
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: ecsgpu.NewNetwork(stack, "Network", nil)})
	pool := cluster.AddManagedPool("managed", &ecsgpu.ManagedPoolProps{InstanceTypes: []string{"g6.xlarge", "g6.12xlarge"}})
	ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{
		Family: "serve", ManagedPool: pool,
		Containers: []ecsgpu.Container{{Name: "serve", Image: "vllm/vllm-openai", GPUs: ecsgpu.WholeGPUs(4), MemoryMiB: 16384}},
	})
	show("AWS::ECS::TaskDefinition", "RequiresCompatibilities", "NetworkMode")
	// Output:
	// RequiresCompatibilities: ["MANAGED_INSTANCES"]
	// NetworkMode: "awsvpc"
}

// A task that could never be placed is refused, with suitable types.
func ExampleRecover() {
	stack, _ := exampleStack()
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: ecsgpu.NewNetwork(stack, "Network", nil)})
	gpus := cluster.AddPool("gpus", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.12xlarge"}, MaxCapacity: 2})
	refused := ecsgpu.Recover(func() {
		ecsgpu.NewTaskDefinition(stack, "Train", &ecsgpu.TaskDefinitionProps{
			Family: "train", Pool: gpus,
			Containers: []ecsgpu.Container{{Name: "train", Image: "pytorch/pytorch", GPUs: ecsgpu.WholeGPUs(8), MemoryMiB: 65536}},
		})
	})
	fmt.Println(refused)
	// Output: Example/Train: Containers[0].GPUs: task definition "train" requests 8 GPUs, but g6.12xlarge of pool gpus has 4; use a suitable instance type, such as g4dn.metal, g6.48xlarge, g5.48xlarge, or request less [ecsgpu-fit-gpus]
}

func ExampleNewTaskDefinition() {
	stack, show := exampleStack()
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: ecsgpu.NewNetwork(stack, "Network", nil)})
	gpus := cluster.AddPool("gpus", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.12xlarge"}, MaxCapacity: 1})
	ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{
		Family: "example-ecs-gpu", Pool: gpus,
		Placement: ecsgpu.Placement{InstanceTypes: []string{"g6.12xlarge"}},
		Containers: []ecsgpu.Container{{
			Name: "gpu", Image: "nvidia/cuda:12.9.1-base-ubuntu24.04", Command: []string{"sh", "-c", "nvidia-smi"},
			GPUs: ecsgpu.WholeGPUs(2), CPUUnits: 100, MemoryMiB: 80,
		}},
	})
	show("AWS::ECS::TaskDefinition", "Family", "PlacementConstraints")
	// Output:
	// Family: "example-ecs-gpu"
	// PlacementConstraints: [{"Expression":"attribute:ecs.instance-type == g6.12xlarge","Type":"memberOf"}]
}

// Workers for the jobs of a queue, and none while it is empty.
func ExampleNewService() {
	stack, show := exampleStack()
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: ecsgpu.NewNetwork(stack, "Network", nil)})
	gpus := cluster.AddPool("gpus", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 8})
	jobs := awssqs.NewQueue(stack, jsii.String("Jobs"), nil)
	worker := ecsgpu.NewTaskDefinition(stack, "Worker", &ecsgpu.TaskDefinitionProps{
		Family: "worker", Pool: gpus,
		Containers: []ecsgpu.Container{{Name: "worker", Image: "worker:v1", GPUs: ecsgpu.WholeGPUs(1), MemoryMiB: 8192}},
	})
	jobs.GrantConsumeMessages(worker)
	ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{
		Task: worker, Scaling: &ecsgpu.ScalingProps{MaxTasks: 8, Queue: jobs, JobsPerTask: 10},
	})
	show("AWS::ApplicationAutoScaling::ScalableTarget", "MinCapacity", "MaxCapacity")
	// Output:
	// MinCapacity: 0
	// MaxCapacity: 8
}

// A metrics exporter on every instance. It is privileged, because it must see
// the GPUs without holding one.
func ExampleNewDaemon() {
	stack, show := exampleStack()
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: ecsgpu.NewNetwork(stack, "Network", nil)})
	gpus := cluster.AddPool("gpus", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 8})
	exporter := ecsgpu.NewTaskDefinition(stack, "Exporter", &ecsgpu.TaskDefinitionProps{
		Family: "dcgm-exporter", Pool: gpus,
		Containers: []ecsgpu.Container{{
			Name: "exporter", Image: "nvcr.io/nvidia/k8s/dcgm-exporter:4.4.1-4.5.2-ubuntu22.04", Privileged: true,
			MemoryMiB: 512, Ports: []ecsgpu.Port{{Container: 9400, Host: 9400}},
		}},
	})
	ecsgpu.NewDaemon(stack, "Daemon", &ecsgpu.DaemonProps{Task: exporter})
	show("AWS::ECS::Service", "SchedulingStrategy", "PlacementConstraints")
	// Output:
	// SchedulingStrategy: "DAEMON"
	// PlacementConstraints: [{"Expression":"attribute:ecsgpu.pool == gpus","Type":"memberOf"}]
}

// Who deploys chooses the type, among those that the image drives.
func ExampleNewInstanceTypeParameter() {
	stack, show := exampleStack()
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: ecsgpu.NewNetwork(stack, "Network", nil)})
	instanceType := ecsgpu.NewInstanceTypeParameter(stack, "GPUInstanceType", &ecsgpu.InstanceTypeParameterProps{
		Default: "g6.xlarge", Allowed: []string{"g5.xlarge", "g6.xlarge", "g6e.xlarge"},
	})
	cluster.AddPool("gpus", &ecsgpu.PoolProps{MaxCapacity: 1, Parameters: &ecsgpu.PoolParameters{InstanceType: instanceType}})
	show("AWS::EC2::LaunchTemplate", "LaunchTemplateData.InstanceType")
	// Output: LaunchTemplateData.InstanceType: {"Ref":"GPUInstanceType"}
}

func ExampleWholeGPUs() {
	printJSON("ResourceRequirement", ecsgpu.WholeGPUs(4).Properties())
	// Output: ResourceRequirement: {"Type":"GPU","Value":"4"}
}

func ExampleAllGPUs() {
	printJSON("ResourceRequirement", ecsgpu.AllGPUs().Properties())
	// Output: ResourceRequirement: {"Type":"GPU","Value":"ALL"}
}

func ExampleFractionalGPU() {
	printJSON("ResourceRequirement", ecsgpu.FractionalGPU(0.25).Properties())
	// Output: ResourceRequirement: {"Type":"GPU","Value":"0.25"}
}

func ExampleSharedGPU() {
	printJSON("ResourceRequirement", ecsgpu.SharedGPU(8192, 50).Properties())
	// Output: ResourceRequirement: {"SharingStrategy":{"NvidiaMps":{"MaxComputePercent":50,"Memory":8192}},"Type":"GPU"}
}

func ExampleCapacityBlock() {
	stack, show := exampleStack()
	network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Kind: ecsgpu.NetworkKindPrivate})
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: network})
	cluster.AddPool("block", &ecsgpu.PoolProps{
		InstanceTypes: []string{"p5.48xlarge"}, MaxCapacity: 4, EFA: true, Zone: 1,
		Purchase: ecsgpu.CapacityBlock("cr-0123456789abcdef0"),
	})
	show("AWS::EC2::LaunchTemplate", "LaunchTemplateData.InstanceMarketOptions")
	// Output: LaunchTemplateData.InstanceMarketOptions: {"MarketType":"capacity-block"}
}
