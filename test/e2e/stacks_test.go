//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// given are the parameters that a stack cannot be deployed without.
var given = map[string]func(*testing.T, *workstation) map[string]string{
	"dsstne": inDefaultVPC,
}

// inDefaultVPC names the VPC and the subnets that every account begins with.
func inDefaultVPC(t *testing.T, w *workstation) map[string]string {
	t.Helper()
	var subnets []struct{ SubnetId, VpcId string }
	w.aws(t, &subnets, "ec2", "describe-subnets", "--filters", "Name=default-for-az,Values=true", "--query", "Subnets[:2]")
	require.Len(t, subnets, 2)
	return map[string]string{"VpcId": subnets[0].VpcId, "Subnets": subnets[0].SubnetId + "," + subnets[1].SubnetId}
}

// TestStacks deploys every stack that the command lists with the AWS CLI alone,
// from the template that the command prints.
func TestStacks(t *testing.T) {
	t.Parallel()
	w := newWorkstation(t)
	for _, stack := range strings.Fields(w.run(t, "ecsgpu", "list")) {
		reset(t, w.endpoint)
		t.Run(stack, func(t *testing.T) { deployWithAWSCLI(t, w, stack) })
	}
}

func deployWithAWSCLI(t *testing.T, w *workstation, stack string) {
	text := withUnset(w.run(t, "ecsgpu", "synth", stack))
	file := filepath.Join(t.TempDir(), stack+".yaml")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))

	parameters := map[string]string{}
	if needs, ok := given[stack]; ok {
		parameters = needs(t, w)
	}
	if refusal, ok := notTaken[stack]; ok {
		_, stderr, err := w.try("aws", deploy(stack, file, parameters)...)
		require.Error(t, err, "moto takes the stack now: remove it from notTaken and from docs/testing.md")
		require.Contains(t, stderr, refusal)
		return
	}
	var d *deployment
	step(t, "aws cloudformation deploy", func(t *testing.T) {
		w.run(t, "aws", deploy(stack, file, parameters)...)
		d = readDeployment(t, w, stack, text, parameters)
		d.hasEveryResource(t)
		d.hasNetwork(t)
		d.hasRoles(t)
		d.hasPools(t)
		d.hasTaskDefinitions(t)
	})
	if stack != walkThroughStack { // else TestWalkThrough has done it
		step(t, "aws ecs register-task-definition", func(t *testing.T) { d.registersTaskDefinitions(t) })
	}
	if _, ok := d.wanted.Template().Parameter("GPUInstanceType"); ok {
		step(t, "aws cloudformation deploy --parameter-overrides", func(t *testing.T) {
			parameters["GPUInstanceType"] = "p3.16xlarge"
			w.run(t, "aws", deploy(stack, file, withSSMParameters(d.wanted.Template(), parameters))...)
			d = readDeployment(t, w, stack, text, parameters)
			d.hasLaunchTemplates(t)
		})
	}
	step(t, "aws cloudformation delete-stack", func(t *testing.T) {
		d.makeDeletable(t)
		w.run(t, "aws", "cloudformation", "delete-stack", "--stack-name", stack)
		w.run(t, "aws", "cloudformation", "wait", "stack-delete-complete", "--stack-name", stack)
		d.nothingRemains(t)
	})
}

// deploy are the arguments of the AWS CLI that create or update a stack.
func deploy(stack, file string, parameters map[string]string) []string {
	args := []string{"cloudformation", "deploy", "--stack-name", stack, "--template-file", file, "--capabilities", "CAPABILITY_IAM"}
	if len(parameters) > 0 {
		args = append(args, "--parameter-overrides")
		for name, value := range parameters {
			args = append(args, name+"="+value)
		}
	}
	return args
}

// withSSMParameters names the parameters of Systems Manager again: where they
// are to stay as they are, moto looks for a parameter called like their value.
func withSSMParameters(declared *cloudformation.Template, parameters map[string]string) map[string]string {
	all := map[string]string{}
	for _, parameter := range declared.Parameters {
		if parameter.IsSSM() {
			all[parameter.Name] = parameter.Default
		}
	}
	for name, value := range parameters {
		all[name] = value
	}
	return all
}
