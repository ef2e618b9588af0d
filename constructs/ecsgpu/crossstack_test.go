package ecsgpu_test

import (
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

// A platform team owns the network and the cluster, a product team the service:
// three stacks that refer to each other in one direction.
func TestCrossStack_serviceOfAnotherTeam(t *testing.T) {
	app := snapshot.NewApp(t, nil)
	stack := func(name string) awscdk.Stack { return awscdk.NewStack(app, &name, nil) }
	base, platform, product := stack("base"), stack("platform"), stack("product")

	cluster := ecsgpu.NewCluster(platform, "Cluster", &ecsgpu.ClusterProps{Network: ecsgpu.NewNetwork(base, "Network", nil)})
	pool := cluster.AddPool("gpu", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 2})
	task := ecsgpu.NewTaskDefinition(product, "Task", taskProps(pool, ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(1), Ports: []ecsgpu.Port{{Container: 8080}}}))
	ecsgpu.NewService(product, "Service", &ecsgpu.ServiceProps{Task: task, LoadBalancer: &ecsgpu.LoadBalancerProps{Port: 8080}})
	task.GrantRun(awsiam.NewRole(product, jsii.String("Starter"), &awsiam.RoleProps{
		AssumedBy: awsiam.NewServicePrincipal(jsii.String("lambda.amazonaws.com"), nil),
	}))
	daemon := ecsgpu.NewTaskDefinition(product, "Agent", &ecsgpu.TaskDefinitionProps{
		Family: "agent", Pool: pool, Containers: []ecsgpu.Container{{Name: "agent", Image: "busybox", MemoryMiB: 64}},
	})
	ecsgpu.NewDaemon(product, "Daemon", &ecsgpu.DaemonProps{Task: daemon})

	template := snapshot.Of(t, product)
	for _, each := range template.Resources("AWS::ECS::Service") {
		assert.NotEmpty(t, each.Get("Cluster.Fn::ImportValue"), each.LogicalID)
	}
	ingress := template.One("AWS::EC2::SecurityGroupIngress")
	assert.NotEmpty(t, ingress.Get("GroupId.Fn::ImportValue"), "the group of the instances")
	assert.Equal(t, groupOf(template, "LoadBalancer").LogicalID, ingress.Get("SourceSecurityGroupId.Fn::GetAtt.0"))
	var dependencies []string
	for _, each := range *product.Dependencies() {
		dependencies = append(dependencies, *each.StackName())
	}
	assert.ElementsMatch(t, []string{"base", "platform"}, dependencies)
	assert.Empty(t, snapshot.Of(t, platform).Resources("AWS::EC2::SecurityGroupIngress"), "the rule is with the load balancer that it lets in")
}
