package ecsgpu

import (
	"github.com/aws/aws-cdk-go/awscdk/v2/awsautoscaling"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/jsii-runtime-go"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
)

// metricsNamespace is where instances publish their GPU metrics.
const metricsNamespace = "ecsgpu"

// publishSize makes the group publish its size, against which missing GPUs are
// counted.
func (p *Pool) publishSize() {
	if !p.props.GPUMetrics {
		return
	}
	p.AutoScalingGroup.SetMetricsCollection([]any{&awsautoscaling.CfnAutoScalingGroup_MetricsCollectionProperty{
		Granularity: jsii.String("1Minute"), Metrics: jsii.Strings("GroupInServiceInstances"),
	}})
}

// metricsStatements let the CloudWatch agent publish, and learn its group.
func (p *Pool) metricsStatements() []awsiam.PolicyStatement {
	if !p.props.GPUMetrics {
		return nil
	}
	return []awsiam.PolicyStatement{
		allow([]string{"cloudwatch:PutMetricData"}, "*",
			map[string]any{"StringEquals": map[string]any{"cloudwatch:namespace": metricsNamespace}}),
		allow([]string{"ec2:DescribeTags"}, "*", nil),
	}
}

// checkMetrics refuses metrics that nothing could publish.
func (p PoolProps) checkMetrics(types []hardware.InstanceType, all *problems) {
	if !p.GPUMetrics || len(types) == 0 {
		return
	}
	if types[0].Kind() != hardware.KindGPU {
		all.add("GPUMetrics needs NVIDIA GPUs, and the pool is %s", types[0].Kind())
	} else if image, _ := p.imageFor(types[0]); image.OS == images.Bottlerocket || image.OS == images.OtherLinux {
		all.add("GPUMetrics installs a package of Amazon Linux at boot, which %s cannot; use an Amazon Linux image", image)
	}
}
