package ecsgpu_test

import (
	"strings"
	"testing"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const poweroff = "shutdown -h now"

func TestGPUCheck_defaults(t *testing.T) {
	four := bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6.12xlarge"}})
	mixed := bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge", "g6.12xlarge", "g6.48xlarge"}})
	for name, test := range map[string]struct {
		script string
		on     func(*machine)
		joins  bool
	}{
		"all GPUs join":                                {four, func(m *machine) { m.hasGPUs(4) }, true},
		"a GPU that is missing does not":               {four, func(m *machine) { m.hasGPUs(3) }, false},
		"a driver that fails does not":                 {four, func(m *machine) { m.fakes["nvidia-smi"] = "echo 'No devices were found'; exit 6" }, false},
		"an image without the driver does not":         {four, func(m *machine) { m.fakes["nvidia-smi"] = "exit 127" }, false},
		"the large type with all of its GPUs":          {mixed, func(m *machine) { m.isOf("g6.48xlarge").hasGPUs(8) }, true},
		"the large type with those of the small":       {mixed, func(m *machine) { m.isOf("g6.48xlarge").hasGPUs(4) }, false},
		"the middle type with all of its GPUs":         {mixed, func(m *machine) { m.isOf("g6.12xlarge").hasGPUs(4) }, true},
		"the small type":                               {mixed, func(m *machine) { m.isOf("g6.xlarge").hasGPUs(1) }, true},
		"the small type without its GPU":               {mixed, func(m *machine) { m.isOf("g6.xlarge").hasGPUs(0) }, false},
		"no answer from the metadata service, one GPU": {mixed, func(m *machine) { m.fakes["curl"] = "exit 22"; m.hasGPUs(1) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMachine(t)
			test.on(m)
			code, calls := m.boot(t, test.script)
			if test.joins {
				assert.Zero(t, code)
				assert.NotContains(t, calls, poweroff)
			} else {
				assert.Equal(t, 1, code)
				assert.Equal(t, poweroff, calls[len(calls)-1])
			}
		})
	}
}

// The driver loads while the instance boots.
func TestGPUCheck_waitsForTheDriver(t *testing.T) {
	m := newMachine(t)
	m.fakes["nvidia-smi"] = `count=$(cat "$0.count" 2>/dev/null || echo 0); echo $((count + 1)) > "$0.count"
[ "$count" -ge 3 ] || exit 9
echo 'GPU 0: NVIDIA L4'`
	code, calls := m.boot(t, bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}}))
	assert.Zero(t, code)
	assert.Equal(t, []string{"sleep 2", "sleep 2", "sleep 2"}, calls)
}

// CloudFormation learns of it, too.
func TestGPUCheck_signalsTheFailure(t *testing.T) {
	m := newMachine(t).hasGPUs(0)
	code, calls := m.boot(t, bootScriptOf(t, ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, DesiredCapacity: 1, InstanceSignals: 1}))
	assert.Equal(t, 1, code)
	assert.Contains(t, calls[len(calls)-1], "cfn-signal --exit-code 1 ")
	assert.Equal(t, poweroff, calls[len(calls)-2])
}

func TestGPUCheck_overrides(t *testing.T) {
	for name, test := range map[string]struct {
		props      ecsgpu.PoolProps
		terminates any
	}{
		"checked, and ended by its own shutdown": {ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}}, "terminate"},
		"told not to":                            {ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, AllowMissingGPUs: true}, nil},
		"without GPUs":                           {ecsgpu.PoolProps{InstanceTypes: []string{"c5.xlarge"}}, nil},
		"with Neuron devices":                    {ecsgpu.PoolProps{InstanceTypes: []string{"inf2.xlarge"}}, nil},
		"Bottlerocket, which runs no scripts":    {ecsgpu.PoolProps{InstanceTypes: []string{"g5g.xlarge"}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			stack, cluster := newCluster(t)
			test.props.MaxCapacity = 1
			pool := cluster.AddPool("pool", &test.props)
			launch := snapshot.Of(t, stack).One("AWS::EC2::LaunchTemplate")
			assert.Equal(t, test.terminates, launch.Get("LaunchTemplateData.InstanceInitiatedShutdownBehavior"))
			if pool.Image().OS != images.Bottlerocket {
				script, ok := launch.Get("LaunchTemplateData.UserData.Fn::Base64.Fn::Sub").(string)
				require.True(t, ok)
				assert.Equal(t, test.terminates != nil, strings.Contains(script, "nvidia-smi"))
			}
		})
	}
}
