package stacks_test

import (
	"embed"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/ecsgpu/cdk/stacks"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

//go:embed testdata/*.original.json
var originals embed.FS

// original is a published demo, as recorded facts.
type original struct {
	Parameters map[string]struct {
		Type      string
		Default   any
		MustAllow []string
	}
	Resources []struct {
		ID         string
		Type       string
		Properties map[string]any
		Trusts     string
	}
	Outputs         []string
	ExportName      string
	TaskDefinitions []struct {
		Family, Container, GPUs, TaskCPU, TaskMemory string
		ContainerCPU, ContainerMemory                float64
		Environment                                  map[string]string
	}
	Images map[string]string
}

func readOriginal(t *testing.T, name string) original {
	data, err := originals.ReadFile("testdata/" + name + ".original.json")
	require.NoError(t, err)
	var facts original
	require.NoError(t, json.Unmarshal(data, &facts))
	return facts
}

// row is a line of a table in docs/equivalence.md.
type row struct {
	original, verdict, why string
	here                   []string
}

// equivalenceTable reads a table below a heading of docs/equivalence.md. Tables
// of parameters have no column "Here".
func equivalenceTable(t *testing.T, stack, section string) map[string]row {
	page, err := os.ReadFile("../docs/equivalence.md")
	require.NoError(t, err)
	_, text, found := strings.Cut(string(page), "\n## "+stack+"\n")
	require.True(t, found, "docs/equivalence.md has no section %s", stack)
	text, _, _ = strings.Cut(text, "\n## ")
	_, text, found = strings.Cut(text, "\n### "+section+"\n")
	require.True(t, found, "docs/equivalence.md has no section %s of %s", section, stack)
	text, _, _ = strings.Cut(text, "\n### ")
	rows := map[string]row{}
	for line := range strings.SplitSeq(text, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) < 5 || strings.Contains(line, "---") || strings.Contains(line, "| Verdict |") {
			continue
		}
		cells = cells[1 : len(cells)-1]
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		each := row{original: cells[0], verdict: cells[1], why: cells[len(cells)-1]}
		if len(cells) > 3 && cells[2] != "" {
			each.here = strings.Split(cells[2], ", ")
		}
		rows[each.original] = each
	}
	return rows
}

// successors are the types that took the place of types of the original.
var successors = map[string]string{
	"AWS::AutoScaling::LaunchConfiguration": "AWS::EC2::LaunchTemplate",
}

// requireEquivalent holds what both stacks have against the original. The rest
// is their own.
func requireEquivalent(t *testing.T, name string) (original, snapshot.Template) {
	t.Helper()
	facts := readOriginal(t, name)
	entry, found := stacks.Find(name)
	require.True(t, found)
	template := snapshot.Of(t, entry.New(snapshot.NewApp(t, nil)))
	t.Run("resources", func(t *testing.T) { requireEquivalentResources(t, name, facts, template) })
	t.Run("parameters", func(t *testing.T) { requireEquivalentParameters(t, name, facts, template) })
	t.Run("outputs", func(t *testing.T) { requireEquivalentOutputs(t, facts, template) })
	return facts, template
}

func TestTensorFlowTest_isEquivalentToTheOriginal(t *testing.T) {
	facts, template := requireEquivalent(t, "tensorflow-test")
	t.Run("task definitions", func(t *testing.T) { requireEquivalentTasks(t, facts, template) })
	t.Run("GPU instance types", func(t *testing.T) {
		image, _ := images.Lookup(images.AL2023GPU)
		allowed := stringsOf(template.Section("Parameters")["GPUInstanceType"].(map[string]any)["AllowedValues"])
		for _, instanceType := range hardware.All() {
			drives := instanceType.IsNVIDIA() && images.Supports(image, instanceType).Level == images.Works
			assert.Equal(t, drives, slices.Contains(allowed, instanceType.Name), instanceType.Name)
		}
		for _, name := range facts.Parameters["GPUInstanceType"].MustAllow {
			assert.Contains(t, allowed, name)
		}
	})
}

func TestDSSTNE_isEquivalentToTheOriginal(t *testing.T) {
	facts, template := requireEquivalent(t, "dsstne")
	t.Run("task definition", func(t *testing.T) {
		was := facts.TaskDefinitions[0]
		now := template.Resource(template.Section("Outputs")["DsstneTaskDefinition"].(map[string]any)["Value"].(map[string]any)["Ref"].(string))
		assert.Equal(t, was.Container, now.Get("ContainerDefinitions.0.Name"))
		assert.Equal(t, was.ContainerMemory, now.Get("ContainerDefinitions.0.Memory"))
		assert.Equal(t, []any{map[string]any{"Type": "GPU", "Value": was.GPUs}}, now.Get("ContainerDefinitions.0.ResourceRequirements"))
		assert.Equal(t, []any{"/bin/bash", "-c"}, now.Get("ContainerDefinitions.0.EntryPoint"))
		assert.Nil(t, now.Get("ContainerDefinitions.0.Privileged"))
		environment := environmentOf(now)
		for name, value := range was.Environment {
			assert.Equal(t, value, environment[name], name)
		}
		for _, name := range []string{"DATAURL", "TRAININGCONFIGURL", "S3BUCKETRESULTS"} {
			assert.Contains(t, environment, name)
		}
	})
	t.Run("nothing is open", func(t *testing.T) {
		assert.Nil(t, template.One("AWS::EC2::SecurityGroup").Get("SecurityGroupIngress"))
		assert.Nil(t, template.One("AWS::EC2::LaunchTemplate").Get("LaunchTemplateData.KeyName"))
	})
}

