// Package ecsgpu holds the CDK constructs of a GPU cluster on Amazon ECS: a
// [Network], a [Cluster], its pools of container instances ([Pool]) and the
// task definitions that run on them ([TaskDefinition]).
//
// The smallest program (examples/quickstart) has a pool of CPU instances and one
// of GPU instances, both resting at zero, and a task that shows its GPU:
//
//	defer jsii.Close()
//	app := awscdk.NewApp(nil)
//	stack := awscdk.NewStack(app, jsii.String("quickstart"), nil)
//
//	network := ecsgpu.NewNetwork(stack, "Network", nil)
//	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: network})
//	cluster.AddPool("cpu", &ecsgpu.PoolProps{InstanceTypes: []string{"c5.2xlarge"}, MaxCapacity: 2})
//	gpus := cluster.AddPool("gpu", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 2})
//	ecsgpu.NewTaskDefinition(stack, "Smi", &ecsgpu.TaskDefinitionProps{
//		Family: "smi",
//		Pool:   gpus,
//		Containers: []ecsgpu.Container{{
//			Name: "smi", Image: "nvidia/cuda:12.9.1-base-ubuntu24.04", Command: []string{"nvidia-smi"},
//			GPUs: ecsgpu.WholeGPUs(1), CPUUnits: 1024, MemoryMiB: 2048,
//		}},
//	})
//
//	ecsgpu.AddChecks(app)
//	app.Synth(nil)
//
// More pools are more calls of [Cluster.AddPool]; a pool can name its types, or
// what it needs of them ([PoolProps].Selection). [NewService] keeps tasks running,
// [NewMonitoring] watches the GPUs, and [AddChecks] holds the whole app against
// rules that know GPUs. examples/owncluster is a cluster for a company.
//
// Props are plain Go values, and the zero value of a field is its documented
// default. A constructor looks at all of its props before it creates anything
// and refuses what could not work with one panic that carries a
// [*RefusedError], which lists every problem; see [Recover] for turning that
// panic back into an error.
//
// CDK for Go is not safe for concurrent use: jsii speaks to one Node.js process
// and mixes up calls that come from several goroutines. Create constructs from
// one goroutine at a time, and run no tests of them with t.Parallel. A
// constructor of this package that is called while another one runs in another
// goroutine panics with a [*RefusedError]; calls of CDK itself at the same time
// cannot be noticed.
//
// At its end a program prints "Runtime process exited abnormally: waitid: no
// child processes" in some runs: jsii-runtime-go 1.139.0 collects the exit
// status of Node.js twice. The template and the exit code are right all the same.
//
// What a construct creates is exported as CDK objects, so that whatever these
// props do not cover is one property away. Nothing here reads the consumer's
// feature flags, and nothing is backed by a Lambda function.
package ecsgpu
