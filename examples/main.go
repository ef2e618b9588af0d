// Command examples is a CDK app with one stack for each example:
//
//	npx cdk --app "go run ./examples" deploy inference
//
// An example is a function New(scope, id) in a package of its own, at most 40
// lines that can be copied as they are.
package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/examples/batchworkers"
	"github.com/ecsgpu/cdk/examples/capacityblock"
	"github.com/ecsgpu/cdk/examples/deeplearningami"
	"github.com/ecsgpu/cdk/examples/distributed"
	"github.com/ecsgpu/cdk/examples/fractional"
	"github.com/ecsgpu/cdk/examples/guide"
	"github.com/ecsgpu/cdk/examples/inference"
	"github.com/ecsgpu/cdk/examples/inferentia"
	"github.com/ecsgpu/cdk/examples/managed"
	"github.com/ecsgpu/cdk/examples/owncluster"
	"github.com/ecsgpu/cdk/examples/ownimage"
	"github.com/ecsgpu/cdk/examples/p4d"
	"github.com/ecsgpu/cdk/examples/placement"
	"github.com/ecsgpu/cdk/examples/sharedgpu"
	"github.com/ecsgpu/cdk/examples/spot"
	"github.com/ecsgpu/cdk/examples/training"
)

// examples are the functions that create a stack, by its name.
var examples = map[string]func(constructs.Construct, string) awscdk.Stack{
	"batchworkers":    batchworkers.New,
	"capacityblock":   capacityblock.New,
	"deeplearningami": deeplearningami.New,
	"distributed":     distributed.New,
	"fractional":      fractional.New,
	"guide":           guide.New,
	"inference":       inference.New,
	"inferentia":      inferentia.New,
	"managed":         managed.New,
	"owncluster":      owncluster.New,
	"ownimage":        ownimage.New,
	"p4d":             p4d.New,
	"placement":       placement.New,
	"sharedgpu":       sharedgpu.New,
	"spot":            spot.New,
	"training":        training.New,
}

func main() {
	defer jsii.Close()
	app := newApp(awscdk.AppProps{})
	for name, create := range examples {
		create(app, name)
	}
	app.Synth(nil)
}

// newApp deploys stacks, which have no assets, without a bootstrap stack, and
// holds them against the rules of ecsgpu. Their JSON has no indentation, because
// CloudFormation takes 51,200 bytes of a template inline.
func newApp(props awscdk.AppProps) awscdk.App {
	props.AnalyticsReporting = jsii.Bool(false)
	props.DefaultStackSynthesizer = awscdk.NewBootstraplessSynthesizer(nil)
	app := awscdk.NewApp(&props)
	app.Node().SetContext(jsii.String("@aws-cdk/core:suppressTemplateIndentation"), true)
	ecsgpu.AddChecks(app)
	return app
}
