package ecsgpu_test

import (
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

// newTask creates a task of these containers on a pool of one instance type.
// Containers without a name or image get some.
func newTask(t *testing.T, pool ecsgpu.PoolProps, containers ...ecsgpu.Container) (awscdk.Stack, *ecsgpu.TaskDefinition) {
	stack, cluster := newCluster(t)
	if pool.MaxCapacity == 0 {
		pool.MaxCapacity = 1
	}
	return stack, ecsgpu.NewTaskDefinition(stack, "Task", taskProps(cluster.AddPool("pool", &pool), containers...))
}

func taskProps(pool *ecsgpu.Pool, containers ...ecsgpu.Container) *ecsgpu.TaskDefinitionProps {
	for i := range containers {
		if containers[i].Name == "" {
			containers[i].Name = []string{"main", "side", "third"}[i]
		}
		if containers[i].Image == "" {
			containers[i].Image = "busybox"
		}
		if containers[i].MemoryMiB == 0 {
			containers[i].MemoryMiB = 256
		}
	}
	return &ecsgpu.TaskDefinitionProps{Family: "task", Pool: pool, Containers: containers}
}

func poolOf(instanceTypes ...string) ecsgpu.PoolProps {
	return ecsgpu.PoolProps{InstanceTypes: instanceTypes, MaxCapacity: 1}
}

func TestGPURequest_defaults(t *testing.T) {
	stack, _ := newTask(t, poolOf("g6.xlarge"), ecsgpu.Container{})
	container := snapshot.Of(t, stack).One("AWS::ECS::TaskDefinition").Get("ContainerDefinitions.0").(map[string]any)
	assert.NotContains(t, container, "ResourceRequirements")
	assert.NotContains(t, container, "LinuxParameters")
	assert.NotContains(t, container, "Environment")
}

// The JSON of each way to ask, as the ECS API reference has it.
func TestGPURequest_overrides(t *testing.T) {
	for name, test := range map[string]struct {
		pool    ecsgpu.PoolProps
		request ecsgpu.GPURequest
		want    map[string]any
	}{
		"whole GPUs": {poolOf("g6.12xlarge"), ecsgpu.WholeGPUs(4), map[string]any{"Type": "GPU", "Value": "4"}},
		"every GPU":  {poolOf("g6.xlarge", "g6.12xlarge"), ecsgpu.AllGPUs(), map[string]any{"Type": "GPU", "Value": "ALL"}},
		"a half":     {poolOf("gr6f.4xlarge"), ecsgpu.FractionalGPU(0.5), map[string]any{"Type": "GPU", "Value": "0.5"}},
		"a quarter":  {poolOf("g6f.2xlarge"), ecsgpu.FractionalGPU(0.25), map[string]any{"Type": "GPU", "Value": "0.25"}},
		"one, on a part of one, which ECS does not rule out": {poolOf("g6f.2xlarge"), ecsgpu.WholeGPUs(1), map[string]any{"Type": "GPU", "Value": "1"}},
		"a half of a whole one, which the rules warn of":     {poolOf("g6.xlarge"), ecsgpu.FractionalGPU(0.5), map[string]any{"Type": "GPU", "Value": "0.5"}},
		"three tenths, which the rules warn of":              {poolOf("g6f.4xlarge"), ecsgpu.FractionalGPU(0.3), map[string]any{"Type": "GPU", "Value": "0.3"}},
		"an eighth":                                          {poolOf("g6f.large"), ecsgpu.FractionalGPU(0.125), map[string]any{"Type": "GPU", "Value": "0.125"}},
		"a share by MPS":                                     {poolOf("g6.xlarge"), ecsgpu.SharedGPU(4096, 0), shareOf(map[string]any{"Memory": 4096.0})},
		"a share with a ceiling":                             {poolOf("g6.xlarge"), ecsgpu.SharedGPU(4096, 30), shareOf(map[string]any{"Memory": 4096.0, "MaxComputePercent": 30.0})},
	} {
		t.Run(name, func(t *testing.T) {
			stack, _ := newTask(t, test.pool, ecsgpu.Container{GPUs: test.request})
			assert.Equal(t, []any{test.want}, snapshot.Of(t, stack).One("AWS::ECS::TaskDefinition").Get("ContainerDefinitions.0.ResourceRequirements"))
		})
	}
}

// shareOf is a requirement by MPS: no Value, which ECS refuses beside it.
func shareOf(mps map[string]any) map[string]any {
	return map[string]any{"Type": "GPU", "SharingStrategy": map[string]any{"NvidiaMps": mps}}
}

func TestGPURequest_ofSeveralContainers(t *testing.T) {
	stack, _ := newTask(t, poolOf("g6.12xlarge"), ecsgpu.Container{GPUs: ecsgpu.SharedGPU(8192, 0)}, ecsgpu.Container{}, ecsgpu.Container{GPUs: ecsgpu.SharedGPU(4096, 50)})
	task := snapshot.Of(t, stack).One("AWS::ECS::TaskDefinition")
	assert.Equal(t, 8192.0, task.Get("ContainerDefinitions.0.ResourceRequirements.0.SharingStrategy.NvidiaMps.Memory"))
	assert.Nil(t, task.Get("ContainerDefinitions.1.ResourceRequirements"))
	assert.Equal(t, 50.0, task.Get("ContainerDefinitions.2.ResourceRequirements.0.SharingStrategy.NvidiaMps.MaxComputePercent"))
}

func TestGPURequest_rejects(t *testing.T) {
	pinned := func(name images.Name, version string) ecsgpu.PoolProps {
		image, _ := images.Lookup(name)
		if version != "" {
			var err error
			image, err = image.Pin(version)
			require.NoError(t, err)
		}
		pool := poolOf("g6.xlarge")
		pool.Image = image
		return pool
	}
	for name, test := range map[string]struct {
		pool       ecsgpu.PoolProps
		containers []ecsgpu.Container
		problems   []string
	}{
		"more GPUs than the instance has": {poolOf("g6.12xlarge"), []ecsgpu.Container{{GPUs: ecsgpu.WholeGPUs(8)}}, []string{
			`Containers[0].GPUs: task definition "task" requests 8 GPUs, but g6.12xlarge of pool pool has 4; use a suitable instance type, such as g4dn.metal, g6.48xlarge, g5.48xlarge, or request less [ecsgpu-fit-gpus]`,
		}},
		"more GPUs in all containers together": {poolOf("g6.12xlarge"), []ecsgpu.Container{{GPUs: ecsgpu.WholeGPUs(3)}, {GPUs: ecsgpu.WholeGPUs(2)}}, []string{
			`Containers[0].GPUs: task definition "task" requests 5 GPUs, but g6.12xlarge of pool pool has 4; use a suitable instance type, such as g4dn.metal, g6.48xlarge, g5.48xlarge, or request less [ecsgpu-fit-gpus]`,
		}},
		"GPUs on a CPU pool": {poolOf("c5.large"), []ecsgpu.Container{{GPUs: ecsgpu.WholeGPUs(1)}}, []string{
			`Containers[0].GPUs: task definition "task" requests 1 GPU, but c5.large of pool pool has none; use a suitable instance type, such as g4dn.xlarge, g4dn.2xlarge, g6.xlarge, or request less [ecsgpu-fit-gpus]`,
		}},
		"whole GPUs and a share": {poolOf("g6.12xlarge"), []ecsgpu.Container{{GPUs: ecsgpu.WholeGPUs(1)}, {GPUs: ecsgpu.SharedGPU(4096, 0)}}, []string{
			"Containers[1].GPUs requests 4096 MiB of a shared GPU, and Containers[0].GPUs 1 GPU; the containers of a task must request GPUs in the same way",
		}},
		"all GPUs and one of them": {poolOf("g6.12xlarge"), []ecsgpu.Container{{GPUs: ecsgpu.AllGPUs()}, {GPUs: ecsgpu.WholeGPUs(1)}}, []string{
			"Containers[1].GPUs requests 1 GPU, and Containers[0].GPUs all GPUs; the containers of a task must request GPUs in the same way",
		}},
		"a fraction that is none": {poolOf("g6f.4xlarge"), []ecsgpu.Container{{GPUs: ecsgpu.FractionalGPU(1.5)}}, []string{
			"Containers[0].GPUs: a fraction of a GPU must be above 0 and below 1, got 1.5",
		}},
		"a fraction of a CPU instance": {poolOf("c5.large"), []ecsgpu.Container{{GPUs: ecsgpu.FractionalGPU(0.5)}}, []string{
			`Containers[0].GPUs: task definition "task" requests 0.5 GPU, but c5.large of pool pool has none; use a suitable instance type, such as g6f.4xlarge, gr6f.4xlarge, or request less [ecsgpu-fit-gpus]`,
		}},
		"a share of a fraction": {poolOf("g6f.large"), []ecsgpu.Container{{GPUs: ecsgpu.SharedGPU(1024, 0)}}, []string{
			`Containers[0].GPUs: pool "pool" cannot share GPUs: g6f.large has a part of a GPU, which cannot be shared again; request the fraction itself, or choose a type with a whole GPU, such as g6.xlarge`,
		}},
		"a share larger than a GPU": {poolOf("g6.12xlarge"), []ecsgpu.Container{{GPUs: ecsgpu.SharedGPU(30000, 0)}}, []string{
			`Containers[0].GPUs: task definition "task" requests 30000 MiB of one shared GPU, but g6.12xlarge of pool pool has 22563 MiB to share in each; use a suitable instance type, such as g6e.xlarge, g6e.2xlarge, g7.2xlarge, or request less [ecsgpu-fit-gpu-memory]`,
		}},
		"shares that do not fit one GPU together": {poolOf("g6.12xlarge"), []ecsgpu.Container{{GPUs: ecsgpu.SharedGPU(12000, 0)}, {GPUs: ecsgpu.SharedGPU(12000, 0)}}, []string{
			`Containers[0].GPUs: task definition "task" requests 24000 MiB of one shared GPU, but g6.12xlarge of pool pool has 22563 MiB to share in each; use a suitable instance type, such as g6e.xlarge, g6e.2xlarge, g7.2xlarge, or request less [ecsgpu-fit-gpu-memory]`,
		}},
		"a share of nothing and of too much": {poolOf("g6.xlarge"), []ecsgpu.Container{{GPUs: ecsgpu.SharedGPU(0, 101)}}, []string{
			"Containers[0].GPUs: memory of a shared GPU must be at least 1 MiB, got 0",
			"Containers[0].GPUs: compute limit of a shared GPU must be 1 to 100 percent, or 0 for no limit, got 101",
		}},
		"a share on Amazon Linux 2": {pinned(images.AL2GPU, ""), []ecsgpu.Container{{GPUs: ecsgpu.SharedGPU(1024, 0)}}, []string{
			`Containers[0].GPUs: pool "pool" cannot share GPUs: sharing by MPS needs al2023-gpu, and the image is al2-gpu; use al2023-gpu, the latest build or one from 20260924 on`,
		}},
		"a share on a build without the service": {pinned(images.AL2023GPU, "20260307"), []ecsgpu.Container{{GPUs: ecsgpu.SharedGPU(1024, 0)}}, []string{
			`Containers[0].GPUs: pool "pool" cannot share GPUs: al2023-gpu 20260307 is older than the build that brought the MPS service (20260721); use al2023-gpu, the latest build or one from 20260924 on`,
		}},
		"GPUs and Neuron devices": {poolOf("g6.xlarge"), []ecsgpu.Container{{GPUs: ecsgpu.WholeGPUs(1), NeuronDevices: 1}}, []string{
			"Containers[0]: GPUs and NeuronDevices clash, no instance has both",
			"Containers[0].NeuronDevices must be at most those of the pool's g6.xlarge (0), got 1",
		}},
		"a choice of devices that ECS makes": {poolOf("g6.xlarge"), []ecsgpu.Container{{GPUs: ecsgpu.WholeGPUs(1), Environment: map[string]string{"NVIDIA_VISIBLE_DEVICES": "all"}}}, []string{
			"Containers[0].Environment: NVIDIA_VISIBLE_DEVICES clashes with GPUs, ECS sets it to the GPUs that it chose",
		}},
		"a privileged container that holds one of four": {poolOf("g6.12xlarge"), []ecsgpu.Container{{GPUs: ecsgpu.WholeGPUs(1), Privileged: true}}, []string{
			"Containers[0].Privileged clashes with GPUs: the container would see every GPU of the instance, also those of other tasks; ask for AllGPUs()",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			stack, cluster := newCluster(t)
			pool := cluster.AddPool("pool", &test.pool)
			requireRefused(t, func() { ecsgpu.NewTaskDefinition(stack, "Task", taskProps(pool, test.containers...)) }, test.problems...)
		})
	}
	t.Run("GPUs of no pool", func(t *testing.T) {
		stack := snapshot.NewStack(t)
		requireRefused(t, func() {
			ecsgpu.NewTaskDefinition(stack, "Task", taskProps(nil, ecsgpu.Container{GPUs: ecsgpu.AllGPUs()}))
		}, "Containers[0].GPUs needs the task's Pool: nothing on ECS leads a GPU task to GPU instances by itself")
	})
}
