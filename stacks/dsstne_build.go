package stacks

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"maps"
	"slices"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscodebuild"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

var (
	//go:embed dsstne/buildspec.yml
	dsstneBuildSpec string
	//go:embed dsstne/Dockerfile
	dsstneDockerfile string
	//go:embed dsstne/helper.py
	dsstneHelper string
)

// dsstneArguments returns the build arguments of the Dockerfile: the last commit
// of the sources (2020-02-20), and the CUDA of driver 580, which the GPU image
// has. A later 13.x runs there too, but its PTX does not (CUDA compatibility
// guide, minor version compatibility).
func dsstneArguments() map[string]string {
	return map[string]string{
		"SOURCE_URL":        "https://github.com/amazon-archives/amazon-dsstne/archive/e429ea811135a2ba3d69b2f7af496b791a61e962.tar.gz",
		"CUDA_VERSION":      "13.0.2",
		"CUDNN_VERSION":     "9.13.1.26",
		"NVCC_APPEND_FLAGS": dsstneCode.nvccFlags(),
	}
}

// newDSSTNEBuild builds the container image in the account, neither on a GPU
// instance, which the original paid for while it compiled, nor on the
// workstation. The deployment starts the build and waits for its answer; its
// log stays in a log group. It returns what the image depends on.
func newDSSTNEBuild(stack awscdk.Stack, storage dsstneStorage) constructs.IDependable {
	scope := constructs.NewConstruct(stack, jsii.String("Build"))
	project := newDSSTNEProject(scope, storage)
	helper := newDSSTNEHelper(scope, project, storage)
	awscdk.NewCustomResource(scope, jsii.String("EmptyResults"), &awscdk.CustomResourceProps{
		ServiceToken: helper.AttrArn(), ResourceType: jsii.String("Custom::EmptyBucket"),
		Properties: &map[string]any{"Action": "Empty", "Bucket": storage.results.BucketName()},
	})
	return awscdk.NewCustomResource(scope, jsii.String("Image"), &awscdk.CustomResourceProps{
		ServiceToken: helper.AttrArn(), ResourceType: jsii.String("Custom::ImageBuild"),
		ServiceTimeout: awscdk.Duration_Hours(jsii.Number(1)),
		Properties:     &map[string]any{"Action": "Build", "Digest": dsstneDigest()},
	})
}

// dsstneDigest changes with everything that the image is made of, and so makes
// CloudFormation ask for a new build.
func dsstneDigest() string {
	all := dsstneBuildSpec + dsstneDockerfile
	arguments := dsstneArguments()
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		all += name + "=" + arguments[name] + "\n"
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(all)))
}

func newDSSTNEProject(scope constructs.Construct, storage dsstneStorage) awscodebuild.CfnProject {
	logs := newLogGroup(scope, "Logs", &awslogs.LogGroupProps{
		Retention: awslogs.RetentionDays_ONE_WEEK, RemovalPolicy: awscdk.RemovalPolicy_DESTROY,
	})
	role := newServiceRole(scope, "Role", "codebuild.amazonaws.com")
	allow(role, []string{"logs:CreateLogStream", "logs:PutLogEvents"}, logs.LogGroupArn())
	allow(role, []string{
		"ecr:BatchCheckLayerAvailability", "ecr:BatchGetImage", "ecr:CompleteLayerUpload", "ecr:GetDownloadUrlForLayer",
		"ecr:InitiateLayerUpload", "ecr:PutImage", "ecr:UploadLayerPart",
	}, storage.repository.RepositoryArn())
	allow(role, []string{"ecr:GetAuthorizationToken"}, jsii.String("*"))
	ecsgpu.Acknowledge(role, ecsgpu.Reasons{"AwsSolutions-IAM5[Resource::*]": "ecr:GetAuthorizationToken knows no resource"})
	project := awscodebuild.NewCfnProject(scope, jsii.String("Project"), &awscodebuild.CfnProjectProps{
		Description:      jsii.String("Builds the container image of DSSTNE"),
		ServiceRole:      role.RoleArn(),
		TimeoutInMinutes: jsii.Number(55),
		Artifacts:        &awscodebuild.CfnProject_ArtifactsProperty{Type: jsii.String("NO_ARTIFACTS")},
		Source:           &awscodebuild.CfnProject_SourceProperty{Type: jsii.String("NO_SOURCE"), BuildSpec: &dsstneBuildSpec},
		LogsConfig: &awscodebuild.CfnProject_LogsConfigProperty{
			CloudWatchLogs: &awscodebuild.CfnProject_CloudWatchLogsConfigProperty{
				Status: jsii.String("ENABLED"), GroupName: logs.LogGroupName(),
			},
		},
		Environment: &awscodebuild.CfnProject_EnvironmentProperty{
			Type: jsii.String("LINUX_CONTAINER"), ComputeType: jsii.String("BUILD_GENERAL1_LARGE"),
			Image: jsii.String("aws/codebuild/amazonlinux-x86_64-standard:5.0"),
			// Docker inside the build container.
			PrivilegedMode:       jsii.Bool(true),
			EnvironmentVariables: storage.buildVariables(),
		},
	})
	ecsgpu.Acknowledge(project, ecsgpu.Reasons{
		"AwsSolutions-CB4": "the project stores no artifacts that a key could encrypt; the image goes to ECR, which encrypts it",
	})
	// A build that starts before its role has its policy cannot write its log.
	project.Node().AddDependency(role.Node().FindChild(jsii.String("DefaultPolicy")))
	return project
}

