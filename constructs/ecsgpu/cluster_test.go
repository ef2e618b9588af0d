package ecsgpu_test

import (
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssns"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

// newCluster creates a cluster in a stack of its own.
func newCluster(t *testing.T) (awscdk.Stack, *ecsgpu.Cluster) {
	stack := snapshot.NewStack(t)
	network := ecsgpu.NewNetwork(stack, "Network", nil)
	return stack, ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: network})
}

func TestCluster_defaults(t *testing.T) {
	stack, cluster := newCluster(t)
	cluster.AddPool("gpu", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1})
	cpu := cluster.AddPool("cpu", &ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, MaxCapacity: 1})
	cluster.AddPool("more", &ecsgpu.PoolProps{InstanceTypes: []string{"c5.xlarge"}, MaxCapacity: 1})
	template := snapshot.Of(t, stack)

	assert.Equal(t, "disabled", template.One("AWS::ECS::Cluster").Get("ClusterSettings.0.Value"))
	assert.Nil(t, template.One("AWS::ECS::Cluster").Get("ClusterName"))
	assert.Nil(t, template.One("AWS::EC2::SecurityGroup").Get("SecurityGroupIngress"))
	association := template.One("AWS::ECS::ClusterCapacityProviderAssociations")
	assert.Len(t, association.Get("CapacityProviders"), 3)
	assert.Len(t, association.Get("DefaultCapacityProviderStrategy"), 1, "only CPU work may go unnamed")
	assert.Equal(t, *stack.GetLogicalId(cpu.CapacityProvider), association.Get("DefaultCapacityProviderStrategy.0.CapacityProvider.Ref"))
	assert.Len(t, cluster.Pools(), 3)
}

func TestCluster_overrides(t *testing.T) {
	stack := snapshot.NewStack(t)
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{
		Network: ecsgpu.NewNetwork(stack, "Network", nil), Name: "research",
		ContainerInsights: ecsgpu.ContainerInsightsEnhanced, DisableManagedTerminationProtection: true,
	})
	cluster.AddPool("small", &ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, MaxCapacity: 1})
	large := cluster.AddPool("large", &ecsgpu.PoolProps{InstanceTypes: []string{"c5.4xlarge"}, MaxCapacity: 1, Default: true})
	template := snapshot.Of(t, stack)

	assert.Equal(t, "research", template.One("AWS::ECS::Cluster").Get("ClusterName"))
	assert.Equal(t, "enhanced", template.One("AWS::ECS::Cluster").Get("ClusterSettings.0.Value"))
	association := template.One("AWS::ECS::ClusterCapacityProviderAssociations")
	assert.Equal(t, *stack.GetLogicalId(large.CapacityProvider), association.Get("DefaultCapacityProviderStrategy.0.CapacityProvider.Ref"))
	for _, provider := range template.Resources("AWS::ECS::CapacityProvider") {
		assert.Equal(t, "DISABLED", provider.Get("AutoScalingGroupProvider.ManagedTerminationProtection"))
	}
	for _, group := range template.Resources("AWS::AutoScaling::AutoScalingGroup") {
		assert.Equal(t, false, group.Get("NewInstancesProtectedFromScaleIn"))
	}
}

// CloudFormation deletes in the reverse order of creation: what names a
// resource goes before it. So services go first, then the association, then the
// providers, then the groups; any other order fails with "capacity provider is
// in use".
func TestCluster_deletesInOrder(t *testing.T) {
	stack, cluster := newCluster(t)
	for _, id := range []string{"one", "two"} {
		pool := cluster.AddPool(id, &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1})
		task := ecsgpu.NewTaskDefinition(stack, "Task"+id, taskProps(pool, ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(1)}))
		ecsgpu.NewService(stack, "Service"+id, &ecsgpu.ServiceProps{Task: task})
		agent := ecsgpu.NewTaskDefinition(stack, "Agent"+id, taskProps(pool, ecsgpu.Container{}))
		ecsgpu.NewDaemon(stack, "Daemon"+id, &ecsgpu.DaemonProps{Task: agent})
	}
	// A pool that comes after the services belongs to the same association.
	cluster.AddPool("late", &ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, MaxCapacity: 1})
	template := snapshot.Of(t, stack)

	association := template.One("AWS::ECS::ClusterCapacityProviderAssociations")
	services := template.Resources("AWS::ECS::Service")
	require.Len(t, services, 4)
	for _, service := range services {
		assert.Contains(t, service.Body["DependsOn"], association.LogicalID)
	}
	providers := template.Resources("AWS::ECS::CapacityProvider")
	assert.Len(t, association.Get("CapacityProviders"), len(providers))
	for _, provider := range providers {
		assert.Contains(t, association.Get("CapacityProviders"), map[string]any{"Ref": provider.LogicalID})
		template.Resource(provider.Get("AutoScalingGroupProvider.AutoScalingGroupArn.Ref").(string))
	}
}

