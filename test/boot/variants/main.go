// Command variants is a CDK app with the pools that no stack and no example
// has: their boot scripts are run beside the others.
package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/images"
)

func main() {
	defer jsii.Close()
	app := awscdk.NewApp(nil)
	stack := awscdk.NewStack(app, jsii.String("variants"), nil)
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: ecsgpu.NewNetwork(stack, "Network", nil)})
	for id, props := range variants() {
		props.MaxCapacity = 2
		if props.InstanceSignals > 0 {
			props.DesiredCapacity = 2
		}
		cluster.AddPool(id, &props)
	}
	app.Synth(nil)
}

func variants() map[string]ecsgpu.PoolProps {
	al2, _ := images.Lookup(images.AL2GPU)
	return map[string]ecsgpu.PoolProps{
		"docker-on-one-disk":   {InstanceTypes: []string{"g6.xlarge"}, LocalDisks: ecsgpu.LocalDisksForDocker},
		"docker-on-two-disks":  {InstanceTypes: []string{"g6.48xlarge"}, LocalDisks: ecsgpu.LocalDisksForDocker, InstanceSignals: 1},
		"tasks-on-one-disk":    {InstanceTypes: []string{"c5d.large"}, LocalDisks: ecsgpu.LocalDisksForTasks, InstanceSignals: 1},
		"several-counts":       {InstanceTypes: []string{"g6.48xlarge", "g6.xlarge", "g6.12xlarge"}, InstanceSignals: 1},
		"missing-gpus-allowed": {InstanceTypes: []string{"g6.12xlarge"}, AllowMissingGPUs: true, InstanceSignals: 1},
		"fraction":             {InstanceTypes: []string{"g6f.large", "g6f.xlarge"}},
		"warm": {InstanceTypes: []string{"g6.xlarge"}, InstanceSignals: 1,
			WarmPool: &ecsgpu.WarmPool{State: ecsgpu.WarmPoolStateRunning}, LocalDisks: ecsgpu.LocalDisksForDocker},
		"metrics":        {InstanceTypes: []string{"g6.xlarge"}, GPUMetrics: true, InstanceSignals: 1},
		"amazon-linux-2": {InstanceTypes: []string{"g5.12xlarge"}, Image: al2, InstanceSignals: 1},
		"command-fails":  {InstanceTypes: []string{"c5.large"}, BootCommands: []string{"exit 7"}, InstanceSignals: 1},
		"neuron":         {InstanceTypes: []string{"inf2.xlarge"}, InstanceSignals: 1},
	}
}
