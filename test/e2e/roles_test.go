//go:build e2e

package e2e

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// role is one of list-roles.
type role struct {
	RoleName                 string
	AssumeRolePolicyDocument map[string]any
}

// hasRoles holds roles and instance profiles against the template: who may take
// each role, and that AWS has the managed policies that it names. moto's
// CloudFormation does not attach those, and fails when asked for inline policies.
func (d *deployment) hasRoles(t *testing.T) {
	t.Helper()
	roles, managed := d.roles(t), d.managedPolicies(t)
	for _, resource := range d.resources("AWS::IAM::Role") {
		got, found := roles[d.ids[resource.LogicalID]]
		require.True(t, found, resource.LogicalID)
		wanted := d.plain(t, resource.Properties.Get("AssumeRolePolicyDocument"))
		assert.JSONEq(t, asJSON(t, wanted), asJSON(t, got.AssumeRolePolicyDocument), resource.LogicalID)
		for _, policy := range resource.Properties.Get("ManagedPolicyArns").Items() {
			assert.Contains(t, managed, d.text(t, policy), "policies of AWS, for %s", resource.LogicalID)
		}
	}
	profiles := d.instanceProfiles(t)
	for _, resource := range d.resources("AWS::IAM::InstanceProfile") {
		var wanted []string
		for _, name := range resource.Properties.Get("Roles").Items() {
			wanted = append(wanted, d.text(t, name))
		}
		assert.Equal(t, wanted, profiles[d.ids[resource.LogicalID]], resource.LogicalID)
	}
}

func (w *workstation) roles(t *testing.T) map[string]role {
	t.Helper()
	var answer struct{ Roles []role }
	w.aws(t, &answer, "iam", "list-roles")
	byName := map[string]role{}
	for _, r := range answer.Roles {
		byName[r.RoleName] = r
	}
	return byName
}

// instanceProfiles are the roles of each instance profile, by its name.
func (w *workstation) instanceProfiles(t *testing.T) map[string][]string {
	t.Helper()
	var answer struct {
		InstanceProfiles []struct {
			InstanceProfileName string
			Roles               []struct{ RoleName string }
		}
	}
	w.aws(t, &answer, "iam", "list-instance-profiles")
	byName := map[string][]string{}
	for _, profile := range answer.InstanceProfiles {
		for _, r := range profile.Roles {
			byName[profile.InstanceProfileName] = append(byName[profile.InstanceProfileName], r.RoleName)
		}
	}
	return byName
}

func (w *workstation) managedPolicies(t *testing.T) []string {
	t.Helper()
	var arns []string
	w.aws(t, &arns, "iam", "list-policies", "--scope", "AWS", "--query", "Policies[].Arn")
	return arns
}
