package snapshot

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/require"
)

// Template is a synthesized CloudFormation template, as it would be deployed.
type Template struct {
	t        testing.TB
	text     []byte
	assets   []string // their hashes
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

// Of synthesizes the stack's app, or the stage that the stack is in, and reads
// the stack's template. What CDK refuses fails the test instead of panicking
// through it. Each call synthesizes anew, so a test may change the stack after
// a first look at it.
func Of(t testing.TB, stack awscdk.Stack) Template {
	t.Helper()
	turns.take(t)
	path, err := synthesize(stack)
	require.NoError(t, err)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	template := Template{t: t, text: text}
	require.NoError(t, json.Unmarshal(text, &template.document))
	template.assets, err = assetsOf(path)
	require.NoError(t, err)
	return template
}

// synthesize returns the path of the stack's template.
func synthesize(stack awscdk.Stack) (path string, err error) {
	err = recovered(func() {
		assembly := awscdk.Stage_Of(stack).Synth(&awscdk.StageSynthesisOptions{Force: jsii.Bool(true)})
		path = *assembly.GetStackArtifact(stack.ArtifactId()).TemplateFullPath()
	})
	return path, err
}

// recovered turns exceptions of CDK, which arrive as panics, into errors.
func recovered(synthesize func()) (err error) {
	defer func() {
		if exception := recover(); exception != nil {
			err = fmt.Errorf("synthesis failed: %v", exception)
		}
	}()
	synthesize()
	return nil
}

// assetsOf reads the hashes of a stack's assets from the manifest beside its
// template; some synthesizers know no assets and write none.
func assetsOf(template string) ([]string, error) {
	text, err := os.ReadFile(strings.TrimSuffix(template, ".template.json") + ".assets.json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var manifest struct {
		Files        map[string]any `json:"files"`
		DockerImages map[string]any `json:"dockerImages"`
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		return nil, fmt.Errorf("the manifest of assets does not read: %w", err)
	}
	return append(slices.Sorted(maps.Keys(manifest.Files)), slices.Sorted(maps.Keys(manifest.DockerImages))...), nil
}

// Document returns the whole template as JSON values.
func (t Template) Document() map[string]any { return t.document }

// Text returns the template as CDK wrote it, in JSON.
func (t Template) Text() []byte { return t.text }

// Size returns the size of the template in bytes, as a deployment sends it.
func (t Template) Size() int { return len(t.text) }

// Section returns a top-level section, such as Parameters or Outputs; nil
// without it.
func (t Template) Section(name string) map[string]any {
	section, _ := t.document[name].(map[string]any)
	return section
}

// Resources returns the resources of a type, sorted by logical id.
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

// Resource returns the resource of a logical id; the test fails without it.
func (t Template) Resource(logicalID string) Resource {
	t.t.Helper()
	body, ok := t.Section("Resources")[logicalID].(map[string]any)
	require.True(t.t, ok, "no resource %s", logicalID)
	return Resource{t: t.t, LogicalID: logicalID, Body: body}
}

// One returns the only resource of a type; the test fails when there is another
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
