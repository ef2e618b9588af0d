package images

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestFromSSMParameter_readsWhatTemplatesContain(t *testing.T) {
	const gpu = "/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu"
	const build = "al2023-ami-ecs-gpu-hvm-2023.0.20250206-kernel-6.1-x86_64-ebs"
	for name, test := range map[string]struct {
		path, version string
		want          Name
	}{
		"the id":                        {gpu + "/recommended/image_id", "", AL2023GPU},
		"the whole record":              {gpu + "/recommended", "", AL2023GPU},
		"a trailing slash":              {gpu + "/recommended/", "", AL2023GPU},
		"another property":              {gpu + "/recommended/image_name", "", AL2023GPU},
		"a build":                       {gpu + "/" + build + "/image_id", "20250206", AL2023GPU},
		"a build's whole record":        {gpu + "/" + build, "20250206", AL2023GPU},
		"a dynamic reference":           {"{{resolve:ssm:" + gpu + "/recommended/image_id}}", "", AL2023GPU},
		"a dynamic reference, version":  {"{{resolve:ssm:" + gpu + "/recommended/image_id:3}}", "", AL2023GPU},
		"EC2's own reference":           {"resolve:ssm:" + gpu + "/recommended/image_id", "", AL2023GPU},
		"EC2's own reference, label":    {"resolve:ssm:" + gpu + "/recommended/image_id:blue", "", AL2023GPU},
		"an ARN":                        {"arn:aws:ssm:us-east-1::parameter" + gpu + "/recommended/image_id", "", AL2023GPU},
		"spaces around":                 {"  " + gpu + "/recommended/image_id\n", "", AL2023GPU},
		"the original template's image": {"/aws/service/ecs/optimized-ami/amazon-linux-2/gpu/recommended/image_id", "", AL2GPU},
		"a folder in a folder":          {"/aws/service/ecs/optimized-ami/amazon-linux-2/kernel-5.10/inf/recommended", "", AL2Kernel510Inf},
		"Bottlerocket":                  {"/aws/service/bottlerocket/aws-ecs-2-nvidia/arm64/latest/image_id", "", Bottlerocket2NVIDIAARM64},
		"Bottlerocket by its other arm": {"/aws/service/bottlerocket/aws-ecs-2-nvidia/aarch64/latest/image_id", "", Bottlerocket2NVIDIAARM64},
		"a Bottlerocket release":        {"/aws/service/bottlerocket/aws-ecs-1/x86_64/1.20.0/image_id", "1.20.0", Bottlerocket1},
	} {
		t.Run(name, func(t *testing.T) {
			i, found := FromSSMParameter(test.path)
			assert.True(t, found)
			assert.Equal(t, test.want, i.Name)
			assert.Equal(t, test.version, i.Version)
		})
	}
}

func TestFromSSMParameter_rejects(t *testing.T) {
	for name, path := range map[string]string{
		"nothing":                    "",
		"an AMI id":                  "ami-0123456789abcdef0",
		"a path that is not AWS's":   "/my/ami",
		"the parent of all":          "/aws/service/ecs/optimized-ami/",
		"a folder without a leaf":    "/aws/service/ecs/optimized-ami/amazon-linux-2023",
		"arm64 with GPUs":            "/aws/service/ecs/optimized-ami/amazon-linux-2023/arm64/gpu/recommended/image_id",
		"CDK's path for Neuron":      "/aws/service/ecs/optimized-ami/amazon-linux-2023/inf/recommended/image_id",
		"another image's build":      "/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/amzn2-ami-ecs-gpu-hvm-2.0.20250206-x86_64-ebs/image_id",
		"a build that is no name":    "/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/newest/image_id",
		"a property too many":        "/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/recommended/image_id/image_id",
		"Bottlerocket for EKS":       "/aws/service/bottlerocket/aws-k8s-1.34-nvidia/x86_64/latest/image_id",
		"Bottlerocket, no version":   "/aws/service/bottlerocket/aws-ecs-2/x86_64",
		"Bottlerocket, no such arm":  "/aws/service/bottlerocket/aws-ecs-2/sparc/latest/image_id",
		"Bottlerocket, no release":   "/aws/service/bottlerocket/aws-ecs-2/x86_64/newest/image_id",
		"Bottlerocket, a mix":        "/aws/service/bottlerocket/aws-ecs-2/x86_64/latest1.20.0/image_id",
		"Bottlerocket, an empty one": "/aws/service/bottlerocket/aws-ecs-2/x86_64//image_id",
		"Windows":                    "/aws/service/ami-windows-latest/Windows_Server-2022-English-Full-ECS_Optimized/image_id",
		"two lines":                  "/aws/service/ecs/optimized-ami/amazon-linux-2023/recommended\n/image_id",
	} {
		t.Run(name, func(t *testing.T) {
			_, found := FromSSMParameter(path)
			assert.False(t, found)
		})
	}
}

