package checks

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// under are the ids of what is found in a template that is deployed as a stack
// of that name; empty when the name is not known.
func under(t *testing.T, stackName, text string) []string {
	t.Helper()
	findings, err := Document("template.yaml", []byte(text), cloudformation.Environment{StackName: stackName})
	require.NoError(t, err)
	return ids(findings)
}

func TestRules_providerNames(t *testing.T) {
	const named, byStack = "ecsgpu-scaling-provider-name", "ecsgpu-scaling-provider-stack-name"
	nameless := example(t, byStack, "fail")
	with := func(name string) string {
		return strings.Replace(example(t, named, "pass"), "Name: gpus", "Name: "+name, 1)
	}
	for name, test := range map[string]struct {
		template string
		stack    string
		found    []string
	}{
		"no name, stack ecs-gpu":                        {nameless, "ecs-gpu", []string{byStack}},
		"no name, stack EcsCp":                          {nameless, "EcsCp", []string{byStack}},
		"no name, stack aws-ml":                         {nameless, "aws-ml", []string{byStack}},
		"no name, stack fargate":                        {nameless, "fargate", []string{byStack}},
		"no name, stack training":                       {nameless, "training", nil},
		"no name, stack my-ecs":                         {nameless, "my-ecs", nil},
		"no name, stack unknown":                        {nameless, "", nil},
		"the stack's name first, stack ecs-gpu":         {with("!Sub '${AWS::StackName}-gpus'"), "ecs-gpu", []string{named}},
		"the stack's name first, stack training":        {with("!Sub '${AWS::StackName}-gpus'"), "training", nil},
		"the stack's name first, stack unknown":         {with("!Sub '${AWS::StackName}-gpus'"), "", nil},
		"a reserved beginning, whatever the stack":      {with("!Sub 'ECS-${AWS::StackName}'"), "", []string{named}},
		"a prefix, then the group's name":               {with("!Sub 'cp-${Group}'"), "ecs-gpu", nil},
		"the group's name, which begins with the stack": {with("!Ref Group"), "", nil},
		"a dot": {with("g6.12xlarge"), "", []string{named}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, test.found, under(t, test.stack, test.template))
		})
	}
	t.Run("the fix names a provider that can still be replaced", func(t *testing.T) {
		for _, id := range []string{named, byStack} {
			fix := checkText(t, "fail.yaml", example(t, id, "fail"))[0].Fix
			assert.Contains(t, fix, "!Sub 'cp-${Group}'")
		}
	})
}

// A managed provider belongs to its cluster without an association.
func TestRules_managedProviders(t *testing.T) {
	managed := example(t, "ecsgpu-scaling-managed-association", "pass")
	service := `
  Task:
    Type: AWS::ECS::TaskDefinition
    Properties:
      Family: serve
      NetworkMode: awsvpc
      RequiresCompatibilities: [MANAGED_INSTANCES]
      Cpu: '2048'
      Memory: '8192'
      ContainerDefinitions: [{Name: main, Image: 'nvidia/cuda:12.9.1-base-ubuntu24.04', ResourceRequirements: [{Type: GPU, Value: '1'}]}]
  Service:
    Type: AWS::ECS::Service
    Properties:
      Cluster: !Ref Cluster
      TaskDefinition: !Ref Task
      CapacityProviderStrategy: [{CapacityProvider: !Ref Managed, Weight: 1}]
      NetworkConfiguration: {AwsvpcConfiguration: {Subnets: !Ref Subnets}}
`
	t.Run("a service on it needs no dependency on the association", func(t *testing.T) {
		assert.Empty(t, under(t, "", managed+service))
	})
	t.Run("a list on the cluster itself is refused alike", func(t *testing.T) {
		onCluster := strings.Replace(managed, "Type: AWS::ECS::Cluster\n", "Type: AWS::ECS::Cluster\n    Properties: {CapacityProviders: [!Ref Managed]}\n", 1)
		assert.Equal(t, []string{"ecsgpu-scaling-managed-association"}, under(t, "", onCluster))
	})
}

// Whatever a stack of ours is called, ECS takes the names of its capacity
// providers, and its association lists those only that ECS associates.
func TestOwnTemplates_providers(t *testing.T) {
	files := glob(t, "../../stacks/testdata/*.yaml", "../../examples/testdata/*.yaml")
	require.NotEmpty(t, files)
	seen := 0
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			for _, stack := range []string{"tensorflow-test", "ecs-gpu", "aws-ml", "fargate-x", "ECSgpu", strings.Repeat("ecs-", 32)} {
				inv := readInventory(t, file)
				inv.StackName = stack
				for _, c := range inv.CapacityProviders {
					seen++
					name := deployed(c.Name.Text, stack)
					assert.Regexp(t, `^[A-Za-z0-9_-]{1,255}$`, name)
					assert.NotRegexp(t, `(?i)^(aws|ecs|fargate)`, name)
					if c.Group.Resolved() {
						assert.Contains(t, c.Name.Text, "${"+c.Group.Target+"}", "it changes with the group, or the provider could not be replaced")
					}
				}
				assert.Empty(t, slices.DeleteFunc(ids(Run(inv)), func(id string) bool {
					return !strings.Contains(id, "-provider-") && id != "ecsgpu-scaling-managed-association"
				}))
			}
		})
	}
	assert.Greater(t, seen, 50)
}

// deployed puts names into a text as CloudFormation makes them: the stack's
// name, the logical id and 12 or 13 random letters and digits.
func deployed(text, stack string) string {
	return regexp.MustCompile(`\$\{(\w+)\}`).ReplaceAllString(text, stack+"-$1-ABCDEFGHIJKLM")
}
