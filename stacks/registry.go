// Package stacks holds the stacks that the command can synthesize, as thin
// compositions of the constructs under constructs/.
package stacks

import (
	"maps"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
)

// Entry is one stack that the command can synthesize.
type Entry struct {
	// Name is the stack's id in the app, and what a user types after "synth".
	Name string
	// Summary says in one line what the stack deploys.
	Summary string
	// Settings are the names of the context that the stack reads; none by default.
	Settings []string
	// New creates the stack, with Name as its id, in the given app.
	New func(scope constructs.Construct) awscdk.Stack
}

// entries lists the stacks in the order in which they are shown.
var entries = []Entry{
	{
		Name:    "tensorflow-test",
		Summary: "an ECS cluster with one CPU and one GPU pool, and TensorFlow's benchmark as four tasks",
		New:     newTensorFlowTest,
	},
	{
		Name:    "dsstne",
		Summary: "recommendations trained with Amazon DSSTNE, its container built in the account",
		New:     newDSSTNE,
	},
	{
		Name:     "training-pool",
		Summary:  "a queue of training jobs on one pool of GPUs, and a service that uses what they learn",
		Settings: []string{"certificateArn"},
		New:      newTrainingPool,
	},
	{
		Name:    "gpu-cluster",
		Summary: "CPU and GPU pools for a company: private, from zero, watched, with settings by -c",
		Settings: []string{
			"network", "zones", "cpuInstanceType", "maxCpuInstances", "gpuInstanceType", "maxGpuInstances",
			"alarmEmail", "monthlyBudgetUsd",
		},
		New: newGPUCluster,
	},
}

// All returns the stacks in the order in which they are shown.
func All() []Entry {
	return append([]Entry(nil), entries...)
}

// Names returns the names of All, in the same order.
func Names() []string {
	names := make([]string, 0, len(entries))
	for _, entry := range entries {
		names = append(names, entry.Name)
	}
	return names
}

// Find returns the stack of that name.
func Find(name string) (Entry, bool) {
	for _, entry := range entries {
		if entry.Name == name {
			return entry, true
		}
	}
	return Entry{}, false
}

// NewApp creates the app that the stacks live in. An empty outdir leaves the
// choice to CDK: CDK_OUTDIR, or else a temporary directory. The context is a
// set of defaults, which cdk.json and the CDK CLI override.
//
// What is not part of a deployment is left out, because it takes time and
// changes from run to run: analytics, the construct tree, and the stack traces
// of constructs, which end at the kernel's temporary directory and show no line
// of Go.
func NewApp(outdir string, context map[string]any) awscdk.App {
	defaults := map[string]any{"aws:cdk:disable-creation-stack-traces": true}
	maps.Copy(defaults, context)
	props := &awscdk.AppProps{
		AnalyticsReporting: jsii.Bool(false),
		TreeMetadata:       jsii.Bool(false),
		StackTraces:        jsii.Bool(false),
		Context:            &defaults,
	}
	if outdir != "" {
		props.Outdir = jsii.String(outdir)
	}
	return awscdk.NewApp(props)
}
