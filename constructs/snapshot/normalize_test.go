package snapshot

import (
	"testing"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3assets"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNormalize(t *testing.T) {
	const hash, other = "0f5e", "a77b"
	tests := []struct{ name, template, want string }{
		{"what was asked for stays, in its order", `{"Resources":{"B":{"Type":"T"},"A":{"Type":"T"}}}`, `{"Resources":{"B":{"Type":"T"},"A":{"Type":"T"}}}`},
		{"the bootstrap parameter and rule go, and their sections with them",
			`{"Parameters":{"BootstrapVersion":{}},"Rules":{"CheckBootstrapVersion":{}},"Outputs":{}}`, `{"Outputs":{}}`},
		{"other parameters stay", `{"Parameters":{"BootstrapVersion":{},"P":{"Type":"String"}}}`, `{"Parameters":{"P":{"Type":"String"}}}`},
		{"the usage report goes", `{"Resources":{"CDKMetadata":{},"A":{}},"Conditions":{"CDKMetadataAvailable":{}}}`, `{"Resources":{"A":{}}}`},
		{"assets have numbers, in the order of the template",
			`{"Resources":{"A":{"S3Key":"a77b.zip"},"B":{"S3Key":"0f5e.zip"},"C":{"S3Key":"a77b.zip"}}}`,
			`{"Resources":{"A":{"S3Key":"ASSET1.zip"},"B":{"S3Key":"ASSET2.zip"},"C":{"S3Key":"ASSET1.zip"}}}`},
		{"ids of SSM parameters lose their constant, wherever they are named",
			`{"Parameters":{"SsmParameterValueawsserviceimageidC96584B6F00A464EAD1953AFF4B05118Parameter":{}},"Resources":{"A":{"Ref":"SsmParameterValueawsserviceimageidC96584B6F00A464EAD1953AFF4B05118Parameter"}}}`,
			`{"Parameters":{"SsmParameterValueawsserviceimageid":{}},"Resources":{"A":{"Ref":"SsmParameterValueawsserviceimageid"}}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := normalize([]byte(test.template), []string{hash, other})
			require.NoError(t, err)
			assert.Equal(t, test.want, string(got))
		})
	}
}

func TestNormalize_rejects(t *testing.T) {
	for name, template := range map[string]string{
		"no JSON": "Resources:", "a list": "[]", "a section that is no object": `{"Parameters":[]}`, "half an object": `{"Parameters":`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := normalize([]byte(template), nil)
			require.Error(t, err)
		})
	}
}

// CDK's own ways of adding noise, so that a new version's are noticed.
func TestNormalize_knowsWhatCDKAdds(t *testing.T) {
	stack := awscdk.NewStack(NewApp(t, nil), jsii.String("Noisy"), &awscdk.StackProps{
		AnalyticsReporting: jsii.Bool(true), Env: &awscdk.Environment{Region: jsii.String("eu-west-1")},
	})
	asset := awss3assets.NewAsset(stack, jsii.String("Asset"), &awss3assets.AssetProps{Path: jsii.String("testdata/asset.txt")})
	image := awsec2.MachineImage_FromSsmParameter(jsii.String("/aws/service/ecs/optimized-ami/amazon-linux-2023/recommended/image_id"), nil).GetImage(stack)
	awscdk.NewCfnOutput(stack, jsii.String("Image"), &awscdk.CfnOutputProps{Value: image.ImageId})
	awscdk.NewCfnOutput(stack, jsii.String("Key"), &awscdk.CfnOutputProps{Value: asset.S3ObjectKey()})

	template := Of(t, stack)
	require.Contains(t, template.Section("Resources"), "CDKMetadata")
	require.Contains(t, template.Section("Rules"), "CheckBootstrapVersion")
	Match(t, stack, "noisy")
}