func TestCluster_withOnlyAcceleratorsHasNoDefaultStrategy(t *testing.T) {
	stack, cluster := newCluster(t)
	cluster.AddPool("gpu", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1})
	association := snapshot.Of(t, stack).One("AWS::ECS::ClusterCapacityProviderAssociations")
	assert.Equal(t, []any{}, association.Get("DefaultCapacityProviderStrategy"))
}

func TestCluster_rejects(t *testing.T) {
	stack := snapshot.NewStack(t)
	requireRefused(t, func() {
		ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Name: "my cluster", ContainerInsights: "on"})
	},
		"Network is required; NewNetwork creates one or adopts an existing VPC",
		`Name must be 1 to 255 letters, digits, underscores or hyphens, got "my cluster"`,
		`ContainerInsights must be "disabled", "enabled" or "enhanced", got "on"`)
	requireRefused(t, func() { ecsgpu.NewCluster(stack, "Other", nil) },
		"Network is required; NewNetwork creates one or adopts an existing VPC")
}

// An importer treats a construct like one of CDK's own. Embedding an interface
// and creating it the obvious way compiles and then panics in each of these.
func TestConstructs_areConstructs(t *testing.T) {
	stack, cluster := newCluster(t)
	pool := cluster.AddPool("cpu", &ecsgpu.PoolProps{InstanceTypes: []string{"c5.large"}, MaxCapacity: 1})
	task := ecsgpu.NewTaskDefinition(stack, "Task", &ecsgpu.TaskDefinitionProps{
		Family: "task", Pool: pool,
		Containers: []ecsgpu.Container{{Name: "main", Image: "busybox", MemoryMiB: 128}},
	})
	for name, construct := range map[string]constructs.Construct{
		"network": cluster.Network, "cluster": cluster, "pool": pool, "task": task,
	} {
		t.Run(name+" is a scope, is tagged, annotated and depended on", func(t *testing.T) {
			require.NotPanics(t, func() {
				topic := awssns.NewTopic(construct, jsii.String("Topic"), nil)
				awscdk.Tags_Of(construct).Add(jsii.String("team"), jsii.String("vision"), nil)
				awscdk.Annotations_Of(construct).AddInfo(jsii.String("seen"))
				topic.Node().AddDependency(construct)
				awssns.NewTopic(stack, jsii.String("After"+name), nil).Node().AddDependency(construct)
			})
		})
	}
	t.Run("cluster and pool are connectable", func(t *testing.T) {
		require.NotPanics(t, func() {
			other := awsec2.NewSecurityGroup(stack, jsii.String("Other"), &awsec2.SecurityGroupProps{Vpc: cluster.Network.Vpc})
			other.Connections().AllowTo(cluster, awsec2.Port_Tcp(jsii.Number(8080)), nil)
			other.Connections().AllowFrom(pool, awsec2.Port_Tcp(jsii.Number(9090)), nil)
		})
	})
	t.Run("task is grantable", func(t *testing.T) {
		require.NotPanics(t, func() { awssns.NewTopic(stack, jsii.String("Jobs"), nil).GrantPublish(task) })
		require.NotNil(t, snapshot.Of(t, stack).One("AWS::ECS::TaskDefinition").Get("TaskRoleArn"))
	})
}
