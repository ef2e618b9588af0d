//go:build e2e

package e2e

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

const walkThroughStack = "tensorflow-test"

// TestWalkThrough is the walk-through of "Scheduling GPUs for deep learning
// tasks on Amazon ECS" (AWS Compute Blog, 2019-02) with the CDK CLI.
func TestWalkThrough(t *testing.T) {
	t.Parallel() // each test has its own local AWS
	stack, w := walkThroughStack, newWorkstation(t)
	template := w.run(t, "ecsgpu", "synth", stack)

	step(t, "synthesize the stack and see what a deployment would add", func(t *testing.T) {
		w.run(t, "cdk", "synth", stack, "--quiet")
		w.run(t, "cdk", "diff", stack)
	})

	var d *deployment
	step(t, "deploy two c5.2xlarge and two p3.2xlarge", func(t *testing.T) {
		w.run(t, "cdk", slices.Concat([]string{"deploy", stack, "--require-approval", "never"}, withOutputs)...)
		d = readDeployment(t, w, stack, template, nil)
		assert.Empty(t, d.executionRole(t), "the role of CDK's bootstrap, which the account need not have")
		d.hasEveryResource(t)
		d.hasNetwork(t)
		d.hasRoles(t)
		d.hasPools(t)
		d.hasTaskDefinitions(t)
	})

	step(t, "see that nothing differs any more", func(t *testing.T) {
		w.run(t, "cdk", "diff", stack, "--fail", "--method", "template")
	})

	step(t, "read the name of the cluster from the outputs", func(t *testing.T) {
		d.hasOutputs(t)
		assert.Equal(t, d.ids[d.resources("AWS::ECS::Cluster")[0].LogicalID], d.output(t, "ClusterName"))
	})

	step(t, "add what CloudFormation adds on AWS: capacity providers", func(t *testing.T) {
		d.takesCapacityProviders(t)
	})

	step(t, "register the task definitions for 1, 4 and 8 GPUs and for CPUs", func(t *testing.T) {
		d.registersTaskDefinitions(t)
	})

	step(t, "update to p3.16xlarge, with eight GPUs each", func(t *testing.T) {
		parameters := map[string]string{"GPUInstanceType": "p3.16xlarge"}
		w.run(t, "cdk", slices.Concat([]string{"deploy", stack, "--require-approval", "never",
			"--parameters", "GPUInstanceType=p3.16xlarge"}, withOutputs, anew)...)
		d = readDeployment(t, w, stack, template, parameters)
		d.hasLaunchTemplates(t)
		d.hasOutputs(t)
	})

	step(t, "let the group grow; it starts p3.16xlarge", func(t *testing.T) {
		parameters := map[string]string{"GPUInstanceType": "p3.16xlarge", "MaxGPUSize": "3", "DesiredGPUCapacity": "3"}
		w.run(t, "cdk", slices.Concat([]string{"deploy", stack, "--require-approval", "never",
			"--parameters", "GPUInstanceType=p3.16xlarge", "--parameters", "MaxGPUSize=3", "--parameters", "DesiredGPUCapacity=3"}, withOutputs, anew)...)
		d = readDeployment(t, w, stack, template, parameters)
		d.hasPools(t)
	})

	step(t, "delete the stack", func(t *testing.T) {
		d.makeDeletable(t)
		w.run(t, "cdk", "destroy", stack, "--force")
		d.nothingRemains(t)
	})
}
