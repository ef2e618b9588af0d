package properties_test

import (
	"time"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/hardware"
)

// task draws a task that fits every type of its pool at least once.
func (d draw) task(types []hardware.InstanceType, efa bool) ecsgpu.TaskDefinitionProps {
	memoryMiB, vcpus := types[0].MemoryMiB, types[0].VCPUs
	for _, t := range types {
		memoryMiB, vcpus = min(memoryMiB, t.MemoryMiB), min(vcpus, t.VCPUs)
	}
	main := ecsgpu.Container{
		Name:        word(d, "container", "main", "Train_1"),
		Image:       pick(d, "image", "busybox", "nvidia/cuda:12.9.1-base-ubuntu24.04", "111122223333.dkr.ecr.eu-west-1.amazonaws.com/train:1"),
		MemoryMiB:   d.number("memory", 256, memoryMiB/2),
		CPUUnits:    d.number("CPU", 0, vcpus*512),
		InitProcess: d.flag("init"),
	}
	d.accelerators(&main, types[0])
	if d.flag("environment") {
		main.Environment = map[string]string{"BATCH_SIZE": "128", "NOTE": "${not a reference} \"quoted\"\n"}
	}
	if d.flag("shared memory") {
		main.SharedMemoryMiB = d.number("shared memory size", 1, main.MemoryMiB)
	}
	if d.flag("rights") {
		main.AddCapabilities, main.DropCapabilities = []string{word(d, "added", "IPC_LOCK", "SYS_PTRACE", "ALL")}, []string{word(d, "dropped", "ALL", "NET_RAW")}
		main.Devices = []ecsgpu.Device{{HostPath: pick(d, "device", "/dev/fuse", "/dev/gdrdrv"), Permissions: []string{word(d, "permission", "read", "mknod")}}}
	}
	if d.flag("scratch") {
		main.Tmpfs = []ecsgpu.Tmpfs{{Path: "/tmp", SizeMiB: d.number("tmpfs size", 1, 64), Options: []string{"noexec"}}}
		main.WorkingDirectory, main.DockerLabels = "/tmp", map[string]string{"team": "research"}
	}
	if d.flag("restart") {
		main.Restart = &ecsgpu.Restart{After: time.Duration(d.number("restart after", 60, 1800)) * time.Second, IgnoredExitCodes: []int{0}}
	}
	if d.flag("health check") {
		main.HealthCheck = &ecsgpu.HealthCheck{
			Command:  []string{"CMD-SHELL", "curl -f localhost:8080"},
			Interval: time.Duration(d.number("interval", 5, 300)) * time.Second, Retries: d.number("retries", 1, 10),
		}
	}
	props := ecsgpu.TaskDefinitionProps{
		Family: word(d, "family", "train", "resnet_50-v2"), Containers: []ecsgpu.Container{main}, ShareIPC: d.flag("IPC"),
		NetworkMode: word(d, "mode", "", ecsgpu.NetworkModeBridge, ecsgpu.NetworkModeHost, ecsgpu.NetworkModeAwsvpc),
	}
	if efa && props.NetworkMode == ecsgpu.NetworkModeHost || d.wrong() {
		props.Containers[0].EFAInterfaces = d.number("adapters", 0, types[0].EFAInterfaces)
	}
	if d.flag("port") {
		props.Containers[0].Ports = []ecsgpu.Port{{Container: d.port()}}
	}
	d.sidecar(&props)
	return props
}

// accelerators asks for some of what an instance has, and for at least one
// where the pool is made for that.
func (d draw) accelerators(main *ecsgpu.Container, t hardware.InstanceType) {
	switch {
	case d.wrong():
		main.GPUs = pick(d, "wild request", ecsgpu.WholeGPUs(-1), ecsgpu.WholeGPUs(9), ecsgpu.AllGPUs(), ecsgpu.FractionalGPU(0.5), ecsgpu.SharedGPU(1024, 50))
	case t.IsFractional():
		main.GPUs = ecsgpu.FractionalGPU(t.GPUs)
	case t.Kind() == hardware.KindGPU:
		main.GPUs = ecsgpu.WholeGPUs(d.number("GPUs", 1, int(t.GPUs)))
	case t.Kind() == hardware.KindNeuron:
		main.NeuronDevices = d.number("Neuron devices", 1, devices(t))
	}
}

func (d draw) sidecar(props *ecsgpu.TaskDefinitionProps) {
	if !d.flag("sidecar") {
		return
	}
	props.Containers = append(props.Containers, ecsgpu.Container{
		Name: word(d, "sidecar name", "logs"), Image: "busybox", MemoryReservationMiB: d.number("reservation", 16, 64), NonEssential: true,
		DependsOn: []ecsgpu.Dependency{{Container: word(d, "dependency", props.Containers[0].Name), Condition: word(d, "condition", "", ecsgpu.ContainerConditionStart)}},
	})
	props.Volumes = []ecsgpu.Volume{{Name: "scratch", HostPath: pick(d, "host path", "", "/local")}}
	props.Containers[0].Mounts = []ecsgpu.Mount{{Volume: word(d, "volume name", "scratch"), Path: "/scratch", ReadOnly: d.flag("read only")}}
}

// service draws a service that its pool has room for.
func (d draw) service(task ecsgpu.TaskDefinitionProps, pool ecsgpu.PoolProps, network ecsgpu.NetworkProps) ecsgpu.ServiceProps {
	props := ecsgpu.ServiceProps{
		DesiredCount:      d.number("count", 1, pool.MaxCapacity),
		DistinctInstances: d.flag("distinct"),
	}
	if task.Containers[0].NeuronDevices > 0 {
		props.DistinctInstances = true
	}
	props.Surge = props.DesiredCount < pool.MaxCapacity && d.flag("surge")
	if ports := task.Containers[0].Ports; (len(ports) > 0 && network.Zones > 1 || d.wrong()) && d.flag("load balancer") {
		props.LoadBalancer = &ecsgpu.LoadBalancerProps{HealthCheckPath: "/health"}
		if len(ports) > 0 {
			props.LoadBalancer.Port = ports[0].Container
		}
	}
	return props
}

// port is any but those that every container instance takes itself, which
// network mode host refuses: 22, Docker's 2375 and 2376, and the agent's 51678 to
// 51680.
func (d draw) port() int {
	if d.wrong() {
		return 22
	}
	if d.flag("low port") {
		return d.number("port number", 23, 2374)
	}
	return d.number("port number", 2377, 51677)
}
