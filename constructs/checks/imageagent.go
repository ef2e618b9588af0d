package checks

import (
	"regexp"
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/images"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// imageAgentRules are about the ECS agent on the image.
var imageAgentRules = []Rule{
	{
		ID: "ecsgpu-image-without-agent", Category: Image, Severity: Error,
		Title:  "an image does not have the ECS agent",
		Reason: "instances run and are paid for, but never join the cluster.",
		Source: "Amazon ECS developer guide, Linux container instances (as of 2026-11)",
		Fix:    "use an ECS-optimized image, or install the agent in the user data.",
		check:  onPool(checkAgent),
	},
	{
		ID: "ecsgpu-image-unpublished", Category: Image, Severity: Error,
		Title:  "the SSM parameter of an image does not exist",
		Reason: "CloudFormation cannot resolve the parameter, so the deployment stops.",
		Source: "public parameters in us-east-1 (moto 5.2.1 copy, 2026-02-26); aws/amazon-ecs-ami a2532d3 (2026-08-21) has no such recipe",
		Fix:    "use a parameter that AWS publishes.",
		check:  onPool(checkPublished),
	},
	{
		ID: "ecsgpu-image-gpu-support-off", Category: Image, Severity: Error,
		Title:  "GPU support of the agent is turned off on instances with GPUs",
		Reason: "/etc/ecs/ecs.config overrides what the GPU image sets, so the instance registers with no GPU.",
		Source: "aws/amazon-ecs-ami a2532d3 (2026-08-21); aws/amazon-ecs-agent 8dfceca (2026-06-30)",
		Fix:    "remove ECS_ENABLE_GPU_SUPPORT=false from the user data.",
		check:  onPool(checkGPUSupport),
	},
	{
		ID: "ecsgpu-image-built-at-boot", Category: Image, Severity: Info,
		Title:  "instances with GPUs build a container image when they boot",
		Reason: "the GPU is paid for and idle while compilers run, on every new instance.",
		Source: "the DSSTNE demonstration of the AWS Compute Blog (2016-10) waited up to 120 minutes for it",
		Fix:    "build the container image elsewhere and push it to ECR.",
		check:  onPool(checkBuild),
	},
}

// installs are words of user data that put the agent on an image, or fetch a
// script that may.
var installs = regexp.MustCompile(`(?i)ecs-init|ecs-agent|amazon-ecs|ecs-anywhere|install[^\n]*\becs\b|\bcurl\b|\bwget\b|aws s3 |cfn-init|ansible|git clone|aws ssm|ImportModule`)

func checkAgent(p *placement.Pool, r *report) {
	if p.Kind == inventory.ManagedInstances {
		return
	}
	for _, l := range p.Launches() {
		path, ok := l.Image.SSMParameter.Get()
		if !ok {
			continue
		}
		what, without := images.WithoutAgent(path)
		if !without {
			continue
		}
		data, known := readable(l.UserData)
		if !known || installs.MatchString(data) {
			continue
		}
		r.add(itemOf(p, l), l.Image.SSMParameter.Place, "%s boots %s, which has no ECS agent, and its user data installs none", r.pool(p), what)
	}
}

// hole is a part of a text that only a deployment fills.
var hole = regexp.MustCompile(`\$\{[^}]*\}`)

// readable returns a text that is known but for the names of resources, which can
// hold no commands.
func readable(f inventory.Fact[string]) (string, bool) {
	if text, known := f.Or(""); known {
		return text, true
	}
	names := map[string]bool{}
	for _, reference := range f.References {
		names[reference.String()] = true
	}
	for _, h := range hole.FindAllString(f.Text, -1) {
		if !names[h] && !strings.HasPrefix(h, "${AWS::") {
			return "", false
		}
	}
	return f.Text, f.Text != ""
}

// unpublished are folders that look right and that AWS never published, with
// the one that was meant.
var unpublished = map[string]string{
	"amazon-linux-2023/arm64/gpu":          "/aws/service/bottlerocket/aws-ecs-2-nvidia/arm64/latest/image_id",
	"amazon-linux-2023/gpu/arm64":          "/aws/service/bottlerocket/aws-ecs-2-nvidia/arm64/latest/image_id",
	"amazon-linux-2/arm64/gpu":             "/aws/service/bottlerocket/aws-ecs-2-nvidia/arm64/latest/image_id",
	"amazon-linux-2/gpu/arm64":             "/aws/service/bottlerocket/aws-ecs-2-nvidia/arm64/latest/image_id",
	"amazon-linux-2/kernel-5.10/arm64/gpu": "/aws/service/bottlerocket/aws-ecs-2-nvidia/arm64/latest/image_id",
	"amazon-linux-2023/inf":                "/aws/service/ecs/optimized-ami/amazon-linux-2023/neuron/recommended/image_id",
	"amazon-linux-2023/inf2":               "/aws/service/ecs/optimized-ami/amazon-linux-2023/neuron/recommended/image_id",
	"amazon-linux-2/neuron":                "/aws/service/ecs/optimized-ami/amazon-linux-2/inf/recommended/image_id",
}

func checkPublished(p *placement.Pool, r *report) {
	for _, l := range p.Launches() {
		path, ok := l.Image.SSMParameter.Get()
		if !ok {
			continue
		}
		_, rest, found := strings.Cut(path, "/aws/service/ecs/optimized-ami/")
		folder, _, latest := strings.Cut(rest, "/recommended")
		meant, wrong := unpublished[folder]
		if !found || !latest || !wrong {
			continue
		}
		r.add(itemOf(p, l), l.Image.SSMParameter.Place, "%s boots the image of %s, a parameter that does not exist", r.pool(p), path).
			fix("use %s", meant)
	}
}

func checkGPUSupport(p *placement.Pool, r *report) {
	if p.HasGPU() != fact.Yes {
		return
	}
	for _, l := range p.Launches() {
		if on, ok := l.Agent.GPUSupport().Get(); ok && !on {
			r.add(itemOf(p, l), l.Agent.GPUSupport().Place, "%s has GPUs, and its user data sets ECS_ENABLE_GPU_SUPPORT=false", r.pool(p))
		}
	}
}

func checkBuild(p *placement.Pool, r *report) {
	if p.HasGPU() != fact.Yes {
		return
	}
	for _, l := range p.Launches() {
		if strings.Contains(l.UserData.Text, "docker build") {
			r.add(itemOf(p, l), l.UserData.Place, "the user data of %s runs docker build on instances with GPUs", r.pool(p))
		}
	}
}
