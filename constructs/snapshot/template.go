package snapshot

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/require"
)

// Template is a synthesized CloudFormation template.
type Template struct {
	t        testing.TB
	text     []byte
	document map[string]any
}

// Resource is one resource of a template.
type Resource struct {
	t testing.TB
	// LogicalID is the resource's logical id.
	LogicalID string
	// Body is the whole resource: Type, Properties, DependsOn and so on.
	Body map[string]any
}

// Of synthesizes the stack's app. What CDK refuses fails the test instead of
// panicking through it.
func Of(t testing.TB, stack awscdk.Stack) Template {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("synthesis failed: %v", r)
		}
	}()
	// Tests may change a stack after a first look at it, hence Force.
	assembly := awscdk.Stage_Of(stack).Synth(&awscdk.StageSynthesisOptions{Force: jsii.Bool(true)})
	text, err := os.ReadFile(*assembly.GetStackArtifact(stack.ArtifactId()).TemplateFullPath())
	require.NoError(t, err)
	template := Template{t: t, text: text}
	require.NoError(t, json.Unmarshal(text, &template.document))
	return template
}

// Document is the whole template as JSON values.
func (t Template) Document() map[string]any { return t.document }

// Size is the size of the template in bytes, as a deployment sends it.
func (t Template) Size() int { return len(t.text) }

// Section is a top-level section, such as Parameters or Outputs; nil without it.
func (t Template) Section(name string) map[string]any {
	section, _ := t.document[name].(map[string]any)
	return section
}

// Resources are the resources of a type, sorted by logical id.
func (t Template) Resources(resourceType string) []Resource {
	var all []Resource
	for id, each := range t.Section("Resources") {
		if body := each.(map[string]any); body["Type"] == resourceType {
			all = append(all, Resource{t: t.t, LogicalID: id, Body: body})
		}
	}
	slices.SortFunc(all, func(a, b Resource) int { return strings.Compare(a.LogicalID, b.LogicalID) })
	return all
}

// Resource is the resource of a logical id; the test fails without it.
func (t Template) Resource(logicalID string) Resource {
	t.t.Helper()
	body, ok := t.Section("Resources")[logicalID].(map[string]any)
	require.True(t.t, ok, "no resource %s", logicalID)
	return Resource{t: t.t, LogicalID: logicalID, Body: body}
}

// One is the only resource of a type; the test fails when there is another
// number of them.
func (t Template) One(resourceType string) Resource {
	t.t.Helper()
	all := t.Resources(resourceType)
	require.Len(t.t, all, 1, "resources of type %s", resourceType)
	return all[0]
}

// Get follows a path of keys and indexes ("LaunchTemplateData.Tags.0.Key")
// through the resource's properties; nil where it leads nowhere.
func (r Resource) Get(path string) any {
	return at(r.Body["Properties"], path)
}
