package taskdef

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// evaluate reads a template with one task definition of family "train" and the
// given properties.
func evaluate(t *testing.T, properties string) *cloudformation.Evaluation {
	t.Helper()
	parsed, err := cloudformation.Parse("test", []byte(`{
		"Parameters": {"Cpus": {"Type": "Number", "Default": 1024}, "Stage": {"Type": "String", "Default": "test"}},
		"Conditions": {"Never": {"Fn::Equals": ["a", "b"]}},
		"Resources": {
			"Logs": {"Type": "AWS::Logs::LogGroup", "Properties": {"LogGroupName": {"Fn::Sub": "${Stage}-logs"}}},
			"Unnamed": {"Type": "AWS::Logs::LogGroup"},
			"Role": {"Type": "AWS::IAM::Role"},
			"Task": {"Type": "AWS::ECS::TaskDefinition", "Properties": `+properties+`}}}`))
	require.NoError(t, err)
	evaluation, err := parsed.Evaluate(cloudformation.Environment{Region: "eu-west-1", StackName: "stack"})
	require.NoError(t, err)
	return evaluation
}

func convertOne(t *testing.T, properties string) string {
	t.Helper()
	definition, err := Convert(evaluate(t, properties), "train", Roles{})
	require.NoError(t, err)
	return asJSON(t, definition)
}

func asJSON(t *testing.T, definition Definition) string {
	t.Helper()
	text, err := json.Marshal(definition.Input)
	require.NoError(t, err)
	return string(text)
}

func TestConvert(t *testing.T) {
	for name, test := range map[string]struct{ properties, want string }{
		"names are the API's": {
			`{"Family": "train", "RequiresCompatibilities": ["EC2"], "ContainerDefinitions": [{"Name": "c", "ReadonlyRootFilesystem": true}]}`,
			`{"family": "train", "requiresCompatibilities": ["EC2"], "containerDefinitions": [{"name": "c", "readonlyRootFilesystem": true}]}`,
		},
		"a container's cpu is a number and a task's is text, however they are written": {
			`{"Family": "train", "Cpu": 1024, "Memory": {"Ref": "Cpus"}, "ContainerDefinitions": [{"Cpu": {"Ref": "Cpus"}, "Memory": "512", "Essential": "true"}]}`,
			`{"family": "train", "cpu": "1024", "memory": "1024", "containerDefinitions": [{"cpu": 1024, "memory": 512, "essential": true}]}`,
		},
		"keys that are the user's stay": {
			`{"Family": "train", "ContainerDefinitions": [{"DockerLabels": {"Com.Example": "X", "plain": 1},
			  "LogConfiguration": {"LogDriver": "awslogs", "Options": {"awslogs-region": {"Ref": "AWS::Region"}, "Mode": "non-blocking"}},
			  "FirelensConfiguration": {"Type": "fluentbit", "Options": {"Enable-ECS": "true"}}}]}`,
			`{"family": "train", "containerDefinitions": [{"dockerLabels": {"Com.Example": "X", "plain": "1"},
			  "logConfiguration": {"logDriver": "awslogs", "options": {"awslogs-region": "eu-west-1", "Mode": "non-blocking"}},
			  "firelensConfiguration": {"type": "fluentbit", "options": {"Enable-ECS": "true"}}}]}`,
		},
		"values of variables, requirements and tags are text": {
			`{"Family": "train", "Tags": [{"Key": "Cost", "Value": 7}], "ContainerDefinitions": [{"Environment": [{"Name": "GPU", "Value": 4}, {"Name": "On", "Value": true}],
			  "ResourceRequirements": [{"Type": "GPU", "Value": 1}]}]}`,
			`{"family": "train", "tags": [{"key": "Cost", "value": "7"}], "containerDefinitions": [{"environment": [{"name": "GPU", "value": "4"}, {"name": "On", "value": "true"}],
			  "resourceRequirements": [{"type": "GPU", "value": "1"}]}]}`,
		},
		"names that differ by more than a letter": {
			`{"Family": "train", "ProxyConfiguration": {"ContainerName": "envoy", "ProxyConfigurationProperties": [{"Name": "ProxyEgressPort", "Value": 15001}]},
			  "Volumes": [{"Name": "efs", "EFSVolumeConfiguration": {"FilesystemId": "fs-1", "TransitEncryptionPort": "2049", "AuthorizationConfig": {"AccessPointId": "a", "IAM": "ENABLED"}}},
			    {"Name": "fsx", "FSxWindowsFileServerVolumeConfiguration": {"FileSystemId": "fs-2"}},
			    {"Name": "docker", "DockerVolumeConfiguration": {"Autoprovision": true, "DriverOpts": {"Size": 10}, "Labels": {"A": "b"}}},
			    {"Name": "host", "Host": {"SourcePath": "/mnt/nvme"}}]}`,
			`{"family": "train", "proxyConfiguration": {"containerName": "envoy", "properties": [{"name": "ProxyEgressPort", "value": "15001"}]},
			  "volumes": [{"name": "efs", "efsVolumeConfiguration": {"fileSystemId": "fs-1", "transitEncryptionPort": 2049, "authorizationConfig": {"accessPointId": "a", "iam": "ENABLED"}}},
			    {"name": "fsx", "fsxWindowsFileServerVolumeConfiguration": {"fileSystemId": "fs-2"}},
			    {"name": "docker", "dockerVolumeConfiguration": {"autoprovision": true, "driverOpts": {"Size": "10"}, "labels": {"A": "b"}}},
			    {"name": "host", "host": {"sourcePath": "/mnt/nvme"}}]}`,
		},
		"limits and health": {
			`{"Family": "train", "EphemeralStorage": {"SizeInGiB": "30"}, "RuntimePlatform": {"CpuArchitecture": "ARM64"}, "ContainerDefinitions": [{
			  "Ulimits": [{"Name": "memlock", "HardLimit": "-1", "SoftLimit": -1}],
			  "HealthCheck": {"Command": ["CMD", 1], "Interval": "30"},
			  "LinuxParameters": {"SharedMemorySize": "8192", "InitProcessEnabled": "true", "Capabilities": {"Add": ["IPC_LOCK"]}},
			  "PortMappings": [{"ContainerPort": "80", "ContainerPortRange": "1-2"}]}]}`,
			`{"family": "train", "ephemeralStorage": {"sizeInGiB": 30}, "runtimePlatform": {"cpuArchitecture": "ARM64"}, "containerDefinitions": [{
			  "ulimits": [{"name": "memlock", "hardLimit": -1, "softLimit": -1}],
			  "healthCheck": {"command": ["CMD", "1"], "interval": 30},
			  "linuxParameters": {"sharedMemorySize": 8192, "initProcessEnabled": true, "capabilities": {"add": ["IPC_LOCK"]}},
			  "portMappings": [{"containerPort": 80, "containerPortRange": "1-2"}]}]}`,
		},
		"a log group is its name": {
			`{"Family": "train", "ContainerDefinitions": [{"LogConfiguration": {"Options": {"awslogs-group": {"Ref": "Logs"}, "both": {"Fn::Sub": "/${Logs}/${AWS::StackName}"}}}}]}`,
			`{"family": "train", "containerDefinitions": [{"logConfiguration": {"options": {"awslogs-group": "test-logs", "both": "/test-logs/stack"}}}]}`,
		},
		"what a condition removes is gone": {
			`{"Family": "train", "IpcMode": {"Fn::If": ["Never", "host", {"Ref": "AWS::NoValue"}]}, "RequiresCompatibilities": [{"Fn::If": ["Never", "FARGATE", {"Ref": "AWS::NoValue"}]}, "EC2"]}`,
			`{"family": "train", "requiresCompatibilities": ["EC2"]}`,
		},
		"what is newer than this program keeps its kind": {
			`{"Family": "train", "SomethingNew": {"HowMany": 3, "Really": true, "Share": 0.5, "Names": ["a"]}}`,
			`{"family": "train", "somethingNew": {"howMany": 3, "really": true, "share": 0.5, "names": ["a"]}}`,
		},
	} {
		t.Run(name, func(t *testing.T) { assert.JSONEq(t, test.want, convertOne(t, test.properties)) })
	}
}

