package checks

import (
	"regexp"
	"slices"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// containerRules are about what stands beside a GPU request.
var containerRules = []Rule{
	{
		ID: "ecsgpu-requests-privileged", Category: Requests, Severity: Warning,
		Title:  "a privileged container on instances with GPUs",
		Reason: "a privileged container sees every GPU of the instance whatever it requests, so nothing keeps two tasks apart.",
		Source: "Docker documentation, docker run --privileged; Amazon ECS developer guide, GPU workloads (as of 2026-11)",
		Fix:    "request GPUs by resourceRequirements and drop privileged.",
		check:  onTask(checkPrivileged),
	},
	{
		ID: "ecsgpu-requests-visible-devices", Category: Requests, Severity: Warning,
		Title:  "NVIDIA_VISIBLE_DEVICES together with a GPU request",
		Reason: "the agent sets it to the GPUs that the container got and overwrites what the task definition says.",
		Source: "aws/amazon-ecs-agent 8dfceca (2026-06-30), task.go",
		Fix:    "remove the variable.",
		check:  onTask(checkVisibleDevices),
	},
	{
		ID: "ecsgpu-requests-driver-capabilities", Category: Requests, Severity: Info,
		Title:  "a GPU container from a plain image without NVIDIA_DRIVER_CAPABILITIES",
		Reason: "without the variable the NVIDIA container toolkit mounts what CUDA and nvidia-smi need (utility,compute) and may leave out video and graphics. The ECS guide says to set it in images that are not built on nvidia/cuda.",
		Source: "NVIDIA/nvidia-container-toolkit d34b3046 (2026-08-21), internal/config/image/capabilities.go; Amazon ECS developer guide, GPU workloads, considerations (as of 2026-11)",
		Fix:    "set NVIDIA_DRIVER_CAPABILITIES to what the container uses: utility,compute, or all.",
		check:  onTask(checkCapabilities),
	},
	{
		ID: "ecsgpu-requests-starved-gpu", Category: Requests, Severity: Info,
		Title:  "a GPU container with little CPU or memory",
		Reason: "a GPU waits for the processor that feeds it: on a busy instance the container gets this share, and CUDA alone takes hundreds of MiB of host memory.",
		Source: "an article on GPU tasks on ECS whose training container had 256 CPU units; tf_cnn_benchmarks on tensorflow-test used 80 % of a vCPU for one V100 (AWS Compute Blog, 2019-02)",
		Fix:    "give each GPU at least 512 CPU units and its container at least 512 MiB.",
		check:  onTask(checkStarved),
	},
	{
		ID: "ecsgpu-requests-cpu-cap", Category: Requests, Severity: Info,
		Title:  "a task's CPU limit starves its GPUs",
		Reason: "the CPU of a task is a hard limit: with one vCPU, 8 V100 trained only 1.3 times as fast as 4, at 98 % CPU.",
		Source: "figures of tensorflow-test, AWS Compute Blog (2019-02): 1297 images/s on 4 GPUs, 1707 on 8",
		Fix:    "leave out the task's cpu on EC2, or give it at least 1024 units for each GPU.",
		check:  onTask(checkCPULimit),
	},
	{
		ID: "ecsgpu-requests-shared-memory", Category: Requests, Severity: Warning,
		Title:  "shared memory larger than the container's memory",
		Reason: "/dev/shm counts against the container's memory, so the container is killed before it can use it all.",
		Source: "Docker documentation, --shm-size; Amazon ECS API reference, LinuxParameters (as of 2026-11)",
		Fix:    "raise the container's memory, or lower sharedMemorySize.",
		check:  onTask(checkSharedMemory),
	},
}

func checkPrivileged(t *placement.Task, r *report) {
	gpu := ""
	for _, way := range t.Routes() {
		if way.Service != nil && way.Service.IsDaemon() != fact.No {
			continue // monitors see all GPUs on purpose
		}
		for _, p := range way.Pools() {
			if gpu == "" && p.HasGPU() == fact.Yes {
				gpu = r.pool(p)
			}
		}
	}
	for i, c := range t.Containers.Items {
		if privileged, ok := c.Privileged.Get(); !ok || !privileged {
			continue
		}
		switch {
		case requestsGPU(c):
			r.add(t.Item, c.Privileged.Place, "%s of %s is privileged, so it sees every GPU and not only its own", names(c, i), taskName(t))
		case gpu != "" && c.GPURequests.Complete():
			r.add(t.Item, c.Privileged.Place, "%s of %s is privileged and requests no GPU, so it sees every GPU of %s and none is set aside for it",
				names(c, i), taskName(t), gpu)
		}
	}
}

func checkVisibleDevices(t *placement.Task, r *report) {
	const variable = "NVIDIA_VISIBLE_DEVICES"
	for i, c := range t.Containers.Items {
		if v := c.Environment.Get(variable); v.IsKnown() && requestsGPU(c) {
			r.add(t.Item, v.Place, "%s of %s requests a GPU and sets %s to %q, which is overwritten", names(c, i), taskName(t), variable, v.Text)
		}
	}
}

// plain are official images of distributions and languages, which are not built
// on nvidia/cuda.
var plain = regexp.MustCompile(`^(?:docker\.io/)?(?:library/)?(?:public\.ecr\.aws/(?:docker/library|amazonlinux|ubuntu|debian|lts)/)?(ubuntu|debian|amazonlinux|alpine|centos|fedora|rockylinux|python|node|golang|openjdk|ruby|busybox)(?:[:@].*)?$`)

func checkCapabilities(t *placement.Task, r *report) {
	const variable = "NVIDIA_DRIVER_CAPABILITIES"
	for i, c := range t.Containers.Items {
		image, known := c.Image.Get()
		if !known || !requestsGPU(c) || !plain.MatchString(image) || !c.EnvironmentFiles.IsAbsent() {
			continue
		}
		if c.Environment.Get(variable).IsAbsent() && c.Secrets.Get(variable).IsAbsent() {
			r.add(t.Item, c.Image.Place, "%s of %s requests a GPU, and neither it nor its image %s sets %s", names(c, i), taskName(t), image, variable)
		}
	}
}

// requestsGPU reports whether a container certainly requests NVIDIA GPUs.
func requestsGPU(c *inventory.Container) bool {
	return slices.ContainsFunc(c.GPURequests.Items, func(f inventory.Fact[inventory.GPURequest]) bool {
		request, ok := f.Get()
		return ok && request.Type() == "GPU"
	})
}

// gpusOf returns how many whole GPUs a container certainly requests.
func gpusOf(c *inventory.Container) int {
	n := 0.0
	for _, f := range c.GPURequests.Items {
		if r, ok := f.Get(); ok && r.Kind() == inventory.GPURequestWhole {
			n += r.GPUs()
		}
	}
	return int(n)
}

func checkStarved(t *placement.Task, r *report) {
	const units, memoryMiB = 512, 512
	for i, c := range t.Containers.Items {
		gpus := gpusOf(c)
		if gpus == 0 {
			continue
		}
		if cpu, ok := c.CPUUnits.Get(); ok && cpu > 0 && cpu < units*gpus && t.CPUUnits.IsAbsent() {
			r.add(t.Item, c.CPUUnits.Place, "%s of %s has %d CPU units for %s", names(c, i), taskName(t), cpu, count(gpus, "GPU"))
		}
		if memory, ok := c.MemoryMiB.Get(); ok && memory < memoryMiB {
			r.add(t.Item, c.MemoryMiB.Place, "%s of %s has %d MiB of memory for %s", names(c, i), taskName(t), memory, count(gpus, "GPU"))
		}
	}
}

func checkCPULimit(t *placement.Task, r *report) {
	const units = 1024
	cpu, ok := t.CPUUnits.Get()
	gpus := wholeGPUs(t.Demand.GPU)
	if !ok || gpus == 0 {
		return
	}
	least := units * gpus
	if gpus == 1 {
		least = units / 2
	}
	if cpu < least {
		r.add(t.Item, t.CPUUnits.Place, "%s is limited to %d CPU units for %s", taskName(t), cpu, count(gpus, "GPU"))
	}
}

// wholeGPUs returns how many whole GPUs a task requests.
func wholeGPUs(d placement.GPUDemand) int {
	if d.Fraction > 0 {
		return 0
	}
	return d.Devices
}

func checkSharedMemory(t *placement.Task, r *report) {
	for i, c := range t.Containers.Items {
		shared, ok := c.SharedMemoryMiB.Get()
		if !ok {
			continue
		}
		limits := []int{}
		for _, f := range []inventory.Fact[int]{c.MemoryMiB, t.MemoryMiB} {
			if limit, known := f.Get(); known {
				limits = append(limits, limit)
			}
		}
		if len(limits) > 0 && shared > slices.Min(limits) {
			r.add(t.Item, c.SharedMemoryMiB.Place, "%s of %s has %d MiB of shared memory in %d MiB of memory",
				names(c, i), taskName(t), shared, slices.Min(limits))
		}
	}
}
