package checks

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// cluster is a template with about n resources: pools with their providers and
// images, tasks, services and log groups.
func cluster(n int) []byte {
	var b strings.Builder
	b.WriteString("Resources:\n  Cluster: {Type: AWS::ECS::Cluster}\n")
	for i := range n / 5 {
		fmt.Fprintf(&b, `  L%[1]d: {Type: AWS::EC2::LaunchTemplate, Properties: {LaunchTemplateData: {ImageId: '{{resolve:ssm:/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/recommended/image_id}}', InstanceType: g6.12xlarge, UserData: {'Fn::Base64': !Sub "#!/bin/bash\necho ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config\n"}}}}
  G%[1]d: {Type: AWS::AutoScaling::AutoScalingGroup, Properties: {LaunchTemplate: {LaunchTemplateId: !Ref L%[1]d, Version: 1}, MinSize: 0, MaxSize: 4}}
  P%[1]d: {Type: AWS::ECS::CapacityProvider, Properties: {AutoScalingGroupProvider: {AutoScalingGroupArn: !Ref G%[1]d, ManagedScaling: {Status: ENABLED}}}}
  T%[1]d: {Type: AWS::ECS::TaskDefinition, Properties: {RequiresCompatibilities: [EC2], ContainerDefinitions: [{Name: main, Image: example/main, Memory: %[2]d, ResourceRequirements: [{Type: GPU, Value: 1}]}]}}
  S%[1]d: {Type: AWS::ECS::Service, Properties: {Cluster: !Ref Cluster, TaskDefinition: !Ref T%[1]d, CapacityProviderStrategy: [{CapacityProvider: !Ref P%[1]d, Weight: 1}]}}
`, i, 1024*(1+i%4))
	}
	return []byte(b.String())
}

// BenchmarkTemplate reads and checks templates; resources/s is the same for all
// sizes when growth is linear.
func BenchmarkTemplate(b *testing.B) {
	for _, n := range []int{50, 500, 5000} {
		text := cluster(n)
		b.Run(fmt.Sprintf("resources=%d", n), func(b *testing.B) {
			for b.Loop() {
				parsed, err := cloudformation.Parse("bench.yaml", text)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := Template(parsed, cloudformation.Environment{}); err != nil {
					b.Fatal(err)
				}
			}
			seconds := b.Elapsed().Seconds()
			b.ReportMetric(float64(b.N)/seconds, "templates/s")
			b.ReportMetric(float64(b.N*n)/seconds, "resources/s")
		})
	}
}