func TestConvert_roles(t *testing.T) {
	const properties = `{"Family": "train", "TaskRoleArn": "arn:aws:iam::1:role/own", "ExecutionRoleArn": {"Fn::GetAtt": ["Role", "Arn"]}}`
	for name, test := range map[string]struct {
		given   Roles
		want    string
		omitted []string
	}{
		"a role of the stack is left out":  {Roles{}, `{"family": "train", "taskRoleArn": "arn:aws:iam::1:role/own"}`, []string{"ExecutionRoleArn"}},
		"a role that is given is used":     {Roles{Execution: "arn:x"}, `{"family": "train", "taskRoleArn": "arn:aws:iam::1:role/own", "executionRoleArn": "arn:x"}`, nil},
		"a role that is given comes first": {Roles{Task: "arn:y", Execution: "arn:x"}, `{"family": "train", "taskRoleArn": "arn:y", "executionRoleArn": "arn:x"}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			definition, err := Convert(evaluate(t, properties), "train", test.given)
			require.NoError(t, err)
			assert.JSONEq(t, test.want, asJSON(t, definition))
			assert.Equal(t, test.omitted, definition.Omitted)
		})
	}
}

func TestConvert_rejects(t *testing.T) {
	for name, test := range map[string]struct{ properties, want string }{
		"an account that nobody has given": {
			`{"Family": "train", "ContainerDefinitions": [{"Image": {"Fn::Sub": "${AWS::AccountId}.dkr.ecr.us-east-1.amazonaws.com/x"}}]}`,
			"ContainerDefinitions[0].Image (it holds ${AWS::AccountId}); give the account with --account",
		},
		"a log group without a name": {
			`{"Family": "train", "ContainerDefinitions": [{"LogConfiguration": {"Options": {"awslogs-group": {"Ref": "Unnamed"}}}}]}`,
			"awslogs-group",
		},
		"a family that is not there": {`{"Family": "other"}`, `there is no task definition "train"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Convert(evaluate(t, test.properties), "train", Roles{})
			assert.ErrorContains(t, err, test.want)
		})
	}
}

func TestFamilies(t *testing.T) {
	assert.Equal(t, []string{"train"}, Families(evaluate(t, `{"Family": "train"}`)))
	assert.Empty(t, Families(evaluate(t, `{"Family": {"Ref": "Role"}}`)))
}
