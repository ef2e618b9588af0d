package checks

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// launching is a template with one pool and this image and user data.
func launching(image, userData string) string {
	return fmt.Sprintf(`
Resources:
  Cluster: {Type: AWS::ECS::Cluster}
  Launch:
    Type: AWS::EC2::LaunchTemplate
    Properties:
      LaunchTemplateData:
        ImageId: '%s'
        InstanceType: c7i.large
        BlockDeviceMappings: [{DeviceName: /dev/xvda, Ebs: {VolumeSize: 100, VolumeType: gp3, Encrypted: true}}]
        MetadataOptions: {HttpTokens: required}
        UserData:
          Fn::Base64: !Sub |
            %s
  Group:
    Type: AWS::AutoScaling::AutoScalingGroup
    Properties:
      AvailabilityZones: !GetAZs ''
      LaunchTemplate: {LaunchTemplateId: !Ref Launch, Version: !GetAtt Launch.LatestVersionNumber}
      MinSize: '0'
      MaxSize: '2'
`, image, strings.ReplaceAll(userData, "\n", "\n            "))
}

const (
	al2023Image       = "{{resolve:ssm:/aws/service/ecs/optimized-ami/amazon-linux-2023/recommended/image_id}}"
	bottlerocketImage = "{{resolve:ssm:/aws/service/bottlerocket/aws-ecs-2/x86_64/latest/image_id}}"
	ubuntuImage       = "{{resolve:ssm:/aws/service/canonical/ubuntu/server/24.04/stable/current/amd64/hvm/ebs-gp3/ami-id}}"
	amazonLinuxImage  = "{{resolve:ssm:/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64}}"
	ownImage          = "ami-0123456789abcdef0"
)

// spoken are findings as "id severity: message | fix".
func spoken(t *testing.T, text string) string {
	t.Helper()
	var all []string
	for _, f := range checkText(t, "t.yaml", text) {
		all = append(all, strings.TrimPrefix(f.ID, "ecsgpu-image-agent-")+" "+string(f.Severity)+": "+f.Message+" | "+f.Fix)
	}
	return strings.Join(all, "\n")
}

func TestAgentSettings(t *testing.T) {
	const toml = "[settings.ecs]\ncluster = '${Cluster}'\n"
	cases := map[string]struct{ image, userData, want string }{
		"all of them right": {al2023Image, "ECS_CLUSTER=${Cluster}\nECS_CONTAINER_STOP_TIMEOUT=2m\nECS_LOGLEVEL=WARN\nECS_ENABLE_TASK_IAM_ROLE=1\nHTTP_PROXY=proxy:3128\nGODEBUG=x", ""},
		"a name in lower case": {al2023Image, "ecs_cluster=training",
			`unknown-setting warning: Auto Scaling group Group sets "ecs_cluster", which the ECS agent 1.105.1 does not read | write ECS_CLUSTER=… at the start of the line.`},
		"export before a name": {al2023Image, "export ECS_LOGLEVEL=warn",
			`unknown-setting warning: Auto Scaling group Group sets "export ECS_LOGLEVEL", which the ECS agent 1.105.1 does not read | write ECS_LOGLEVEL=… at the start of the line.`},
		"a name like no other": {al2023Image, "ECS_OVERCOMMIT=1",
			`unknown-setting warning: Auto Scaling group Group sets "ECS_OVERCOMMIT", which the ECS agent 1.105.1 does not read | correct the name, or remove the setting.`},
		"quotes around a cluster": {al2023Image, `ECS_CLUSTER="training"`,
			`setting error: Auto Scaling group Group sets ECS_CLUSTER to "training"; no cluster has that name | write the value without quotes, which ecs-init passes on.`},
		"a comment behind a value": {al2023Image, "ECS_WARM_POOLS_CHECK=true # see wiki",
			`setting warning: Auto Scaling group Group sets ECS_WARM_POOLS_CHECK to true # see wiki; the agent ignores it and uses its default, false | write true or false.`},
		"a duration below the least": {al2023Image, "ECS_CONTAINER_STOP_TIMEOUT=500ms",
			`setting warning: Auto Scaling group Group sets ECS_CONTAINER_STOP_TIMEOUT to 500ms; the agent uses 1s | write a duration with its unit, such as 90s or 10m, at least 1s.`},
		"a log driver that the agent does not know": {al2023Image, `ECS_AVAILABLE_LOGGING_DRIVERS=["loki"]`,
			`setting error: Auto Scaling group Group sets ECS_AVAILABLE_LOGGING_DRIVERS to ["loki"]; the agent does not start with it` +
				` | write only log drivers of json-file, syslog, journald, gelf, fluentd, awslogs, splunk, logentries, sumologic, none, awsfirelens.`},
		"a value that only the deployment tells": {al2023Image, "ECS_CONTAINER_STOP_TIMEOUT=${Cluster}", ""},
		"Bottlerocket, all of them right":        {bottlerocketImage, toml + "task-cleanup-wait = '10m'\nreserved-memory = 512\n[settings.kernel]\nlockdown = 'none'", ""},
		"Bottlerocket, a name": {bottlerocketImage, toml + "enable-spot-draining = true",
			`unknown-setting warning: Auto Scaling group Group sets settings.ecs.enable-spot-draining, which is not known to be a setting of Bottlerocket | write settings.ecs.enable-spot-instance-draining.`},
		"Bottlerocket, a type": {bottlerocketImage, toml + "awsvpc-block-imds = 'yes'",
			`setting warning: Auto Scaling group Group sets settings.ecs.awsvpc-block-imds to yes, which Bottlerocket does not take | write true or false.`},
		"Bottlerocket, a bound of the agent": {bottlerocketImage, toml + "image-cleanup-wait = '5m'",
			`setting warning: Auto Scaling group Group sets ECS_IMAGE_CLEANUP_INTERVAL to 5m; the agent ignores it and uses its default, 30m | write a duration with its unit, such as 90s or 10m, at least 10m.`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			userData := c.userData
			if c.image == al2023Image {
				userData = "#!/bin/bash\ncat >> /etc/ecs/ecs.config <<'END'\n" + userData + "\nEND"
			}
			assert.Equal(t, c.want, spoken(t, launching(c.image, userData)))
		})
	}
}
