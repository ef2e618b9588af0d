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

// metricsAgent is the part of the boot script that starts the CloudWatch agent
// with its NVIDIA section (amazon-cloudwatch-agent, plugin nvidia_smi, ab55b8d).
// ECS has no metric of GPU utilisation of its own whose name is published.
const metricsAgent = `yum install -y amazon-cloudwatch-agent
cat > /opt/aws/amazon-cloudwatch-agent/etc/gpu.json <<'END'
{
  "agent": {"metrics_collection_interval": 60},
  "metrics": {
    "namespace": "` + metricsNamespace + `",
    "append_dimensions": {"AutoScalingGroupName": "${aws:AutoScalingGroupName}", "InstanceId": "${aws:InstanceId}"},
    "aggregation_dimensions": [["AutoScalingGroupName"]],
    "metrics_collected": {
      "nvidia_gpu": {"measurement": ["utilization_gpu", "memory_used", "memory_total", "temperature_gpu", "power_draw"]}
    }
  }
}
END
/opt/aws/amazon-cloudwatch-agent/bin/amazon-cloudwatch-agent-ctl -a fetch-config -m ec2 -s -c file:/opt/aws/amazon-cloudwatch-agent/etc/gpu.json`

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