func requireEquivalentOutputs(t *testing.T, facts original, template snapshot.Template) {
	outputs := template.Section("Outputs")
	for _, key := range facts.Outputs {
		require.Contains(t, outputs, key)
		var export any
		if facts.ExportName != "" {
			export = map[string]any{"Name": map[string]any{"Fn::Sub": strings.ReplaceAll(facts.ExportName, "<output>", key)}}
		}
		assert.Equal(t, export, outputs[key].(map[string]any)["Export"])
	}
}

func requireEquivalentResources(t *testing.T, stack string, facts original, template snapshot.Template) {
	table := equivalenceTable(t, stack, "Resources")
	require.Len(t, table, len(facts.Resources), "one row for each resource of the original")
	for _, was := range facts.Resources {
		row, ok := table[was.ID]
		require.True(t, ok, "no row for %s", was.ID)
		want := was.Type
		switch row.verdict {
		case "same":
			assert.Len(t, row.here, 1, was.ID)
		case "successor":
			assert.NotEmpty(t, row.why, "%s has a successor for a reason", was.ID)
			if successor := successors[was.Type]; successor != "" {
				want = successor
			}
		case "dropped":
			assert.NotEmpty(t, row.why, "%s is dropped for a reason", was.ID)
			assert.Empty(t, row.here, was.ID)
		default:
			t.Errorf("%s has the verdict %q", was.ID, row.verdict)
		}
		for _, id := range row.here {
			now := template.Resource(id)
			assert.Equal(t, want, now.Body["Type"], id)
			requireProperties(t, was.ID, was.Properties, now)
			if was.Trusts != "" {
				assert.Equal(t, was.Trusts, now.Get("AssumeRolePolicyDocument.Statement.0.Principal.Service"), id)
			}
		}
	}
}

// requireProperties holds recorded properties against a resource. A name of a
// parameter stands for a reference to it.
func requireProperties(t *testing.T, original string, properties map[string]any, now snapshot.Resource) {
	for name, want := range properties {
		var got any
		switch name {
		case "zone":
			name, got = "zone", now.Get("AvailabilityZone.Fn::Select.0")
		case "ingress":
			got = float64(len(listOf(now.Get("SecurityGroupIngress"))))
		case "MinSize":
			want, got = "1", now.Get(name)
		case "MaxSize", "DesiredCapacity":
			got = now.Get(name + ".Ref")
		case "ImageId", "InstanceType":
			got = now.Get("LaunchTemplateData." + name + ".Ref")
		default:
			got = now.Get(name)
		}
		assert.Equal(t, want, got, "%s of %s", name, original)
	}
}

func requireEquivalentParameters(t *testing.T, stack string, facts original, template snapshot.Template) {
	table := equivalenceTable(t, stack, "Parameters")
	for name, was := range facts.Parameters {
		now, ok := template.Section("Parameters")[name].(map[string]any)
		require.True(t, ok, "no parameter %s", name)
		if table[name].verdict == "ignored" {
			assert.Equal(t, "", now["Default"], name)
			assert.NotEmpty(t, table[name].why, name)
			continue
		}
		assert.Equal(t, was.Type, now["Type"], name)
		switch table[name].verdict {
		case "same":
			if was.Default == nil {
				continue // the record has none
			}
			assert.Equal(t, was.Default, now["Default"], name)
		case "new default":
			assert.NotEqual(t, was.Default, now["Default"], name)
			assert.NotEmpty(t, table[name].why, name)
		default:
			t.Errorf("%s has the verdict %q", name, table[name].verdict)
		}
	}
}

func requireEquivalentTasks(t *testing.T, facts original, template snapshot.Template) {
	byFamily := map[string]snapshot.Resource{}
	for _, task := range template.Resources("AWS::ECS::TaskDefinition") {
		byFamily[task.Get("Family").(string)] = task
	}
	require.Len(t, byFamily, len(facts.TaskDefinitions))
	for _, was := range facts.TaskDefinitions {
		now := byFamily[was.Family]
		assert.Equal(t, was.TaskCPU, now.Get("Cpu"), was.Family)
		assert.Equal(t, was.TaskMemory, now.Get("Memory"), was.Family)
		assert.Equal(t, was.Container, now.Get("ContainerDefinitions.0.Name"), was.Family)
		assert.Equal(t, was.ContainerCPU, now.Get("ContainerDefinitions.0.Cpu"), was.Family)
		assert.Equal(t, facts.Images[was.Container], now.Get("ContainerDefinitions.0.Image"), was.Family)
		var gpus any
		if was.GPUs != "" {
			gpus = was.GPUs
		}
		assert.Equal(t, gpus, now.Get("ContainerDefinitions.0.ResourceRequirements.0.Value"), was.Family)
		environment := map[string]any{}
		for name, value := range was.Environment {
			environment[name] = value
		}
		assert.Equal(t, environment, environmentOf(now), was.Family)
		logs := template.Resource(now.Get("ContainerDefinitions.0.LogConfiguration.Options.awslogs-group.Ref").(string))
		assert.Equal(t, "${EnvironmentName}-task-"+was.Container, logs.Get("LogGroupName.Fn::Sub"), was.Family)
	}
}

// environmentOf returns the environment of a task definition's first container.
func environmentOf(task snapshot.Resource) map[string]any {
	environment := map[string]any{}
	for _, each := range listOf(task.Get("ContainerDefinitions.0.Environment")) {
		pair := each.(map[string]any)
		environment[pair["Name"].(string)] = pair["Value"]
	}
	return environment
}

func listOf(value any) []any {
	list, _ := value.([]any)
	return list
}

func stringsOf(value any) []string {
	var all []string
	for _, each := range listOf(value) {
		all = append(all, each.(string))
	}
	return all
}
