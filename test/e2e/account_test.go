//go:build e2e

package e2e

import (
	"encoding/json"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// remains are what a deletion must not leave: all that costs money, that blocks
// a name, or that other things hang from. In a new account each list is empty.
// Clusters and task definitions are not among them: moto keeps those.
var remains = map[string][]string{
	"stacks":            {"cloudformation", "describe-stacks", "--query", "Stacks[].StackName"},
	"groups":            {"autoscaling", "describe-auto-scaling-groups", "--query", "AutoScalingGroups[].AutoScalingGroupName"},
	"instances":         {"ec2", "describe-instances", "--filters", "Name=instance-state-name,Values=pending,running,stopping,stopped", "--query", "Reservations[].Instances[].InstanceId"},
	"launch templates":  {"ec2", "describe-launch-templates", "--query", "LaunchTemplates[].LaunchTemplateId"},
	"VPCs":              {"ec2", "describe-vpcs", "--filters", "Name=is-default,Values=false", "--query", "Vpcs[].VpcId"},
	"roles":             {"iam", "list-roles", "--query", "Roles[].RoleName"},
	"instance profiles": {"iam", "list-instance-profiles", "--query", "InstanceProfiles[].InstanceProfileName"},
	"log groups":        {"logs", "describe-log-groups", "--query", "logGroups[].logGroupName"},
	"buckets":           {"s3api", "list-buckets", "--query", "Buckets[].Name"},
}

// revived are things that moto creates anew when it is asked for the outputs of
// a stack that it has deleted, as the CDK CLI asks. Here only the stack's own count.
var revived = map[string]bool{"VPCs": true, "roles": true}

// nothingRemains shows that the account is as it was before the deployment. It
// asks several services at a time: most of the AWS CLI's time is its own start.
func (d *deployment) nothingRemains(t *testing.T) {
	t.Helper()
	type answer struct {
		what  string
		names []string
		err   error
	}
	answers := make(chan answer)
	slots := make(chan struct{}, runtime.NumCPU())
	for what, args := range remains {
		go func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			a := answer{what: what}
			text, _, err := d.try("aws", args...)
			a.err = errors.Join(err, json.Unmarshal([]byte(text), &a.names))
			answers <- a
		}()
	}
	for range remains {
		a := <-answers
		assert.NoError(t, a.err, "asking for %s", a.what)
		names := slices.DeleteFunc(a.names, func(name string) bool {
			resource, made := d.maker(name)
			return !made && revived[a.what] || made && retained(resource)
		})
		assert.Empty(t, names, "%s remain", a.what)
	}
}

// maker is the resource of the stack that has made something of that id.
func (d *deployment) maker(id string) (*cloudformation.ResourceValue, bool) {
	for _, resource := range d.wanted.Resources() {
		if d.ids[resource.LogicalID] == id {
			return resource, true
		}
	}
	return nil, false
}

// retained reports that a resource outlives its stack.
func retained(resource *cloudformation.ResourceValue) bool {
	policy, _ := resource.DeletionPolicy.Text()
	return strings.HasPrefix(policy, "Retain")
}
