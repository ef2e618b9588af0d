//go:build e2e

package e2e

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// deployment is a template and what a deployment made of it. Together they say
// what the services must answer: the template's values, with the ids that the
// deployment gave in place of references.
type deployment struct {
	*workstation
	stack  string
	wanted *cloudformation.Evaluation
	ids    map[string]string // physical by logical

	versions map[string]launchTemplateVersion // newest, by launch template
}

// readDeployment reads what the stack's template wants under the given
// parameters, and which resources the stack has.
func readDeployment(t *testing.T, w *workstation, stack string, text string, parameters map[string]string) *deployment {
	t.Helper()
	parsed, err := cloudformation.Parse(stack, []byte(text))
	require.NoError(t, err)
	wanted, err := parsed.Evaluate(cloudformation.Environment{
		Parameters: parameters, Region: region, AccountID: account, StackName: stack,
	})
	require.NoError(t, err)
	d := &deployment{workstation: w, stack: stack, wanted: wanted, ids: map[string]string{}, versions: map[string]launchTemplateVersion{}}

	var answer struct {
		StackResources []struct{ LogicalResourceId, PhysicalResourceId string }
	}
	w.aws(t, &answer, "cloudformation", "describe-stack-resources", "--stack-name", stack)
	for _, resource := range answer.StackResources {
		d.ids[resource.LogicalResourceId] = resource.PhysicalResourceId
	}
	return d
}

// resources are the template's resources of a type.
func (d *deployment) resources(kind string) []*cloudformation.ResourceValue {
	var found []*cloudformation.ResourceValue
	for _, resource := range d.wanted.Resources() {
		if resource.Type == kind {
			found = append(found, resource)
		}
	}
	return found
}

// hasEveryResource holds the stack's resources against the template's. Those
// that moto ignores are no longer ignored if this fails for them.
func (d *deployment) hasEveryResource(t *testing.T) {
	t.Helper()
	var wanted, ignored, got []string
	for _, resource := range d.wanted.Resources() {
		if ignoredTypes[resource.Type] {
			ignored = append(ignored, resource.LogicalID)
			continue
		}
		wanted = append(wanted, resource.LogicalID)
	}
	for id := range d.ids {
		if id != "" { // an ignored resource is one without a name
			got = append(got, id)
		}
	}
	require.ElementsMatch(t, wanted, got, "resources of the stack, without %v, whose types moto ignores", ignored)
}

// hasOutputs holds the stack's outputs and exports against the template's.
func (d *deployment) hasOutputs(t *testing.T) {
	t.Helper()
	type output struct{ OutputKey, OutputValue, ExportName string }
	var wanted []output
	for _, o := range d.wanted.Outputs() {
		if d.needsIgnored(o.Value) {
			continue
		}
		wanted = append(wanted, output{o.Name, d.text(t, o.Value), d.text(t, o.ExportName)})
	}
	var answer struct{ Stacks []struct{ Outputs []output } }
	d.aws(t, &answer, "cloudformation", "describe-stacks", "--stack-name", d.stack)
	require.Equal(t, wanted, answer.Stacks[0].Outputs)
}

// output is the value of an output of the stack.
func (d *deployment) output(t *testing.T, key string) string {
	t.Helper()
	return d.stackField(t, "Outputs[?OutputKey=='"+key+"'].OutputValue | [0]")
}

// executionRole is the role that CloudFormation works with; empty when it works
// with the rights of the caller.
func (d *deployment) executionRole(t *testing.T) string {
	t.Helper()
	return d.stackField(t, "RoleARN || ''")
}

func (d *deployment) stackField(t *testing.T, query string) string {
	t.Helper()
	var value string
	d.aws(t, &value, "cloudformation", "describe-stacks", "--stack-name", d.stack, "--query", "Stacks[0]."+query)
	return value
}

