//go:build e2e

package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// taskDefinitionFields are what an answer of ECS is compared by. moto's
// CloudFormation keeps only the first three of what a template says; the rest
// is seen in what `ecsgpu taskdef` registers.
var (
	fieldsFromTemplate = []string{"family", "memory", "containerDefinitions"}
	fieldsFromCLI      = append([]string{"cpu", "networkMode", "requiresCompatibilities", "executionRoleArn", "taskRoleArn"}, fieldsFromTemplate...)
)

// hasTaskDefinitions holds the task definitions that the stack made against the
// template, with the GPUs that each container asks for.
func (d *deployment) hasTaskDefinitions(t *testing.T) {
	t.Helper()
	for _, resource := range d.resources("AWS::ECS::TaskDefinition") {
		var answer struct{ TaskDefinition map[string]any }
		d.aws(t, &answer, "ecs", "describe-task-definition", "--task-definition", d.ids[resource.LogicalID])
		d.sameTaskDefinition(t, resource, answer.TaskDefinition, fieldsFromTemplate)
	}
}

// registersTaskDefinitions prints each task definition and registers it by hand,
// as the walk-through does for tasks that are to change without the stack.
func (d *deployment) registersTaskDefinitions(t *testing.T) {
	t.Helper()
	for _, resource := range d.resources("AWS::ECS::TaskDefinition") {
		family := d.text(t, resource.Properties.Get("Family"))
		args := []string{"taskdef", family, "--region", region, "--account", account}
		for flag, property := range map[string]string{"--execution-role-arn": "ExecutionRoleArn", "--task-role-arn": "TaskRoleArn"} {
			if role := resource.Properties.Get(property); !role.IsAbsent() {
				args = append(args, flag, d.text(t, role))
			}
		}
		definition, refusal, err := d.try("ecsgpu", args...)
		if err != nil {
			require.Contains(t, refusal, "only a deployment knows", family)
			continue // it names a bucket or a queue of the stack
		}
		input := filepath.Join(t.TempDir(), family+".json")
		require.NoError(t, os.WriteFile(input, []byte(definition), 0o644))

		var answer struct{ TaskDefinition map[string]any }
		d.aws(t, &answer, "ecs", "register-task-definition", "--cli-input-json", "file://"+input)
		d.sameTaskDefinition(t, resource, answer.TaskDefinition, fieldsFromCLI)
	}
}

func (d *deployment) sameTaskDefinition(t *testing.T, resource *cloudformation.ResourceValue, got map[string]any, fields []string) {
	t.Helper()
	all := asAPI(d.plain(t, resource.Properties)).(map[string]any)
	wanted := map[string]any{}
	compared := map[string]any{}
	for _, field := range fields {
		if value, ok := all[field]; ok {
			wanted[field] = value
		}
		if value, ok := got[field]; ok {
			compared[field] = value
		}
	}
	assert.JSONEq(t, asJSON(t, wanted), asJSON(t, withoutEmpty(compared)), resource.LogicalID)
}

// asAPI turns CloudFormation's names (ContainerDefinitions) into those of the
// ECS API (containerDefinitions). Names that a user gave, such as the options of
// a log driver, begin with a small letter already.
func asAPI(value any) any {
	switch value := value.(type) {
	case map[string]any:
		renamed := map[string]any{}
		for key, item := range value {
			renamed[lowerFirst(key)] = asAPI(item)
		}
		return renamed
	case []any:
		var renamed []any
		for _, item := range value {
			renamed = append(renamed, asAPI(item))
		}
		return renamed
	}
	return value
}

// withoutEmpty leaves out the empty lists that ECS adds to an answer.
func withoutEmpty(value any) any {
	switch value := value.(type) {
	case map[string]any:
		kept := map[string]any{}
		for key, item := range value {
			if list, ok := item.([]any); ok && len(list) == 0 {
				continue
			}
			kept[key] = withoutEmpty(item)
		}
		return kept
	case []any:
		var kept []any
		for _, item := range value {
			kept = append(kept, withoutEmpty(item))
		}
		return kept
	}
	return value
}

func lowerFirst(name string) string {
	return strings.ToLower(name[:1]) + name[1:]
}

func asJSON(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	require.NoError(t, err)
	return string(text)
}
