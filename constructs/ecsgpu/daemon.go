package ecsgpu

import (
	"fmt"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
)

// DaemonProps are the props of [NewDaemon].
type DaemonProps struct {
	// Task is what runs once on every instance of its pool: a metrics agent,
	// a cache. It must not ask for GPUs, which it would take from the others.
	// Required, with a Pool.
	Task *TaskDefinition
}

// Daemon runs a task on every instance of a pool. Daemons do not keep
// instances alive: managed scaling ignores them.
type Daemon struct {
	constructs.Construct
	// Resource is the CloudFormation resource.
	Resource awsecs.CfnService
}

// NewDaemon creates a daemon service on the pool of its task. It names the
// instances by [PoolAttribute], because a daemon service takes no capacity
// provider.
func NewDaemon(scope constructs.Construct, id string, props *DaemonProps) *Daemon {
	defer alone(id)()
	var given DaemonProps
	if props != nil {
		given = *props
	}
	refuse(scope, id, given.problems())

	d := &Daemon{}
	constructs.NewConstruct_Override(d, scope, &id)
	pool := given.Task.Pool
	d.Resource = awsecs.NewCfnService(d, jsii.String("Resource"), &awsecs.CfnServiceProps{
		Cluster:            pool.Cluster.Resource.Ref(),
		TaskDefinition:     given.Task.Resource.Ref(),
		SchedulingStrategy: jsii.String("DAEMON"),
		LaunchType:         jsii.String("EC2"),
		DeploymentConfiguration: &awsecs.CfnService_DeploymentConfigurationProperty{
			MinimumHealthyPercent: jsii.Number(0), MaximumPercent: jsii.Number(100),
		},
		PlacementConstraints: []any{&awsecs.CfnService_PlacementConstraintProperty{
			Type: jsii.String("memberOf"), Expression: jsii.String(fmt.Sprintf("attribute:%s == %s", PoolAttribute, pool.id)),
		}},
		PropagateTags:        jsii.String("SERVICE"),
		EnableEcsManagedTags: jsii.Bool(true),
	})
	d.Resource.Node().AddDependency(pool.Cluster.Association)
	return d
}

// ServiceName is the name that ECS gives the daemon service.
func (d *Daemon) ServiceName() *string { return d.Resource.AttrName() }

func (p DaemonProps) problems() error {
	var all problems
	if p.Task == nil || p.Task.Pool == nil {
		all.add("Task is required, and its Pool: a daemon runs on every instance of one pool")
		return all.join()
	}
	for i, c := range p.Task.containerProps {
		if !c.GPUs.IsZero() {
			all.add("Task: Containers[%d].GPUs must be empty for a daemon, got %s; it would hold them on every instance", i, c.GPUs)
		}
	}
	return all.join()
}