func TestFromSSMParameter_findsEveryImage(t *testing.T) {
	for _, i := range All() {
		got, found := FromSSMParameter(i.SSMParameter)
		assert.True(t, found, i.Name)
		assert.Equal(t, i, got)
	}
}

func TestFromSSMParameter_findsEveryBuild(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.SampledFrom(All()).Draw(t, "image")
		version := rapid.StringMatching(`[1-9]\.[1-9][0-9]?\.[0-9]`).Draw(t, "release")
		if i.OS != Bottlerocket {
			version = rapid.StringMatching(`20[12][0-9](0[1-9]|1[0-2])(0[1-9]|1[0-9]|2[0-8])`).Draw(t, "date")
		}
		pinned, err := i.Pin(version)
		if err != nil {
			t.Fatal(err)
		}
		got, found := FromSSMParameter(pinned.SSMParameter)
		assert.True(t, found)
		assert.Equal(t, pinned, got)
	})
}

func TestWithoutAgent(t *testing.T) {
	for path, want := range map[string]string{
		"/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64":                    "Amazon Linux",
		"{{resolve:ssm:/aws/service/ami-amazon-linux-latest/amzn2-ami-hvm-x86_64-gp2:1}}":          "Amazon Linux",
		"/aws/service/eks/optimized-ami/1.34/amazon-linux-2023/x86_64/nvidia/recommended/image_id": "an EKS-optimized AMI",
		"/aws/service/bottlerocket/aws-k8s-1.34/x86_64/latest/image_id":                            "Bottlerocket for Kubernetes",
		"/aws/service/deeplearning/ami/x86_64/base-oss-nvidia-driver-gpu-al2023/latest/ami-id":     "an AWS Deep Learning AMI",
		"/aws/service/canonical/ubuntu/server/24.04/stable/current/amd64/hvm/ebs-gp3/ami-id":       "Ubuntu",
		"/aws/service/debian/release/12/latest/amd64":                                              "Debian",
		"/aws/service/ecs/optimized-ami/amazon-linux-2023/recommended/image_id":                    "",
		"/my/ami": "", "": "",
	} {
		what, found := WithoutAgent(path)
		assert.Equal(t, want, what, path)
		assert.Equal(t, want != "", found, path)
	}
}

func FuzzFromSSMParameter(f *testing.F) {
	for _, i := range All() {
		f.Add(i.SSMParameter)
		f.Add("{{resolve:ssm:" + strings.TrimSuffix(i.SSMParameter, "/image_id") + ":1}}")
	}
	f.Add("/aws/service/ecs/optimized-ami/amazon-linux-2023/gpu/al2023-ami-ecs-gpu-hvm-2023.0.20250206-kernel-6.1-x86_64-ebs/image_id")
	f.Add("/aws/service/bottlerocket/aws-ecs-2-nvidia/aarch64/1.55.0")
	f.Fuzz(func(t *testing.T, path string) {
		i, found := FromSSMParameter(path)
		WithoutAgent(path)
		if !found {
			assert.Zero(t, i.Version)
			return
		}
		// What was recognised has a canonical path, which says the same.
		again, found := FromSSMParameter(i.SSMParameter)
		assert.True(t, found)
		assert.Equal(t, i, again)
	})
}
