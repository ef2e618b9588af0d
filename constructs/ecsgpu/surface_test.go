package ecsgpu_test

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsautoscaling"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

// surface are the tables of docs/surface.md and the structs of CDK whose fields
// they list, with the properties that CDK does not have yet.
var surface = map[string]struct {
	properties any
	missing    []string
}{
	"AWS::ECS::TaskDefinition":                            {properties: awsecs.CfnTaskDefinitionProps{}},
	"AWS::ECS::TaskDefinition ContainerDefinition":        {properties: awsecs.CfnTaskDefinition_ContainerDefinitionProperty{}},
	"AWS::ECS::TaskDefinition ResourceRequirement":        {properties: awsecs.CfnTaskDefinition_ResourceRequirementProperty{}, missing: []string{"SharingStrategy"}},
	"AWS::ECS::TaskDefinition LinuxParameters":            {properties: awsecs.CfnTaskDefinition_LinuxParametersProperty{}},
	"AWS::ECS::TaskDefinition Volume":                     {properties: awsecs.CfnTaskDefinition_VolumeProperty{}},
	"AWS::ECS::CapacityProvider":                          {properties: awsecs.CfnCapacityProviderProps{}},
	"AWS::ECS::CapacityProvider AutoScalingGroupProvider": {properties: awsecs.CfnCapacityProvider_AutoScalingGroupProviderProperty{}},
	"AWS::ECS::CapacityProvider ManagedScaling":           {properties: awsecs.CfnCapacityProvider_ManagedScalingProperty{}},
	"AWS::ECS::CapacityProvider InstanceLaunchTemplate":   {properties: awsecs.CfnCapacityProvider_InstanceLaunchTemplateProperty{}},
	"AWS::EC2::LaunchTemplate LaunchTemplateData":         {properties: awsec2.CfnLaunchTemplate_LaunchTemplateDataProperty{}},
	"AWS::AutoScaling::AutoScalingGroup":                  {properties: awsautoscaling.CfnAutoScalingGroupProps{}},
	"AWS::ECS::Service":                                   {properties: awsecs.CfnServiceProps{}},
	"AWS::ECS::Service DeploymentConfiguration":           {properties: awsecs.CfnService_DeploymentConfigurationProperty{}},
}

// ours are the types that the tables name: props, and constructs whose exported
// resources are the escape hatches.
var ours = map[string]reflect.Type{}

func init() {
	for _, each := range []any{
		ecsgpu.ClusterProps{}, ecsgpu.PoolProps{}, ecsgpu.PoolParameters{}, ecsgpu.ManagedPoolProps{}, ecsgpu.TaskDefinitionProps{},
		ecsgpu.Container{}, ecsgpu.Volume{}, ecsgpu.ServiceProps{}, ecsgpu.ScalingProps{}, ecsgpu.DaemonProps{},
		ecsgpu.Pool{}, ecsgpu.ManagedPool{}, ecsgpu.TaskDefinition{}, ecsgpu.Service{},
	} {
		ours[reflect.TypeOf(each).Name()] = reflect.TypeOf(each)
	}
}

// row is a line of a table: a property, what the API says of it, and how.
type row struct{ property, answer, how string }

// tables reads the tables of docs/surface.md by their headings.
func tables(t *testing.T) map[string][]row {
	text, err := os.ReadFile("../../docs/surface.md")
	require.NoError(t, err)
	all := map[string][]row{}
	heading := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			heading = strings.TrimSpace(strings.TrimLeft(line, "#"))
		}
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if strings.HasPrefix(line, "|") && len(cells) == 3 && cells[0] != "Property" && !strings.HasPrefix(cells[0], "---") {
			all[heading] = append(all[heading], row{cells[0], cells[1], cells[2]})
		}
	}
	return all
}

func TestSurface_listsEveryProperty(t *testing.T) {
	all := tables(t)
	for heading, each := range surface {
		t.Run(heading, func(t *testing.T) {
			want := slices.Clone(each.missing)
			for _, field := range reflect.VisibleFields(reflect.TypeOf(each.properties)) {
				want = append(want, field.Name)
			}
			slices.Sort(want)
			var got []string
			for _, row := range all[heading] {
				got = append(got, row.property)
			}
			assert.Equal(t, want, got, "the properties of CDK, sorted")
		})
	}
	for heading := range all {
		assert.Contains(t, surface, heading, "a table of nothing")
	}
}

