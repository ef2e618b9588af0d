package ecsgpu_test

import (
	"strings"
	"testing"

	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

// providerNames evaluates a template as a stack of that name, with names as
// CloudFormation makes them: a reference becomes the stack's name, the logical
// id and 13 random characters.
func providerNames(t *testing.T, made snapshot.Template, stack string) []string {
	t.Helper()
	parsed, err := cloudformation.Parse("template.json", made.Text())
	require.NoError(t, err)
	evaluation, err := parsed.Evaluate(cloudformation.Environment{StackName: stack})
	require.NoError(t, err)
	var names []string
	for _, resource := range evaluation.Resources() {
		if resource.Type == "AWS::ECS::CapacityProvider" {
			names = append(names, deployedName(evaluation, resource.Properties.Get("Name"), stack))
		}
	}
	return names
}

// deployedName cuts the name of an instance profile to IAM's limit, 128
// characters; a group's may have 255.
func deployedName(evaluation *cloudformation.Evaluation, name cloudformation.Value, stack string) string {
	var text strings.Builder
	for _, part := range name.Parts() {
		made := part.Text
		if id := part.Reference.LogicalID; id != "" {
			made = stack + "-" + id + "-ABCDEFGHIJKLM"
			if resource, _ := evaluation.Resource(id); resource.Type == "AWS::IAM::InstanceProfile" {
				made = made[max(0, len(made)-128):]
			}
		}
		text.WriteString(made)
	}
	return text.String()
}

// longPath is a scope whose path alone makes a logical id of 240 characters.
func longPath(scope constructs.Construct) constructs.Construct {
	for _, team := range []string{"Vision", "Speech", "Search"} {
		id := team + strings.Repeat("Research", 10)
		scope = constructs.NewConstruct(scope, &id)
	}
	return scope
}

func TestCapacityProvider_namesThatECSTakes(t *testing.T) {
	stack, cluster := newCluster(t)
	deep := ecsgpu.NewCluster(longPath(stack), "Cluster", &ecsgpu.ClusterProps{Network: cluster.Network})
	named := ecsgpu.NewCluster(stack, "Named", &ecsgpu.ClusterProps{Network: cluster.Network, Name: strings.Repeat("e", 123)})
	for _, c := range []*ecsgpu.Cluster{cluster, deep, named} {
		for _, id := range []string{"a.b", "ab"} {
			c.AddPool(id, &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1})
			c.AddManagedPool("managed-"+id, &ecsgpu.ManagedPoolProps{InstanceTypes: []string{"g6.xlarge"}})
		}
	}
	made := snapshot.Of(t, stack)
	for _, name := range []string{"training", "ecs-gpu", "aws-ml", "fargate-x", "ECSgpu", strings.Repeat("ecs-", 32)} {
		t.Run("stack "+name, func(t *testing.T) {
			names := providerNames(t, made, name)
			assert.Len(t, names, 12)
			seen := map[string]bool{}
			for _, provider := range names {
				assert.Regexp(t, `^[A-Za-z0-9_-]{1,255}$`, provider)
				assert.NotRegexp(t, `(?i)^(aws|ecs|fargate)`, provider)
				assert.False(t, seen[provider], "%s is taken", provider)
				seen[provider] = true
			}
		})
	}
}

// AutoScalingGroupArn and ClusterName can be set only at creation, and two
// providers cannot have one name.
func TestCapacityProvider_nameChangesWithWhatReplacesIt(t *testing.T) {
	build := func(clusterName string, change func(*ecsgpu.Pool)) []string {
		stack := snapshot.NewStack(t)
		cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: ecsgpu.NewNetwork(stack, "Network", nil), Name: clusterName})
		pool := cluster.AddPool("gpu", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1})
		cluster.AddManagedPool("managed", &ecsgpu.ManagedPoolProps{InstanceTypes: []string{"g6.xlarge"}})
		change(pool)
		return providerNames(t, snapshot.Of(t, stack), "training")
	}
	keep := func(*ecsgpu.Pool) {}
	before := build("", keep)
	require.Len(t, before, 2)
	assert.Equal(t, before, build("", keep))
	t.Run("the group", func(t *testing.T) {
		after := build("", func(p *ecsgpu.Pool) { p.AutoScalingGroup.OverrideLogicalId(jsii.String("Other")) })
		assert.NotEqual(t, before[0], after[0])
		assert.Equal(t, before[1], after[1])
	})
	t.Run("the cluster of a managed provider", func(t *testing.T) {
		after := build("research", keep)
		assert.Equal(t, before[0], after[0])
		assert.NotEqual(t, before[1], after[1])
		assert.NotEqual(t, after[1], build("vision", keep)[1])
	})
	t.Run("the providers' own logical ids", func(t *testing.T) {
		stack := snapshot.NewStack(t)
		cluster := ecsgpu.NewCluster(stack, "Moved", &ecsgpu.ClusterProps{Network: ecsgpu.NewNetwork(stack, "Network", nil)})
		cluster.AddPool("gpu", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1})
		cluster.AddManagedPool("managed", &ecsgpu.ManagedPoolProps{InstanceTypes: []string{"g6.xlarge"}})
		for i, name := range providerNames(t, snapshot.Of(t, stack), "training") {
			assert.NotEqual(t, before[i], name)
		}
	})
}

