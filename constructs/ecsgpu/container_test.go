package ecsgpu_test

import (
	"testing"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsecr"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssecretsmanager"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

func TestContainer_defaults(t *testing.T) {
	stack, _ := newTask(t, poolOf("g6.xlarge"), ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(1), HealthCheck: &ecsgpu.HealthCheck{Command: []string{"CMD", "true"}},
		Ports: []ecsgpu.Port{{Container: 80}}})
	container := snapshot.Of(t, stack).One("AWS::ECS::TaskDefinition").Get("ContainerDefinitions.0").(map[string]any)
	assert.Equal(t, map[string]any{"Command": []any{"CMD", "true"}}, container["HealthCheck"], "ECS's own times")
	assert.Equal(t, []any{map[string]any{"ContainerPort": 80.0, "Protocol": "tcp"}}, container["PortMappings"], "any free port of the instance")
	for _, property := range []string{"RepositoryCredentials", "EnvironmentFiles", "RestartPolicy", "WorkingDirectory", "DockerLabels", "Cpu", "User", "Ulimits", "MountPoints", "DependsOn", "Secrets", "StartTimeout", "StopTimeout",
		"LinuxParameters", "ReadonlyRootFilesystem", "Privileged", "EntryPoint", "Command"} {
		assert.NotContains(t, container, property)
	}
}

func TestContainer_overrides(t *testing.T) {
	stack, cluster := newCluster(t)
	pool := cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.12xlarge"}, MaxCapacity: 1})
	key := awssecretsmanager.Secret_FromSecretNameV2(stack, jsii.String("Key"), jsii.String("hub"))
	props := taskProps(pool,
		ecsgpu.Container{
			GPUs: ecsgpu.WholeGPUs(1), Image: "v1", MemoryMiB: 8192, SharedMemoryMiB: 4096, InitProcess: true, User: "1000:1000",
			Repository:         awsecr.Repository_FromRepositoryName(stack, jsii.String("Repository"), jsii.String("serve")),
			DriverCapabilities: []string{"compute", "utility"}, ReadonlyRootFilesystem: true,
			Secrets: map[string]awsecs.Secret{"TOKEN": awsecs.Secret_FromSecretsManager(key, nil)},
			Ports:   []ecsgpu.Port{{Container: 8080, Host: 80}, {Container: 53, Protocol: "udp"}},
			Ulimits: []ecsgpu.Ulimit{{Name: "stack", Soft: 65536, Hard: 65536}, {Name: "memlock", Soft: -1, Hard: -1}},
			HealthCheck: &ecsgpu.HealthCheck{Command: []string{"CMD-SHELL", "curl -f localhost:8080"}, Interval: 10 * time.Second,
				Timeout: 3 * time.Second, Retries: 5, StartPeriod: 5 * time.Minute},
			DependsOn:    []ecsgpu.Dependency{{Container: "side"}, {Container: "third", Condition: ecsgpu.ContainerConditionSuccess}},
			StartTimeout: 20 * time.Minute, StopTimeout: 2 * time.Minute,
			Mounts:           []ecsgpu.Mount{{Volume: "models", Path: "/models", ReadOnly: true}},
			WorkingDirectory: "/srv", DockerLabels: map[string]string{"team": "research"},
		},
		ecsgpu.Container{Image: "123456789012.dkr.ecr.us-east-1.amazonaws.com/tools/log@sha256:0000"},
		ecsgpu.Container{NonEssential: true},
	)
	props.Volumes = []ecsgpu.Volume{{Name: "models", HostPath: "/local/models"}}
	props.ShareIPC = true
	ecsgpu.NewTaskDefinition(stack, "Task", props)
	template := snapshot.Of(t, stack)
	task := template.One("AWS::ECS::TaskDefinition")
	assert.Equal(t, "task", task.Get("IpcMode"))
	container := task.Get("ContainerDefinitions.0").(map[string]any)
	for property, want := range map[string]any{
		"LinuxParameters":        map[string]any{"SharedMemorySize": 4096.0, "InitProcessEnabled": true},
		"Environment":            []any{map[string]any{"Name": "NVIDIA_DRIVER_CAPABILITIES", "Value": "compute,utility"}},
		"User":                   "1000:1000",
		"ReadonlyRootFilesystem": true,
		"StartTimeout":           1200.0,
		"StopTimeout":            120.0,
		"WorkingDirectory":       "/srv",
		"DockerLabels":           map[string]any{"team": "research"},
		"HealthCheck": map[string]any{"Command": []any{"CMD-SHELL", "curl -f localhost:8080"},
			"Interval": 10.0, "Timeout": 3.0, "Retries": 5.0, "StartPeriod": 300.0},
		"PortMappings": []any{map[string]any{"ContainerPort": 8080.0, "HostPort": 80.0, "Protocol": "tcp"},
			map[string]any{"ContainerPort": 53.0, "Protocol": "udp"}},
		"Ulimits": []any{map[string]any{"Name": "stack", "SoftLimit": 65536.0, "HardLimit": 65536.0},
			map[string]any{"Name": "memlock", "SoftLimit": -1.0, "HardLimit": -1.0}},
		"DependsOn": []any{map[string]any{"ContainerName": "side", "Condition": "START"},
			map[string]any{"ContainerName": "third", "Condition": "SUCCESS"}},
		"MountPoints": []any{map[string]any{"SourceVolume": "models", "ContainerPath": "/models", "ReadOnly": true}},
	} {
		assert.Equal(t, want, container[property], property)
	}
	assert.Equal(t, "TOKEN", task.Get("ContainerDefinitions.0.Secrets.0.Name"))

	var actions []any
	for _, statement := range template.One("AWS::IAM::Policy").Get("PolicyDocument.Statement").([]any) {
		actions = append(actions, statement.(map[string]any)["Action"])
	}
	assert.Contains(t, actions, []any{"secretsmanager:GetSecretValue", "secretsmanager:DescribeSecret"})
	assert.Contains(t, actions, []any{"ecr:BatchCheckLayerAvailability", "ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer"})
}

