package ecsgpu

import (
	"maps"
	"slices"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
)

// GrantPrincipal makes the task an IGrantable: a grant to it goes to the task
// role, which the first call creates.
func (t *TaskDefinition) GrantPrincipal() awsiam.IPrincipal { return t.TaskRole().GrantPrincipal() }

// TaskRole is the role of the containers' own code. The first call creates it
// when the props gave none.
func (t *TaskDefinition) TaskRole() awsiam.IRole {
	if t.taskRole == nil {
		t.taskRole = newTasksRole(t, "TaskRole", "Code of the task's containers")
		t.Resource.SetTaskRoleArn(t.taskRole.RoleArn())
		for _, starter := range t.starters {
			grantPassRole(starter, t.taskRole)
		}
	}
	return t.taskRole
}

// GrantRun allows grantee to run this task and to hand it its roles, also a
// task role that a later grant creates.
func (t *TaskDefinition) GrantRun(grantee awsiam.IGrantable) {
	grantee.GrantPrincipal().AddToPrincipalPolicy(allow([]string{"ecs:RunTask"}, *t.Resource.Ref(), nil))
	grantPassRole(grantee, t.ExecutionRole)
	if t.taskRole != nil {
		grantPassRole(grantee, t.taskRole)
	}
	t.starters = append(t.starters, grantee)
}

// grantPassRole is like IRole.GrantPassRole, which would look for the role's
// own account when the role is imported.
func grantPassRole(grantee awsiam.IGrantable, role awsiam.IRole) {
	grantee.GrantPrincipal().AddToPrincipalPolicy(allow([]string{"iam:PassRole"}, *role.RoleArn(), nil))
}

func (t *TaskDefinition) executionRole(props TaskDefinitionProps) awsiam.IRole {
	if props.ExecutionRole != nil {
		return props.ExecutionRole
	}
	role := newTasksRole(t, "ExecutionRole", "ECS, to pull images and write logs")
	role.AddToPolicy(allow([]string{"logs:CreateLogStream", "logs:PutLogEvents"}, *t.LogGroup.LogGroupArn(), nil))
	for _, c := range props.Containers {
		if unresolved(c.Image) {
			// A parameter may name a repository of this account at deployment, and
			// the agent pulls with this role alone.
			Acknowledge(role, Reasons{
				"AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ecr:<AWS::Region>:<AWS::AccountId>:repository/*]": "which repository the image is in is known only at deployment",
			})
		}
		if repository := c.repositoryARN(); repository != "" {
			role.AddToPolicy(allow([]string{"ecr:GetAuthorizationToken"}, "*", nil))
			Acknowledge(role, Reasons{"AwsSolutions-IAM5[Resource::*]": "ecr:GetAuthorizationToken knows no resource"})
			role.AddToPolicy(allow([]string{"ecr:BatchCheckLayerAvailability", "ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer"}, repository, nil))
		}
		c.grantReads(role)
	}
	return role
}

// grantReads lets ECS read what the container starts with.
func (c Container) grantReads(role awsiam.Role) {
	if c.RepositoryCredentials != nil {
		c.RepositoryCredentials.GrantRead(role, nil)
	}
	for _, file := range c.EnvironmentFiles {
		file.grantRead(role)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Secrets)) {
		c.Secrets[name].GrantRead(role)
	}
}

// repositoryARN returns the ECR repository of the image, all of the account if
// the image is known only at deployment, or nothing.
func (c Container) repositoryARN() string {
	if c.Repository != nil {
		return *c.Repository.RepositoryArn()
	}
	if unresolved(c.Image) {
		return arn("ecr", "repository/*")
	}
	return ecrRepository(c.Image)
}

// ecrRepository is the ARN of the ECR repository that an image names, or empty.
func ecrRepository(image string) string {
	match := ecrImage.FindStringSubmatch(image)
	if match == nil {
		return ""
	}
	return *awscdk.Fn_Sub(jsii.String("arn:${AWS::Partition}:ecr:"+match[2]+":"+match[1]+":repository/"+match[3]), nil)
}

// allowExecuteCommand lets ECS Exec open its channels from the containers.
func (t *TaskDefinition) allowExecuteCommand() {
	t.TaskRole().AddToPrincipalPolicy(awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Actions: jsii.Strings("ssmmessages:CreateControlChannel", "ssmmessages:CreateDataChannel",
			"ssmmessages:OpenControlChannel", "ssmmessages:OpenDataChannel"),
		Resources: jsii.Strings("*"),
	}))
}

// newTasksRole creates a role that ECS tasks assume.
func newTasksRole(scope constructs.Construct, id, description string) awsiam.Role {
	return awsiam.NewRole(scope, &id, &awsiam.RoleProps{
		AssumedBy:   awsiam.NewServicePrincipal(jsii.String("ecs-tasks.amazonaws.com"), nil),
		Description: &description,
	})
}