// buildVariables returns what the buildspec takes from its environment.
func (s dsstneStorage) buildVariables() []any {
	variables := dsstneArguments()
	variables["DOCKERFILE"] = dsstneDockerfile
	variables["REPOSITORY_URI"] = *s.repository.RepositoryUri()
	var all []any
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		all = append(all, &awscodebuild.CfnProject_EnvironmentVariableProperty{Name: &name, Value: jsii.String(variables[name])})
	}
	return all
}

// newDSSTNEHelper returns the function behind both custom resources:
// CloudFormation can neither start a build nor empty a bucket by itself.
func newDSSTNEHelper(scope constructs.Construct, project awscodebuild.CfnProject, storage dsstneStorage) awslambda.CfnFunction {
	logs := newLogGroup(scope, "HelperLogs", &awslogs.LogGroupProps{
		Retention: awslogs.RetentionDays_ONE_WEEK, RemovalPolicy: awscdk.RemovalPolicy_DESTROY,
	})
	role := newServiceRole(scope, "HelperRole", "lambda.amazonaws.com")
	allow(role, []string{"logs:CreateLogStream", "logs:PutLogEvents"}, logs.LogGroupArn())
	allow(role, []string{"codebuild:StartBuild"}, project.AttrArn())
	allow(role, []string{"s3:ListBucketVersions"}, storage.results.BucketArn())
	allowObjects(role, []string{"s3:DeleteObject", "s3:DeleteObjectVersion"}, storage.results, "", "it empties the bucket before the stack deletes it")
	helper := awslambda.NewCfnFunction(scope, jsii.String("Helper"), &awslambda.CfnFunctionProps{
		Description:   jsii.String("Starts the image build, and empties the results bucket before it is deleted"),
		Runtime:       jsii.String("python3.14"),
		Architectures: jsii.Strings("arm64"),
		Handler:       jsii.String("index.handler"),
		Role:          role.RoleArn(),
		Timeout:       jsii.Number(600),
		Code:          &awslambda.CfnFunction_CodeProperty{ZipFile: &dsstneHelper},
		LoggingConfig: &awslambda.CfnFunction_LoggingConfigProperty{LogGroup: logs.LogGroupName()},
		Environment: &awslambda.CfnFunction_EnvironmentProperty{
			Variables: map[string]*string{"PROJECT": project.Ref()},
		},
	})
	// Concurrency: aws-samples/one-observability-demo issue 278, 2024-05-16.
	ecsgpu.Acknowledge(helper, ecsgpu.Reasons{
		"CKV_AWS_115": "Lambda refuses to reserve concurrency in an account with the small quota of a new one",
		"CKV_AWS_116": "CloudFormation waits for the function's answer, so an event that is lost fails the deployment and needs no queue",
		"CKV_AWS_117": "the function calls AWS and reaches nothing inside a VPC",
		"CKV_AWS_173": "its only variable is the name of the project, nothing secret; Lambda encrypts it",
	})
	helper.Node().AddDependency(role.Node().FindChild(jsii.String("DefaultPolicy")))
	return helper
}

// newServiceRole returns a role that an AWS service assumes.
func newServiceRole(scope constructs.Construct, id, service string) awsiam.Role {
	return awsiam.NewRole(scope, &id, &awsiam.RoleProps{AssumedBy: awsiam.NewServicePrincipal(&service, nil)})
}
