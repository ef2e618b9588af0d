//go:build e2e

package e2e

import (
	"regexp"
	"strings"
	"testing"
)

// What moto 5.2.5 cannot do, in one place; docs/testing.md says of each what
// covers it instead. Everything here is a work-around: none is needed on AWS.

// ignoredTypes are accepted in a template, and nothing is made of them
// ("No Moto CloudFormation support for …" in its log). Their outputs are absent.
var ignoredTypes = map[string]bool{
	"AWS::ApplicationAutoScaling::ScalableTarget":   true,
	"AWS::ApplicationAutoScaling::ScalingPolicy":    true,
	"AWS::CloudWatch::Alarm":                        true,
	"AWS::CodeBuild::Project":                       true,
	"AWS::EC2::SecurityGroupEgress":                 true,
	"AWS::ECS::CapacityProvider":                    true,
	"AWS::ECS::ClusterCapacityProviderAssociations": true,
	"AWS::S3::BucketPolicy":                         true,
	"AWS::SNS::TopicPolicy":                         true,
	"AWS::SQS::QueuePolicy":                         true,
}

// notTaken are the stacks that moto cannot make, with what it says of them.
var notTaken = map[string]string{
	// Other resources name the build project, a type that moto ignores, by Fn::GetAtt.
	"dsstne": "Fn::GetAtt references undefined resource BuildProject",
}

// unset are properties that moto wants and AWS does not, with AWS's default, or
// with a name where AWS would make one up.
var unset = map[string]string{
	"AWS::ECR::Repository": "RepositoryName: made-up",
	"AWS::SSM::Document":   "DocumentFormat: JSON",
}

// withUnset writes out the properties that a template leaves to AWS.
func withUnset(text string) string {
	for kind, property := range unset {
		name, _, _ := strings.Cut(property, ":")
		if strings.Contains(text, "      "+name+":") {
			continue
		}
		head := regexp.MustCompile(`(?m)^    Type: ` + kind + `\n(    [A-Z].*\n|      .*\n)*?    Properties:\n`)
		text = head.ReplaceAllString(text, "${0}      "+property+"\n")
	}
	return text
}

// withOutputs makes the CDK CLI create or update the stack without a change set:
// after a change set, moto answers with the outputs of the template before it.
var withOutputs = []string{"--method=direct"}

// anew makes the CDK CLI leave out parameters that are to stay as they are:
// moto keeps the values of those only that an earlier deployment named.
var anew = []string{"--no-previous-parameters"}

// makeDeletable does before a deletion what moto's CloudFormation does not do
// in it: it ends the protection of instances, which would outlive their group,
// and deletes the route tables, which keep the VPC from being deleted.
func (d *deployment) makeDeletable(t *testing.T) {
	t.Helper()
	groups := d.groups(t)
	for _, resource := range d.resources("AWS::AutoScaling::AutoScalingGroup") {
		if protected, _ := resource.Properties.Get("NewInstancesProtectedFromScaleIn").Bool(); protected {
			d.unprotect(t, groups[d.ids[resource.LogicalID]])
		}
	}
	for _, vpc := range d.resources("AWS::EC2::VPC") {
		d.deleteRouteTables(t, d.ids[vpc.LogicalID])
	}
}

func (d *deployment) unprotect(t *testing.T, g group) {
	t.Helper()
	if len(g.Instances) == 0 {
		return
	}
	args := []string{"autoscaling", "set-instance-protection", "--auto-scaling-group-name", g.AutoScalingGroupName,
		"--no-protected-from-scale-in", "--instance-ids"}
	for _, instance := range g.Instances {
		args = append(args, instance.InstanceId)
	}
	d.run(t, "aws", args...)
}

func (d *deployment) deleteRouteTables(t *testing.T, vpc string) {
	t.Helper()
	for _, table := range d.routeTables(t, vpc) {
		if len(table.Associations) > 0 && table.Associations[0].Main {
			continue // goes with the VPC
		}
		d.aws(t, nil, "ec2", "delete-route-table", "--route-table-id", table.RouteTableId)
	}
}