// Logical ids change only where a name would be too long.
func TestCapacityProvider_shortensOnlyLongIDs(t *testing.T) {
	stack, cluster := newCluster(t)
	pool := cluster.AddPool("gpu", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1})
	long := strings.Repeat("x", 60)
	fits := cluster.AddPool(long, &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1})
	deep := ecsgpu.NewCluster(longPath(stack), "Cluster", &ecsgpu.ClusterProps{Network: cluster.Network}).
		AddPool("gpu", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1})
	for _, p := range []*ecsgpu.Pool{pool, fits} {
		assert.Regexp(t, `^Cluster(gpu|x{60})AutoScalingGroup[0-9A-F]{8}$`, *stack.GetLogicalId(p.AutoScalingGroup))
	}
	made := snapshot.Of(t, stack)
	ids := map[int]int{}
	for _, group := range made.Resources("AWS::AutoScaling::AutoScalingGroup") {
		ids[len(group.LogicalID)]++
	}
	assert.Equal(t, map[int]int{34: 1, 91: 1, 109: 1}, ids)
	assert.Regexp(t, `^VisionResearch.*[0-9A-F]{8}$`, stack.Resolve(deep.AutoScalingGroup.LogicalId()).(string))
}

func TestWarmPool_defaults(t *testing.T) {
	stack, cluster := newCluster(t)
	cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 2, WarmPool: &ecsgpu.WarmPool{}})
	template := snapshot.Of(t, stack)
	warm := template.One("AWS::AutoScaling::WarmPool")
	assert.Equal(t, "Stopped", warm.Get("PoolState"))
	assert.Equal(t, 0.0, warm.Get("MinSize"))
	assert.Nil(t, warm.Get("MaxGroupPreparedCapacity"))
	assert.Nil(t, warm.Get("InstanceReusePolicy"), "ECS knows no return to the warm pool")
	assert.Equal(t, template.One("AWS::AutoScaling::AutoScalingGroup").LogicalID, warm.Get("AutoScalingGroupName.Ref"))
	assert.Contains(t, userData(t, template), "ECS_WARM_POOLS_CHECK=true\n")
}

func TestWarmPool_overrides(t *testing.T) {
	stack, cluster := newCluster(t)
	cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 4,
		WarmPool: &ecsgpu.WarmPool{MinSize: 1, MaxPrepared: 2, State: ecsgpu.WarmPoolStateRunning}})
	warm := snapshot.Of(t, stack).One("AWS::AutoScaling::WarmPool")
	assert.Equal(t, "Running", warm.Get("PoolState"))
	assert.Equal(t, 1.0, warm.Get("MinSize"))
	assert.Equal(t, 2.0, warm.Get("MaxGroupPreparedCapacity"))
}

func TestWarmPool_rejects(t *testing.T) {
	const several = "WarmPool: EC2 Auto Scaling has no warm pools for several instance types or spot; give one type, on demand"
	for name, test := range map[string]struct {
		props    ecsgpu.PoolProps
		problems []string
	}{
		"several types":      {ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge", "g5.xlarge"}, WarmPool: &ecsgpu.WarmPool{}}, []string{several}},
		"types by selection": {ecsgpu.PoolProps{Selection: &hardware.Selection{Kind: hardware.KindGPU, InstanceRequirements: hardware.InstanceRequirements{AcceleratorCount: hardware.AtLeast(1)}}, WarmPool: &ecsgpu.WarmPool{}}, []string{several}},
		"spot instances":     {ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, Purchase: ecsgpu.Spot(""), WarmPool: &ecsgpu.WarmPool{}}, []string{several}},
		"a capacity block": {
			ecsgpu.PoolProps{InstanceTypes: []string{"p5.48xlarge"}, Zone: 1, Purchase: ecsgpu.CapacityBlock("cr-0123456789abcdef0"), WarmPool: &ecsgpu.WarmPool{}},
			[]string{"WarmPool clashes with a capacity block, for which EC2 Auto Scaling has no warm pools; leave one out"},
		},
		"sizes and a state that do not exist": {
			ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, WarmPool: &ecsgpu.WarmPool{MinSize: 3, MaxPrepared: 2, State: "Asleep"}},
			[]string{"WarmPool.MaxPrepared must be at least MinSize (3), got 2", `WarmPool.State must be "Stopped" or "Running", got "Asleep"`},
		},
		"a size below zero": {
			ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, WarmPool: &ecsgpu.WarmPool{MinSize: -1}},
			[]string{"WarmPool.MinSize and MaxPrepared must not be negative, got -1 and 0"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, cluster := newCluster(t)
			test.props.MaxCapacity = 1
			requireRefused(t, func() { cluster.AddPool("pool", &test.props) }, test.problems...)
		})
	}
}
