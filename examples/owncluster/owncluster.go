// Package owncluster is the stack gpu-cluster made one's own: another GPU type,
// and two more pools.
package owncluster

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// New creates a private cluster of four pools that rest at zero, watched by a
// dashboard and alarms.
func New(scope constructs.Construct, id string) awscdk.Stack {
	stack := awscdk.NewStack(scope, &id, nil)
	network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Kind: ecsgpu.NetworkKindPrivate, FlowLogs: true})
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{
		Network: network, ContainerInsights: ecsgpu.ContainerInsightsEnhanced,
	})
	cluster.AddPool("cpu", &ecsgpu.PoolProps{InstanceTypes: []string{"c5.2xlarge"}, MaxCapacity: 4})
	cluster.AddPool("gpu", &ecsgpu.PoolProps{
		InstanceTypes: []string{"g6e.12xlarge"}, MaxCapacity: 4, GPUMetrics: true,
	})
	cluster.AddPool("batch", &ecsgpu.PoolProps{
		InstanceTypes: []string{"g6.xlarge", "g5.xlarge"}, MaxCapacity: 8, GPUMetrics: true, Purchase: ecsgpu.Spot(""),
	})
	cluster.AddPool("large", &ecsgpu.PoolProps{
		InstanceTypes: []string{"p5.48xlarge"}, MaxCapacity: 2, GPUMetrics: true, LocalDisks: ecsgpu.LocalDisksForDocker,
	})
	ecsgpu.NewMonitoring(stack, "Monitoring", &ecsgpu.MonitoringProps{Cluster: cluster})
	return stack
}
