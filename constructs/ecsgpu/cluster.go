package ecsgpu

import (
	"regexp"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// ContainerInsights says which CloudWatch metrics ECS collects of a cluster.
type ContainerInsights string

const (
	// ContainerInsightsDisabled collects none.
	ContainerInsightsDisabled ContainerInsights = "disabled"
	// ContainerInsightsEnabled collects metrics of the cluster, its services
	// and tasks, billed as custom metrics.
	ContainerInsightsEnabled ContainerInsights = "enabled"
	// ContainerInsightsEnhanced adds metrics of each task and container.
	ContainerInsightsEnhanced ContainerInsights = "enhanced"
)

// ClusterProps are the props of [NewCluster].
type ClusterProps struct {
	// Network is where the container instances launch. Required.
	Network *Network
	// Name is the cluster's name: up to 255 letters, digits, underscores and
	// hyphens. A name makes replacement impossible without a new name.
	// Default: CloudFormation names it.
	Name string
	// ContainerInsights says which metrics ECS collects, and bills.
	// Default: ContainerInsightsDisabled.
	ContainerInsights ContainerInsights
	// DisableManagedTerminationProtection lets managed scaling end instances
	// that run tasks, after draining them. CloudFormation can then delete the
	// groups while they have instances, but not while a task uses their capacity
	// providers. For tests and demonstrations.
	// Default: false, managed termination protection is on.
	DisableManagedTerminationProtection bool
}

// Cluster is an ECS cluster with its security group and the one association
// that ties its pools' capacity providers to it. By itself it costs nothing;
// its pools do.
//
// Something that starts tasks should depend on the Cluster (as constructs do,
// with Node().AddDependency), so that CloudFormation deletes it before it takes
// the capacity providers away. [Service] depends on what it uses. The deletion
// of a stack fails while tasks that were started by hand use its providers;
// docs/deletion.md has the commands.
type Cluster struct {
	constructs.Construct
	// Cluster is the cluster for whatever in CDK takes one.
	Cluster awsecs.ICluster
	// Resource is the CloudFormation resource.
	Resource awsecs.CfnCluster
	// SecurityGroup is the group of all container instances. It has no
	// ingress rule.
	SecurityGroup awsec2.SecurityGroup
	// Association ties the pools' capacity providers to the cluster, and holds
	// the default strategy. Managed pools belong to the cluster without it. Nil
	// before the first Pool.
	Association awsecs.CfnClusterCapacityProviderAssociations
	// Network is the network from the props.
	Network *Network

	name                  string // from the props
	terminationProtection bool
	pools                 []*Pool
	providers             []*string
	defaultPool           *Pool
}

var clusterName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,255}$`)

// NewCluster creates an ECS cluster without instances; AddPool gives it some.
func NewCluster(scope constructs.Construct, id string, props *ClusterProps) *Cluster {
	defer alone(id)()
	var given ClusterProps
	if props != nil {
		given = *props
	}
	refuse(scope, id, given.problems())

	c := &Cluster{Network: given.Network, name: given.Name, terminationProtection: !given.DisableManagedTerminationProtection}
	constructs.NewConstruct_Override(c, scope, &id)
	c.Resource = awsecs.NewCfnCluster(c, jsii.String("Resource"), &awsecs.CfnClusterProps{
		ClusterName:     optionalString(given.Name),
		ClusterSettings: given.settings(),
	})
	if given.containerInsights() == ContainerInsightsDisabled {
		const disabled = "CloudWatch bills each metric of Container Insights by the month; ClusterProps.ContainerInsights turns it on"
		Acknowledge(c.Resource, Reasons{"AwsSolutions-ECS4": disabled, "CKV_AWS_65": disabled})
	}
	c.SecurityGroup = awsec2.NewSecurityGroup(c, jsii.String("SecurityGroup"), &awsec2.SecurityGroupProps{
		Vpc:              given.Network.Vpc,
		Description:      jsii.String("Container instances"),
		AllowAllOutbound: jsii.Bool(true),
	})
	// An imported view of the resource: it counts as having EC2 capacity, which
	// services insist on, and CDK adds no second association to it.
	c.Cluster = awsecs.Cluster_FromClusterAttributes(c, jsii.String("Cluster"), &awsecs.ClusterAttributes{
		ClusterName:    c.Resource.Ref(),
		ClusterArn:     c.Resource.AttrArn(),
		Vpc:            given.Network.Vpc,
		SecurityGroups: &[]awsec2.ISecurityGroup{c.SecurityGroup},
		HasEc2Capacity: jsii.Bool(true),
	})
	return c
}

// Connections make the cluster's instances an IConnectable.
func (c *Cluster) Connections() awsec2.Connections { return c.SecurityGroup.Connections() }

// Pools returns the pools in the order in which they were added.
func (c *Cluster) Pools() []*Pool { return append([]*Pool(nil), c.pools...) }

// AddPool creates a pool of container instances and registers it as a capacity
// provider of the cluster. The id names the pool in paths and messages.
//
// The first CPU pool, or the one with Default set, becomes the default
// capacity provider strategy. GPU pools never do: nothing on ECS repels CPU
// work from GPU instances, so a task that needs GPUs names its pool.
func (c *Cluster) AddPool(id string, props *PoolProps) *Pool {
	defer alone(id)()
	pool := newPool(c, id, props)
	c.pools = append(c.pools, pool)
	if pool.props.Default || (c.defaultPool == nil && pool.Kind() == hardware.KindCPU) {
		c.defaultPool = pool
	}
	c.register(pool.CapacityProvider)
	if c.defaultPool == pool {
		c.useByDefault(pool)
	}
	return pool
}

// register writes the association anew with the providers of all groups so far.
func (c *Cluster) register(provider awsecs.CfnCapacityProvider) {
	c.providers = append(c.providers, provider.Ref())
	if c.Association == nil {
		c.Association = awsecs.NewCfnClusterCapacityProviderAssociations(c, jsii.String("Association"),
			&awsecs.CfnClusterCapacityProviderAssociationsProps{
				Cluster:                         c.Resource.Ref(),
				DefaultCapacityProviderStrategy: []any{},
			})
	}
	c.Association.SetCapacityProviders(&c.providers)
}

// useByDefault sends tasks that name no pool to this one.
func (c *Cluster) useByDefault(pool *Pool) {
	c.Association.SetDefaultCapacityProviderStrategy([]any{
		&awsecs.CfnClusterCapacityProviderAssociations_CapacityProviderStrategyProperty{
			CapacityProvider: pool.CapacityProvider.Ref(),
			Weight:           jsii.Number(1),
		},
	})
}

// settings renders Container Insights, also when disabled: an account's own
// default must not decide what a cluster costs.
func (p ClusterProps) settings() []any {
	return []any{&awsecs.CfnCluster_ClusterSettingsProperty{
		Name: jsii.String("containerInsights"), Value: jsii.String(string(p.containerInsights())),
	}}
}

func (p ClusterProps) containerInsights() ContainerInsights {
	if p.ContainerInsights == "" {
		return ContainerInsightsDisabled
	}
	return p.ContainerInsights
}

func (p ClusterProps) problems() error {
	var all problems
	if p.Network == nil {
		all.add("Network is required; NewNetwork creates one or adopts an existing VPC")
	}
	if p.Name != "" && !clusterName.MatchString(p.Name) {
		all.add("Name must be 1 to 255 letters, digits, underscores or hyphens, got %q", p.Name)
	}
	switch p.ContainerInsights {
	case "", ContainerInsightsDisabled, ContainerInsightsEnabled, ContainerInsightsEnhanced:
	default:
		all.add("ContainerInsights must be %q, %q or %q, got %q",
			ContainerInsightsDisabled, ContainerInsightsEnabled, ContainerInsightsEnhanced, p.ContainerInsights)
	}
	return all.join()
}

// optionalString is nil for a string that was left out.
func optionalString(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
