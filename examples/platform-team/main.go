// Command platform is the CDK app of a platform team: it builds the team's
// clusters with its own conventions on top of ecsgpu.
package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

func main() {
	defer jsii.Close()
	app := awscdk.NewApp(nil)
	newPlatform(app)
	app.Synth(nil)
}

// newPlatform creates every stack of the team, and has all of them checked.
func newPlatform(app awscdk.App) []awscdk.Stack {
	research := newResearch(app, "research", researchProps{cidr: "10.40.0.0/18", maxTrainers: 8})
	// What would fail after a deployment fails the synthesis instead.
	ecsgpu.AddChecks(app)
	return []awscdk.Stack{research}
}
