package images

import (
	"slices"
	"strings"
)

// properties are the parameters below a build.
var properties = []string{
	"image_id", "image_name", "image_version", "ecs_agent_version", "ecs_runtime_version", "os", "source_image_name",
}

// parameterPath returns the path in a reference to a parameter, without
// property and trailing slash. It takes apart the ways to name a parameter: a
// dynamic reference of CloudFormation or of EC2, an ARN, a version or label
// behind a colon.
//
// Every value of every parameter of a template comes by here, so it does
// without a regular expression.
func parameterPath(s string) (string, bool) {
	s = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(s), "{{"))
	s = strings.TrimSpace(strings.TrimSuffix(s, "}}"))
	s = strings.TrimPrefix(s, "resolve:ssm:")
	if slash := strings.IndexByte(s, '/'); slash > 0 {
		if arn := s[:slash]; !strings.HasPrefix(arn, "arn:") || !strings.HasSuffix(arn, ":parameter") {
			return "", false
		}
		s = s[slash:]
	}
	path, version, versioned := strings.Cut(s, ":")
	if len(path) < 2 || path[0] != '/' || versioned && version == "" || strings.ContainsAny(s, "{} \t\r\n") || strings.Contains(version, ":") {
		return "", false
	}
	path = strings.TrimSuffix(path, "/")
	if slash := strings.LastIndexByte(path, '/'); slices.Contains(properties, path[slash+1:]) {
		path = path[:slash]
	}
	return path, true
}

// FromSSMParameter recognises the public parameter of an ECS-optimized AMI. It
// accepts what templates contain: the path with or without /image_id, the name
// of a build instead of "recommended", a release instead of "latest", an ARN,
// and a dynamic reference ("{{resolve:ssm:…}}", "resolve:ssm:…") with or
// without a version.
//
// Everything else is false: other images, and paths that AWS never published,
// such as amazon-linux-2023/arm64/gpu.
func FromSSMParameter(path string) (Image, bool) {
	path, ok := parameterPath(path)
	if !ok {
		return Image{}, false
	}
	for _, f := range families {
		name, version, found := f.fromParameter(path)
		if !found {
			continue
		}
		latest, _ := Lookup(name)
		if version == "" {
			return latest, true
		}
		pinned, err := latest.Pin(version)
		return pinned, err == nil
	}
	return Image{}, false
}

// withoutAgent are public parameters of images that no container instance can
// boot from as they are.
var withoutAgent = []struct{ prefix, what string }{
	{"/aws/service/ami-amazon-linux-latest/", "Amazon Linux"},
	{"/aws/service/eks/optimized-ami/", "an EKS-optimized AMI"},
	{"/aws/service/bottlerocket/aws-k8s-", "Bottlerocket for Kubernetes"},
	{"/aws/service/canonical/ubuntu/", "Ubuntu"},
	{"/aws/service/debian/", "Debian"},
	{"/aws/service/deeplearning/ami/", "an AWS Deep Learning AMI"},
}

// WithoutAgent reports whether a parameter is that of a public image without
// the ECS agent, and which: its instances never join a cluster unless user data
// installs the agent.
func WithoutAgent(path string) (what string, found bool) {
	path, ok := parameterPath(path)
	if !ok {
		return "", false
	}
	for _, image := range withoutAgent {
		if strings.HasPrefix(path, image.prefix) {
			return image.what, true
		}
	}
	return "", false
}
