package main

import (
	"fmt"
	"net/http"
	"os"
	"strings"
)

// serveAgent answers on the introspection port of the ECS agent, in the shape
// of AgentMetadataResponse (aws/amazon-ecs-agent v1.105.1,
// ecs-agent/introspection/v1/response.go): the ARN is null until the instance is
// registered.
func serveAgent(f facts) error {
	cluster := os.Getenv("ECS_CLUSTER")
	if cluster == "" {
		cluster = "default"
	}
	arn := "null"
	if f["AGENT_FAILS"] == "" {
		gpus, _ := os.ReadFile("/var/lib/ecs/gpu/nvidia-gpu-info.json")
		arn = fmt.Sprintf("%q", "arn:aws:ecs:us-east-1:123456789012:container-instance/"+cluster+"/0123456789abcdef")
		record("registered cluster=%s gpus=%d", cluster, strings.Count(string(gpus), "GPU-"))
	}
	http.HandleFunc("/v1/metadata", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"Cluster":%q,"ContainerInstanceArn":%s,"Version":"Amazon ECS Agent - v1.107.0"}`, cluster, arn)
	})
	return http.ListenAndServe("127.0.0.1:51678", nil)
}
