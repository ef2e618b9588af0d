package ecsgpu

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/ecsgpu/cdk/constructs/ecsgpu/internal/boot"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
)

// checksGPUs reports whether instances count their GPUs before they join.
func (p *Pool) checksGPUs() bool {
	return p.Kind() == hardware.KindGPU && !p.props.AllowMissingGPUs && p.image.OS != images.Bottlerocket
}

// expectedGPUs returns the number of GPUs of each of the pool's types, if its
// instances count them.
func (p *Pool) expectedGPUs() boot.GPUCounts {
	if !p.checksGPUs() {
		return nil
	}
	counts := boot.GPUCounts{}
	for _, t := range p.types {
		counts[t.Name] = devices(t)
	}
	return counts
}

// devices returns the number of GPUs that the driver lists on a type: a fraction
// of one counts as one.
func devices(t hardware.InstanceType) int {
	count := 0
	for _, accelerator := range t.Accelerators {
		count += accelerator.LogicalCount
	}
	return count
}

// bootStatements let an instance that lacks GPUs count the instances of its
// group that were replaced before it, and one that cannot install the helper
// scripts of CloudFormation report its failure.
func (p *Pool) bootStatements() []awsiam.PolicyStatement {
	var all []awsiam.PolicyStatement
	if p.checksGPUs() {
		all = append(all, allow([]string{"autoscaling:DescribeAutoScalingInstances", "autoscaling:DescribeScalingActivities"}, "*", nil))
	}
	if p.props.InstanceSignals > 0 && p.image.OS != images.Bottlerocket {
		all = append(all, allow([]string{"cloudformation:SignalResource"}, *awscdk.Aws_STACK_ID(), nil))
	}
	return all
}
