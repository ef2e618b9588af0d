//go:build attack && linux

package attack

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// probe is a number as a template may write it. What is written fine is a
// number; what is doubtful is warned of; all others are refused.
type probe struct {
	text           string
	fine, doubtful bool
}

var probes = []probe{
	{text: "NaN"}, {text: "'NaN'"}, {text: ".nan"}, {text: ".inf"}, {text: "-.inf"}, {text: "Infinity"}, {text: "''"}, {text: "' '"}, {text: "true"}, {text: "false"}, {text: "'true'"},
	{text: "0.5"}, {text: "'0.5'"}, {text: "1.5e0"}, {text: "-1"}, {text: "'-1'"}, {text: "-9223372036854775808"}, {text: "2147483648"}, {text: "4294967296"}, {text: "9223372036854775807"},
	{text: "9223372036854775808"}, {text: "18446744073709551615"}, {text: "18446744073709551617"}, {text: "1e18"}, {text: "1e30"}, {text: "1e308"}, {text: "1e999"}, {text: "'1e18'"},
	{text: "100000000000000000000"}, {text: "1000000000000000000000000000000"}, {text: "five"}, {text: "'5 GPUs'"}, {text: "'1,000'"}, {text: "'٣'"}, {text: "'0x'"}, {text: "'1e'"}, {text: "'--1'"}, {text: "[1]"}, {text: "{a: 1}"},
	{text: "'1_000'", doubtful: true}, {text: "1_000", doubtful: true}, {text: "' 5 '", doubtful: true}, {text: "0x10", doubtful: true}, {text: "'0x10'", doubtful: true}, {text: "'+3'", doubtful: true},
	{text: "'5.0'", doubtful: true}, {text: "010", doubtful: true}, {text: "'1e1'", doubtful: true},
	{text: "1", fine: true}, {text: "'1'", fine: true}, {text: "7", fine: true}, {text: "!Ref Unknown", fine: true},
}

// places are properties that are numbers, in a template that is right but for them.
var places = []string{"DesiredCount", "MinSize", "MaxSize", "Memory", "MemoryReservation", "Cpu", "TaskMemory"}

const numbersTemplate = `Parameters: {Unknown: {Type: Number}}
Resources:
  Cluster: {Type: AWS::ECS::Cluster}
  Launch: {Type: AWS::EC2::LaunchTemplate, Properties: {LaunchTemplateData: {InstanceType: g6.12xlarge, UserData: !Base64 {'Fn::Sub': 'echo ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config'}}}}
  Group: {Type: AWS::AutoScaling::AutoScalingGroup, Properties: {MinSize: <MinSize|0>, MaxSize: <MaxSize|100>, LaunchTemplate: {LaunchTemplateId: !Ref Launch, Version: '1'}}}
  Provider: {Type: AWS::ECS::CapacityProvider, Properties: {AutoScalingGroupProvider: {AutoScalingGroupArn: !Ref Group, ManagedScaling: {Status: ENABLED}}}}
  Task:
    Type: AWS::ECS::TaskDefinition
    Properties:
      Family: job
      Memory: <TaskMemory|4096>
      ContainerDefinitions: [{Name: main, Image: x, Cpu: <Cpu|256>, Memory: <Memory|2048>, MemoryReservation: <MemoryReservation|1024>, ResourceRequirements: [{Type: GPU, Value: <GPU|1>}]}]
  Service: {Type: AWS::ECS::Service, Properties: {Cluster: !Ref Cluster, TaskDefinition: !Ref Task, DesiredCount: <DesiredCount|1>}}
`

var placeholder = regexp.MustCompile(`<(\w+)\|(\w+)>`)

// with writes a number in a place, and what is right in all others.
func with(place, number string) string {
	return placeholder.ReplaceAllStringFunc(numbersTemplate, func(found string) string {
		if match := placeholder.FindStringSubmatch(found); match[1] != place {
			return match[2]
		}
		return number
	})
}

func TestNumbers(t *testing.T) {
	numbers := 0
	for _, place := range places {
		for _, p := range probes {
			numbers++
			sideBySide(t, place+" "+p.text, func(t *testing.T, w *workspace) {
				checked := w.limited(with(place, p.text), "check", "-")
				checked.survives(t)
				asked := strings.TrimPrefix(place, "Task")
				switch {
				case p.fine:
					assert.NotContains(t, checked.stdout, "ecsgpu-template-number")
				case p.doubtful:
					assert.Contains(t, checked.stdout, "ecsgpu-template-number-form")
				default:
					assert.Equal(t, 1, checked.code, "an error")
					assert.Regexp(t, asked+` of .* must be a whole number from \d+ to \d+, got `, checked.stdout)
				}
			})
		}
	}
	assert.GreaterOrEqual(t, numbers, 280)
}

// A plan never says more than it knows: no figure is negative or beyond what ECS
// has, and what is refused is not called unknown.
func TestNumbers_inPlans(t *testing.T) {
	for _, place := range []string{"GPU", "DesiredCount", "MaxSize", "Memory"} {
		for _, p := range probes {
			sideBySide(t, place+" "+p.text, func(t *testing.T, w *workspace) {
				planned := w.limited(with(place, p.text), "plan", "-", "--format", "json")
				planned.survives(t)
				require.NotEmpty(t, planned.stdout, planned.stderr)
				var figures any
				require.NoError(t, json.Unmarshal([]byte(planned.stdout), &figures))
				honest(t, "", figures)
				if !p.fine && !p.doubtful && place != "GPU" {
					assert.NotContains(t, planned.stdout, "known only at deployment")
				}
			})
		}
	}
}

// honest walks through a plan.
func honest(t *testing.T, path string, v any) {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			honest(t, path+"."+key, value)
		}
	case []any:
		for i, value := range v {
			honest(t, fmt.Sprintf("%s[%d]", path, i), value)
		}
	case float64:
		assert.GreaterOrEqual(t, v, 0.0, path)
		assert.Less(t, v, 1e10, path)
	}
}
