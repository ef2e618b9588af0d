package security

import (
	"regexp"
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/jsii-runtime-go"
	"github.com/cdklabs/cdk-nag-go/cdknag/v2"
	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/ecsgpu/cdk/stacks"
	"github.com/stretchr/testify/require"
)

// The AwsSolutions pack of cdk-nag.
func TestStacks_answerCDKNag(t *testing.T) {
	for _, entry := range stacks.All() {
		for name, context := range forms[entry.Name] {
			t.Run(entry.Name+" "+name, func(t *testing.T) {
				nagged := nag(t, entry, context)
				findings := nagged.findings()
				require.NotEmpty(t, findings, "every stack has instances, and their role is a finding")
				hold(t, findings, nagged.reasons(t, "AwsSolutions-"))
			})
		}
	}
}

// nag returns what CDK records of a stack's constructs under the pack. cdk-nag
// 2.38.2 knows nothing of CDK's acknowledgements, so it reports every finding.
func nag(t *testing.T, entry stacks.Entry, context map[string]any) metadata {
	app := snapshot.NewApp(t, context)
	stack := entry.New(app)
	awscdk.Aspects_Of(app).Add(cdknag.NewAwsSolutionsChecks(&cdknag.NagPackProps{Reports: jsii.Bool(false)}), nil)
	app.Synth(nil)
	return readStacks(t, *app.Outdir())[*stack.ArtifactId()].Metadata
}

// nagMessage is a finding, or a rule that could not read what it was given:
// "AwsSolutions-S1: …" or "CdkNagValidationFailure[AwsSolutions-EC26]: …".
var nagMessage = regexp.MustCompile(`^"(?:(AwsSolutions-\w+(?:\[.*?\])?)|CdkNagValidationFailure\[(AwsSolutions-\w+)\]): (.*)`)

// findings are the annotations that cdk-nag wrote.
func (m metadata) findings() map[place]string {
	all := map[place]string{}
	for path, entries := range m {
		for _, entry := range entries {
			if entry.Type != "aws:cdk:error" && entry.Type != "aws:cdk:warning" {
				continue
			}
			if found := nagMessage.FindStringSubmatch(string(entry.Data)); found != nil {
				all[place{path, found[1] + found[2]}] = found[3]
			}
		}
	}
	return all
}
