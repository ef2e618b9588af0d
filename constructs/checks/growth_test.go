package checks

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory/fromtemplate"
)

// fleet is a template of about n resources: pools with a provider each, tasks,
// and a service for each task.
func fleet(n int) []byte {
	var b strings.Builder
	b.WriteString("Resources:\n  Cluster: {Type: AWS::ECS::Cluster}\n  Launch: {Type: AWS::EC2::LaunchTemplate, Properties: {LaunchTemplateData: {InstanceType: g6.12xlarge, UserData: !Base64 {'Fn::Sub': 'echo ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config'}}}}\n")
	for i := range n / 4 {
		fmt.Fprintf(&b, "  Group%d: {Type: AWS::AutoScaling::AutoScalingGroup, Properties: {MinSize: 0, MaxSize: 4, LaunchTemplate: {LaunchTemplateId: !Ref Launch, Version: '1'}}}\n", i)
		fmt.Fprintf(&b, "  Provider%d: {Type: AWS::ECS::CapacityProvider, Properties: {AutoScalingGroupProvider: {AutoScalingGroupArn: !Ref Group%d, ManagedScaling: {Status: ENABLED}}}}\n", i, i)
		fmt.Fprintf(&b, "  Task%d: {Type: AWS::ECS::TaskDefinition, Properties: {Family: f%d, RequiresCompatibilities: [EC2], ContainerDefinitions: [{Name: c, Image: x, Cpu: 512, Memory: %d, ResourceRequirements: [{Type: GPU, Value: 1}]}]}}\n", i, i, 1024+i)
		fmt.Fprintf(&b, "  Service%d: {Type: AWS::ECS::Service, Properties: {Cluster: !Ref Cluster, TaskDefinition: !Ref Task%d, DesiredCount: 2}}\n", i, i)
	}
	return []byte(b.String())
}

// allocations are those of one call: a count of work that no other load changes.
func allocations(work func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs - before.Mallocs)
}

// Ten times the resources take about ten times the work. Pairs of tasks and
// pools grow a hundredfold from 100 to 1,000, and no further.
func TestGrowth(t *testing.T) {
	parse := func(n int) *cloudformation.Template {
		parsed, err := cloudformation.Parse("t.yaml", fleet(n), cloudformation.NoLimits)
		require.NoError(t, err)
		return parsed
	}
	few, some, many := parse(100), parse(1000), parse(10_000)
	for name, c := range map[string]struct {
		work        func(*cloudformation.Template)
		first, then float64 // the most that work may grow from 100 to 1,000, and on to 10,000
	}{
		"read": {func(p *cloudformation.Template) {
			_, err := fromtemplate.Read(p, cloudformation.Environment{})
			require.NoError(t, err)
		}, 12, 12},
		"check": {func(p *cloudformation.Template) {
			_, err := Template(p, cloudformation.Environment{})
			require.NoError(t, err)
		}, 15, 15},
	} {
		t.Run(name, func(t *testing.T) {
			a, b, d := allocations(func() { c.work(few) }), allocations(func() { c.work(some) }), allocations(func() { c.work(many) })
			assert.LessOrEqual(t, b/a, c.first, "from 100 to 1,000 resources: %.0f to %.0f allocations", a, b)
			assert.LessOrEqual(t, d/b, c.then, "from 1,000 to 10,000 resources: %.0f to %.0f allocations", b, d)
			t.Logf("allocations at 100, 1,000 and 10,000 resources: %.0f, %.0f, %.0f", a, b, d)
		})
	}
}

func TestTemplate_saysWhatItLeftOut(t *testing.T) {
	said := func(text []byte) string {
		parsed, err := cloudformation.Parse("t.yaml", text, cloudformation.NoLimits)
		require.NoError(t, err)
		found, err := Template(parsed, cloudformation.Environment{})
		require.NoError(t, err)
		var messages []string
		for _, f := range found {
			if f.ID == problemID {
				assert.Equal(t, Info, f.Severity)
				messages = append(messages, f.Message)
			}
		}
		return strings.Join(messages, "\n")
	}
	assert.Empty(t, said(fleet(500)), "a template that CloudFormation takes is looked at as a whole")
	assert.Contains(t, said(fleet(2400)), "of the tasks and services were not held against the pools")

	var b strings.Builder
	b.WriteString("Parameters:\n")
	for i := range 50 {
		fmt.Fprintf(&b, "  P%d: {Type: String, Default: v, AllowedValues: [v%s]}\n", i, values(81))
	}
	b.WriteString(string(fleet(8)))
	for i := range 50 {
		fmt.Fprintf(&b, "  Used%d: {Type: AWS::ECS::Cluster, Properties: {ClusterName: !Ref P%d}}\n", i, i)
	}
	b.WriteString(strings.Repeat("#", 2<<20)) // values times bytes are bounded
	assert.Regexp(t, `only the first \d+ of 4050 other values that parameters allow were tried`, said([]byte(b.String())))
}

func values(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ", v%d", i)
	}
	return b.String()
}