// needsIgnored reports that a value comes from a resource that moto ignores.
func (d *deployment) needsIgnored(v cloudformation.Value) bool {
	for _, reference := range v.References() {
		if resource, found := d.wanted.Resource(reference.LogicalID); found && ignoredTypes[resource.Type] {
			return true
		}
	}
	return false
}

// plain is a value as JSON has it, with every reference filled in.
func (d *deployment) plain(t *testing.T, v cloudformation.Value) any {
	t.Helper()
	if inner := v.Decoded(); !inner.IsAbsent() {
		return base64.StdEncoding.EncodeToString([]byte(d.text(t, inner)))
	}
	switch v.Kind() {
	case cloudformation.MapKind:
		filled := map[string]any{}
		for _, key := range v.Keys() {
			filled[key] = d.plain(t, v.Get(key))
		}
		return filled
	case cloudformation.ListKind:
		filled := []any{}
		for _, item := range v.Items() {
			filled = append(filled, d.plain(t, item))
		}
		return filled
	}
	if v.IsKnown() {
		known, _ := v.Plain()
		return known
	}
	return d.text(t, v)
}

// text is a value as text, with every reference filled in.
func (d *deployment) text(t *testing.T, v cloudformation.Value) string {
	t.Helper()
	if name, ok := v.SSMParameter(); ok {
		value := d.ssm(t, name) // which shows that there is such a parameter
		if len(v.Parameters()) == 0 {
			return "{{resolve:ssm:" + name + "}}" // moto leaves it so
		}
		return value
	}
	var text strings.Builder
	for _, part := range v.Parts() {
		switch {
		case part.Hole == "":
			text.WriteString(part.Text)
		case part.Reference.LogicalID != "":
			text.WriteString(d.attribute(t, part.Reference))
		default:
			t.Fatalf("%s: nothing fills ${%s}", v.Place(), part.Hole)
		}
	}
	return text.String()
}

// ssm is the value of a parameter of Systems Manager, such as the id of an AMI.
func (d *deployment) ssm(t *testing.T, name string) string {
	t.Helper()
	if value, known := d.images[name]; known {
		return value
	}
	var answer struct{ Parameter struct{ Value string } }
	d.aws(t, &answer, "ssm", "get-parameter", "--name", name)
	d.images[name] = answer.Parameter.Value
	return answer.Parameter.Value
}

// attribute is what Ref or Fn::GetAtt give in this deployment (AWS
// CloudFormation User Guide, "Return values" of each type).
func (d *deployment) attribute(t *testing.T, r cloudformation.Reference) string {
	t.Helper()
	resource, found := d.wanted.Resource(r.LogicalID)
	require.True(t, found, "the template has no resource %s", r.LogicalID)
	id, found := d.ids[r.LogicalID]
	require.True(t, found, "the stack has no %s (%s)", r.LogicalID, resource.Type)
	switch resource.Type + "." + r.Attribute {
	case resource.Type + ".", "AWS::EC2::SecurityGroup.GroupId", "AWS::EC2::VPC.VpcId":
		return id
	case "AWS::ECS::Cluster.Arn":
		return fmt.Sprintf("arn:aws:ecs:%s:%s:cluster/%s", region, account, id)
	case "AWS::IAM::Role.Arn":
		return fmt.Sprintf("arn:aws:iam::%s:role/%s", account, id)
	case "AWS::IAM::InstanceProfile.Arn":
		return fmt.Sprintf("arn:aws:iam::%s:instance-profile/%s", account, id)
	case "AWS::Logs::LogGroup.Arn":
		return fmt.Sprintf("arn:aws:logs:%s:%s:log-group:%s:*", region, account, id)
	case "AWS::S3::Bucket.Arn":
		return "arn:aws:s3:::" + id
	case "AWS::EC2::LaunchTemplate.LatestVersionNumber":
		return fmt.Sprint(d.latestVersion(t, id).VersionNumber)
	}
	t.Fatalf("the test does not know %s of %s: add it here", r.Attribute, resource.Type)
	return ""
}