var (
	quoted = regexp.MustCompile("`([^`]+)`")
	// named is a field of ours, or a method of a resource that it exports.
	named = regexp.MustCompile(`^[A-Z]\w+\.[A-Z]\w+(\.Set\w+)?$`)
)

func TestSurface_namesWhatThereIs(t *testing.T) {
	for heading, rows := range tables(t) {
		for _, each := range rows {
			t.Run(heading+" "+each.property, func(t *testing.T) {
				fields, hatches := 0, 0
				for _, match := range quoted.FindAllStringSubmatch(each.how, -1) {
					name := match[1]
					switch {
					case strings.HasPrefix(name, "ContainerDefinitions.0."), strings.HasPrefix(name, "Volumes.0."), name == "awscdk.Tags_Of":
						hatches++
					case isPath(name, heading):
						hatches++
					case named.MatchString(name):
						requireNamed(t, name)
						if strings.Count(name, ".") == 2 {
							hatches++
						} else {
							fields++
						}
					}
				}
				switch each.answer {
				case "yes":
					assert.Positive(t, fields, "a yes names the field that says it")
				case "escape hatch":
					assert.Positive(t, hatches, "an escape hatch names the call or the path")
				case "no", "fixed":
					assert.NotEmpty(t, each.how, "and why")
				default:
					assert.Fail(t, "neither yes, fixed, escape hatch nor no", each.answer)
				}
			})
		}
	}
}

// isPath says whether a name is a path into the properties of a table's resource.
func isPath(name, heading string) bool {
	first, _, nested := strings.Cut(name, ".")
	resource, _, _ := strings.Cut(heading, " ")
	properties := surface[resource].properties
	if resource == "AWS::EC2::LaunchTemplate" {
		properties = awsec2.CfnLaunchTemplateProps{}
	}
	_, found := reflect.TypeOf(properties).FieldByName(first)
	return nested && found
}

// requireNamed fails for a field or a setter that does not exist.
func requireNamed(t *testing.T, name string) {
	parts := strings.Split(name, ".")
	require.Contains(t, ours, parts[0])
	field, found := ours[parts[0]].FieldByName(parts[1])
	require.True(t, found, "%s has no %s", parts[0], parts[1])
	if len(parts) == 3 {
		_, found = field.Type.MethodByName(parts[2])
		require.True(t, found, "%s.%s has no %s", parts[0], parts[1], parts[2])
	}
}

// The escape hatches of the table work: by setter, by path, by tag.
func TestSurface_escapeHatchesWork(t *testing.T) {
	stack, service := serve(t, ecsgpu.ServiceProps{})
	task, pool := service.Task, service.Task.Pool
	task.Resource.SetPidMode(jsii.String("task"))
	task.Resource.AddPropertyOverride(jsii.String("ContainerDefinitions.0.Hostname"), "trainer")
	pool.LaunchTemplate.AddPropertyOverride(jsii.String("LaunchTemplateData.Monitoring.Enabled"), true)
	pool.AutoScalingGroup.SetMaxInstanceLifetime(jsii.Number(604800))
	pool.CapacityProvider.AddPropertyOverride(jsii.String("AutoScalingGroupProvider.ManagedScaling.InstanceWarmupPeriod"), 600)
	service.Resource.AddPropertyOverride(jsii.String("DeploymentConfiguration.BakeTimeInMinutes"), 10)
	template := snapshot.Of(t, stack)

	definition := template.One("AWS::ECS::TaskDefinition")
	assert.Equal(t, "task", definition.Get("PidMode"))
	assert.Equal(t, "trainer", definition.Get("ContainerDefinitions.0.Hostname"))
	assert.Equal(t, "main", definition.Get("ContainerDefinitions.0.Name"), "the rest stays")
	assert.Equal(t, true, template.One("AWS::EC2::LaunchTemplate").Get("LaunchTemplateData.Monitoring.Enabled"))
	assert.Equal(t, 604800.0, template.One("AWS::AutoScaling::AutoScalingGroup").Get("MaxInstanceLifetime"))
	assert.Equal(t, map[string]any{"Status": "ENABLED", "TargetCapacity": 100.0, "InstanceWarmupPeriod": 600.0},
		template.One("AWS::ECS::CapacityProvider").Get("AutoScalingGroupProvider.ManagedScaling"))
	assert.Equal(t, 10.0, template.One("AWS::ECS::Service").Get("DeploymentConfiguration.BakeTimeInMinutes"))
}