func TestContainer_pullsFromAPrivateRegistry(t *testing.T) {
	stack, cluster := newCluster(t)
	login := awssecretsmanager.NewSecret(stack, jsii.String("Login"), nil)
	props := taskProps(cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1}),
		ecsgpu.Container{Image: "registry.example.com/train:1", RepositoryCredentials: login})
	ecsgpu.NewTaskDefinition(stack, "Task", props)
	template := snapshot.Of(t, stack)
	secret := map[string]any{"Ref": template.One("AWS::SecretsManager::Secret").LogicalID}
	assert.Equal(t, map[string]any{"CredentialsParameter": secret},
		template.One("AWS::ECS::TaskDefinition").Get("ContainerDefinitions.0.RepositoryCredentials"))
	assert.Contains(t, template.One("AWS::IAM::Policy").Get("PolicyDocument.Statement"), map[string]any{
		"Action": []any{"secretsmanager:GetSecretValue", "secretsmanager:DescribeSecret"}, "Effect": "Allow", "Resource": secret,
	})
	props.Containers[0].Repository = awsecr.NewRepository(stack, jsii.String("Repository"), nil)
	requireRefused(t, func() { ecsgpu.NewTaskDefinition(stack, "Both", props) },
		"Containers[0].RepositoryCredentials clash with Repository: ECS pulls from ECR with its role; leave one out")
}

func TestContainer_getsItsAdapters(t *testing.T) {
	stack, cluster := newPrivateCluster(t, 1)
	pool := cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"p4d.24xlarge"}, MaxCapacity: 2, EFA: true})
	props := taskProps(pool, ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(8), EFAInterfaces: 4})
	props.NetworkMode = ecsgpu.NetworkModeHost
	ecsgpu.NewTaskDefinition(stack, "Task", props)
	task := snapshot.Of(t, stack).One("AWS::ECS::TaskDefinition")
	devices := task.Get("ContainerDefinitions.0.LinuxParameters.Devices").([]any)
	assert.Len(t, devices, 4)
	assert.Equal(t, map[string]any{"HostPath": "/dev/infiniband/uverbs3", "Permissions": []any{"read", "write", "mknod"}}, devices[3])
	assert.Equal(t, []any{map[string]any{"Name": "memlock", "SoftLimit": -1.0, "HardLimit": -1.0}}, task.Get("ContainerDefinitions.0.Ulimits"))
}

func TestContainer_getsItsNeuronDevices(t *testing.T) {
	stack, _ := newTask(t, poolOf("inf2.24xlarge"), ecsgpu.Container{NeuronDevices: 6})
	devices := snapshot.Of(t, stack).One("AWS::ECS::TaskDefinition").Get("ContainerDefinitions.0.LinuxParameters.Devices").([]any)
	assert.Len(t, devices, 6)
	assert.Equal(t, map[string]any{"HostPath": "/dev/neuron5", "Permissions": []any{"read", "write"}}, devices[5])
}

