// Package fleet writes templates of any size, for tests and benchmarks of how
// work grows with them. The same size always gives the same text.
package fleet

import (
	"bytes"
	"fmt"
)

// Clusters returns a template of that many resources in even parts: clusters,
// each with a pool of its own, which is a launch template, a group and a capacity
// provider, and with a task definition and a service. The last cluster may lack
// some of its parts.
func Clusters(resources int) []byte {
	return write(resources, func(i int) []string {
		return append([]string{cluster(i)}, parts(i, i)...)
	})
}

// OneCluster returns a template of that many resources: one cluster, and in even
// parts the pools, task definitions and services of [Clusters]. Each service may
// run on each pool.
func OneCluster(resources int) []byte {
	return write(resources, func(i int) []string {
		if i == 0 {
			return append([]string{cluster(0)}, parts(0, 0)...)
		}
		return parts(0, i)
	})
}

// Family returns the family of a task definition, counted from 0.
func Family(i int) string { return fmt.Sprintf("task-%d", i) }

// write writes one set of resources after another until there are enough. A
// resource refers only to earlier ones, so a set may be cut short.
func write(resources int, set func(i int) []string) []byte {
	var b bytes.Buffer
	b.WriteString("Resources:\n")
	written := 0
	for i := 0; ; i++ {
		for _, resource := range set(i) {
			if written == resources {
				return b.Bytes()
			}
			fmt.Fprintf(&b, "  %s\n", resource)
			written++
		}
	}
}

func cluster(i int) string { return fmt.Sprintf("Cluster%d: {Type: AWS::ECS::Cluster}", i) }

// parts returns a pool, and a task definition with a service, of a cluster. No
// two task definitions have the same memory, so none can be answered for another.
func parts(cluster, i int) []string {
	return []string{
		fmt.Sprintf("Launch%d: {Type: AWS::EC2::LaunchTemplate, Properties: {LaunchTemplateData: {ImageId: '{{resolve:ssm:/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/recommended/image_id}}', InstanceType: g6.12xlarge, UserData: {'Fn::Base64': !Sub \"#!/bin/bash\\necho ECS_CLUSTER=${Cluster%d} >> /etc/ecs/ecs.config\\n\"}}}}", i, cluster),
		fmt.Sprintf("Group%d: {Type: AWS::AutoScaling::AutoScalingGroup, Properties: {LaunchTemplate: {LaunchTemplateId: !Ref Launch%d, Version: 1}, MinSize: 0, MaxSize: 4}}", i, i),
		fmt.Sprintf("Provider%d: {Type: AWS::ECS::CapacityProvider, Properties: {AutoScalingGroupProvider: {AutoScalingGroupArn: !Ref Group%d, ManagedScaling: {Status: ENABLED}}}}", i, i),
		fmt.Sprintf("Task%d: {Type: AWS::ECS::TaskDefinition, Properties: {Family: %s, RequiresCompatibilities: [EC2], ContainerDefinitions: [{Name: main, Image: example/main, Cpu: 512, Memory: %d, ResourceRequirements: [{Type: GPU, Value: 1}]}]}}", i, Family(i), 1024+i),
		fmt.Sprintf("Service%d: {Type: AWS::ECS::Service, Properties: {Cluster: !Ref Cluster%d, TaskDefinition: !Ref Task%d, DesiredCount: 2, CapacityProviderStrategy: [{CapacityProvider: !Ref Provider%d, Weight: 1}]}}", i, cluster, i, i),
	}
}