func TestContainer_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		container ecsgpu.Container
		change    func(*ecsgpu.TaskDefinitionProps)
		problems  []string
	}{
		"shared memory above the memory": {ecsgpu.Container{SharedMemoryMiB: 512}, nil, []string{
			"Containers[0].SharedMemoryMiB counts against the memory and must be at most 256, got 512",
		}},
		"shared memory above the container's own limit": {ecsgpu.Container{SharedMemoryMiB: 512}, func(p *ecsgpu.TaskDefinitionProps) { p.MemoryMiB = 1024 }, []string{
			"Containers[0].SharedMemoryMiB counts against the memory and must be at most 256, got 512",
		}},
		"amounts below zero": {ecsgpu.Container{CPUUnits: -1, SharedMemoryMiB: -2}, nil, []string{
			"Containers[0]: CPUUnits, MemoryMiB, MemoryReservationMiB and SharedMemoryMiB must not be negative, got -1, 256, 0 and -2",
		}},
		"more memory than the task": {ecsgpu.Container{MemoryMiB: 2048}, func(p *ecsgpu.TaskDefinitionProps) { p.MemoryMiB = 1024 }, []string{
			"Containers[0].MemoryMiB must be at most that of the task (1024), got 2048",
		}},
		"more CPU than the task": {ecsgpu.Container{CPUUnits: 2048}, func(p *ecsgpu.TaskDefinitionProps) { p.CPUUnits = 1024 }, []string{
			"CPUUnits must be at least those of the containers together (2048), got 1024",
		}},
		"a task with too little CPU": {ecsgpu.Container{}, func(p *ecsgpu.TaskDefinitionProps) { p.CPUUnits = 100 }, []string{
			"CPUUnits must be between 128 and 196608, got 100; a container's may be less",
		}},
		"more reserved than the task has": {ecsgpu.Container{MemoryMiB: 1024, MemoryReservationMiB: 1024}, func(p *ecsgpu.TaskDefinitionProps) { p.MemoryMiB = 512 }, []string{
			"MemoryMiB must be at least what the containers reserve together (1024), got 512",
			"Containers[0].MemoryMiB must be at most that of the task (512), got 1024",
		}},
		"nothing essential": {ecsgpu.Container{NonEssential: true}, nil, []string{
			"Containers: at least one must be essential; the task ends when it does",
		}},
		"a variable with two values": {ecsgpu.Container{Environment: map[string]string{"TOKEN": "x"}, Secrets: map[string]awsecs.Secret{"TOKEN": nil}}, nil, []string{
			"Containers[0].Secrets: TOKEN is nil; awsecs.Secret_FromSecretsManager makes one",
			"Containers[0].Secrets: TOKEN is also in Environment; leave one out",
		}},
		"driver capabilities twice": {ecsgpu.Container{DriverCapabilities: []string{"all"}, Environment: map[string]string{"NVIDIA_DRIVER_CAPABILITIES": "all"}}, nil, []string{
			"Containers[0].Environment: NVIDIA_DRIVER_CAPABILITIES clashes with DriverCapabilities; leave one out",
		}},
		"ports that are none": {ecsgpu.Container{Ports: []ecsgpu.Port{{Container: 70000, Protocol: "sctp"}}}, nil, []string{
			"Containers[0].Ports[0] must be between 1 and 65535, got 70000 (host 0)",
			`Containers[0].Ports[0].Protocol must be tcp or udp, got "sctp"`,
		}},
		"another port outside bridge mode": {ecsgpu.Container{Ports: []ecsgpu.Port{{Container: 8080, Host: 80}}},
			func(p *ecsgpu.TaskDefinitionProps) { p.NetworkMode = ecsgpu.NetworkModeHost }, []string{
				"Containers[0].Ports[0].Host must be the container's port (8080) outside bridge mode, got 80",
			}},
		"ports without a network": {ecsgpu.Container{Ports: []ecsgpu.Port{{Container: 8080}}},
			func(p *ecsgpu.TaskDefinitionProps) { p.NetworkMode = ecsgpu.NetworkModeNone }, []string{
				`Containers[0].Ports need a network, and NetworkMode is "none"`,
			}},
		"a port of the instance itself": {ecsgpu.Container{Ports: []ecsgpu.Port{{Container: 22, Host: 22}}}, nil, []string{
			`Containers[0].Ports: task definition "task" requests port 22 of the host, which every container instance uses itself; use another host port, or hostPort 0 for a dynamic one. [ecsgpu-fit-ports]`,
		}},
		"a limit below the one it is under": {ecsgpu.Container{Ulimits: []ecsgpu.Ulimit{{Name: "nofile", Soft: -1, Hard: 1024}}}, nil, []string{
			`Containers[0].Ulimits[0] must have a Name and a Soft limit of at most Hard, got "nofile", -1 and 1024`,
		}},
		"a health check without its first word": {ecsgpu.Container{HealthCheck: &ecsgpu.HealthCheck{Command: []string{"curl", "localhost"}}}, nil, []string{
			`Containers[0].HealthCheck.Command must start with CMD or CMD-SHELL, for example []string{"CMD-SHELL", "curl -f localhost:8080"}, got ["curl" "localhost"]`,
		}},
		"a health check out of range": {ecsgpu.Container{HealthCheck: &ecsgpu.HealthCheck{Command: []string{"CMD", "true"},
			Interval: time.Second, Timeout: 2 * time.Minute, StartPeriod: time.Hour, Retries: 11}}, nil, []string{
			"Containers[0].HealthCheck.Interval must be between 5s and 5m0s, got 1s",
			"Containers[0].HealthCheck.Timeout must be between 2s and 1m0s, got 2m0s",
			"Containers[0].HealthCheck.StartPeriod must be between 0s and 5m0s, got 1h0m0s",
			"Containers[0].HealthCheck.Retries must be between 1 and 10, got 11",
		}},
		"a dependency on itself": {ecsgpu.Container{DependsOn: []ecsgpu.Dependency{{Container: "main"}}}, nil, []string{
			`Containers[0].DependsOn[0] must name another container of the task, got "main"`,
		}},
		"waiting for what never comes": {ecsgpu.Container{DependsOn: []ecsgpu.Dependency{
			{Container: "side", Condition: ecsgpu.ContainerConditionHealthy}, {Container: "side", Condition: ecsgpu.ContainerConditionComplete}, {Container: "side", Condition: "READY"}}},
			func(p *ecsgpu.TaskDefinitionProps) {
				p.Containers = append(p.Containers, ecsgpu.Container{Name: "side", Image: "busybox", MemoryMiB: 64})
			}, []string{
				`Containers[0].DependsOn[0] waits for "side" to be healthy, and it has no HealthCheck`,
				`Containers[0].DependsOn[1] waits for the end of "side", which would end the task; make it NonEssential`,
				`Containers[0].DependsOn[2].Condition must be START, COMPLETE, SUCCESS or HEALTHY, got "READY"`,
			}},
		"times that are no seconds": {ecsgpu.Container{StartTimeout: 30, StopTimeout: -time.Second}, nil, []string{
			"Containers[0].StartTimeout must be whole seconds, such as 30*time.Second, and not negative, got 30ns",
			"Containers[0].StopTimeout must be whole seconds, such as 30*time.Second, and not negative, got -1s",
		}},
		"a health check every so many nanoseconds": {ecsgpu.Container{HealthCheck: &ecsgpu.HealthCheck{Command: []string{"CMD", "true"},
			Timeout: 2500 * time.Millisecond, StartPeriod: 300}}, nil, []string{
			"Containers[0].HealthCheck.Timeout must be whole seconds, such as 30*time.Second, got 2.5s",
			"Containers[0].HealthCheck.StartPeriod must be whole seconds, such as 30*time.Second, got 300ns",
		}},
		"a secret that is nil": {ecsgpu.Container{Secrets: map[string]awsecs.Secret{"TOKEN": nil}}, nil, []string{
			"Containers[0].Secrets: TOKEN is nil; awsecs.Secret_FromSecretsManager makes one",
		}},
		"adapters of a pool that attaches none": {ecsgpu.Container{EFAInterfaces: 1}, nil, []string{
			`Containers[0].EFAInterfaces need NetworkMode "host", got "bridge"`,
			`Containers[0].EFAInterfaces need EFA, which pool "pool" does not set`,
		}},
		"devices below zero": {ecsgpu.Container{NeuronDevices: -1}, nil, []string{
			"Containers[0]: NeuronDevices and EFAInterfaces must not be negative, got -1 and 0",
		}},
		"more memory than an instance hands out": {ecsgpu.Container{MemoryMiB: 196608}, nil, []string{
			`Containers[0].MemoryMiB: task definition "task" requests 196608 MiB, but g6.12xlarge of pool pool has less than 196352 MiB for tasks; only about 181606 can be counted on; use a suitable instance type, such as gr6.8xlarge, g6.16xlarge, g5.16xlarge, or request less [ecsgpu-fit-memory]`,
		}},
		"a volume that the task does not have": {ecsgpu.Container{Mounts: []ecsgpu.Mount{{Volume: "data"}}}, nil, []string{
			`Containers[0].Mounts[0] must name a volume of the task and a Path, got "data" and ""`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			stack, cluster := newCluster(t)
			props := taskProps(cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.12xlarge"}, MaxCapacity: 1}), test.container)
			if test.change != nil {
				test.change(props)
			}
			requireRefused(t, func() { ecsgpu.NewTaskDefinition(stack, "Task", props) }, test.problems...)
		})
	}
}
