package stacks

import (
	_ "embed"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecr"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
)

// dsstneRun downloads, generates, trains, predicts and uploads, in the order of
// the original's container.
//
//go:embed dsstne/run.sh
var dsstneRun string

// dsstneMemoryMiB is the memory of the original's task.
const dsstneMemoryMiB = 15000

// newDSSTNE creates the recommendation demo of the AWS Compute Blog's
// "Orchestrating GPU-Accelerated Workloads on Amazon ECS" (2016-10) on today's
// AWS. docs/equivalence.md holds the two against each other.
func newDSSTNE(scope constructs.Construct) awscdk.Stack {
	stack := newStack(scope, "dsstne", "Trains recommendations with Amazon DSSTNE on GPU instances of an ECS cluster")
	parameters := newDSSTNEParameters(stack)
	network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{
		Parameters: &ecsgpu.NetworkParameters{VpcID: parameters.vpcID, SubnetIDs: parameters.subnets},
	})
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: network, DisableManagedTerminationProtection: true})
	pool := cluster.AddPool("Gpu", &ecsgpu.PoolProps{
		MinCapacity: 1, MaxCapacity: 4, VolumeGiB: 100,
		Parameters: &ecsgpu.PoolParameters{InstanceType: parameters.instanceType},
	})
	storage := newDSSTNEStorage(stack)
	build := newDSSTNEBuild(stack, storage)
	logs := newLogGroup(stack, "Logs", &awslogs.LogGroupProps{
		Retention: awslogs.RetentionDays_ONE_WEEK, RemovalPolicy: awscdk.RemovalPolicy_DESTROY,
	})
	task := parameters.task(stack, pool, storage, logs, ecsgpu.WholeGPUs(1), "Task", "dsstne", dsstneTrain)
	all := parameters.task(stack, pool, storage, logs, ecsgpu.AllGPUs(), "AllGPUsTask", "dsstne-all-gpus",
		"mpirun --allow-run-as-root -np $(nvidia-smi --list-gpus | wc -l) "+dsstneTrain)
	for _, each := range []*ecsgpu.TaskDefinition{task, all} {
		// The image exists once the build has answered.
		each.Resource.Node().AddDependency(build)
	}
	newOutput(stack, "CloudWatchLogsGroup", logs.LogGroupName())
	newOutput(stack, "DsstneTaskDefinition", task.Resource.Ref())
	newOutput(stack, "DsstneAllGPUsTaskDefinition", all.Resource.Ref())
	newOutput(stack, "ECRRepository", storage.repository.RepositoryUri())
	newOutput(stack, "ECSClusterName", cluster.Resource.Ref())
	newOutput(stack, "S3BucketResults", storage.results.BucketName())
	newOutput(stack, "CapacityProvider", pool.CapacityProvider.Ref())
	return stack
}

// dsstneTrain is the original's training command.
const dsstneTrain = "train -c config -i gl_input.nc -o gl_output.nc -n gl.nc -b 256 -e 10"

// dsstneParameters are the original's parameters by its names.
type dsstneParameters struct {
	vpcID, subnets             awscdk.CfnParameter
	instanceType               *ecsgpu.InstanceTypeParameter
	dataURL, trainingConfigURL awscdk.CfnParameter
}

func newDSSTNEParameters(stack awscdk.Stack) dsstneParameters {
	text := func(id, kind, description string, fallback any) awscdk.CfnParameter {
		return awscdk.NewCfnParameter(stack, &id, &awscdk.CfnParameterProps{Type: &kind, Description: &description, Default: fallback})
	}
	url := func(id, description, fallback string) awscdk.CfnParameter {
		return awscdk.NewCfnParameter(stack, &id, &awscdk.CfnParameterProps{
			Type: jsii.String("String"), Description: &description, Default: fallback,
			AllowedPattern: jsii.String("https?://.+"), ConstraintDescription: jsii.String("must be an http or https URL"),
		})
	}
	for _, ignored := range []awscdk.CfnParameter{
		text("KeyName", "String", "Ignored; Session Manager reaches the instances", ""),
		text("SSHLocation", "String", "Ignored; no port is open", ""),
	} {
		awscdk.Validations_Of(ignored).Acknowledge(&awscdk.Acknowledgment{
			Id:     jsii.String("CloudFormation-Validate::W2001"),
			Reason: jsii.String("kept so that parameter files of the original still deploy"),
		})
	}
	const samples = "https://s3-us-west-2.amazonaws.com/amazon-dsstne-samples/"
	return dsstneParameters{
		vpcID:   text("VpcId", "AWS::EC2::VPC::Id", "VPC of the instances", nil),
		subnets: text("Subnets", "List<AWS::EC2::Subnet::Id>", "Subnets of that VPC with a way to the internet", nil),
		instanceType: ecsgpu.NewInstanceTypeParameter(stack, "ECSInstanceType", &ecsgpu.InstanceTypeParameterProps{
			Default: "g4dn.2xlarge", Allowed: dsstneTypes(), Description: "Type of the GPU instances",
		}),
		dataURL:           url("DataUrl", "Training data, gzip or text", samples+"data/ml20m-all.gz"),
		trainingConfigURL: url("TrainingConfigUrl", "Configuration of the training", samples+"configs/config.json"),
	}
}

// dsstneTypes returns the types on which the task runs: whole GPUs that the
// image drives and for which the container's code is compiled, and more memory
// than it takes.
func dsstneTypes() []string {
	var names []string
	for _, t := range images.Supported(latest(images.AL2023GPU), hardware.InstanceType.IsNVIDIA) {
		if !t.IsFractional() && dsstneCode.runsOn(t.ComputeCapability) && t.MemoryMiB > 16*1024 {
			names = append(names, t.Name)
		}
	}
	return names
}

// task is the original's task definition with a GPU requirement in the place
// of privileges.
func (p dsstneParameters) task(stack awscdk.Stack, pool *ecsgpu.Pool, storage dsstneStorage, logs awslogs.ILogGroup,
	gpus ecsgpu.GPURequest, id, family, train string) *ecsgpu.TaskDefinition {
	task := ecsgpu.NewTaskDefinition(stack, id, &ecsgpu.TaskDefinitionProps{
		Family: family, Pool: pool, LogGroup: logs,
		Containers: []ecsgpu.Container{{
			Name: "Amazon-DSSTNE", Repository: storage.repository, Image: "latest",
			GPUs: gpus, MemoryMiB: dsstneMemoryMiB,
			// Open MPI 5 takes 16 MiB of it for each process, and Docker gives 64.
			SharedMemoryMiB: 1024,
			EntryPoint:      []string{"/bin/bash", "-c"}, Command: []string{dsstneRun},
			Environment: map[string]string{
				"DATAURL":           *p.dataURL.ValueAsString(),
				"TRAININGCONFIGURL": *p.trainingConfigURL.ValueAsString(),
				"S3BUCKETRESULTS":   *storage.results.BucketName(),
				"GENERATEINPUTCMD":  "generateNetCDF -d gl_input -i data -o gl_input.nc -f features_input -s samples_input -c",
				"GENERATEOUTPUTCMD": "generateNetCDF -d gl_output -i data -o gl_output.nc -f features_output -s samples_input -c",
				"TRAINCMD":          train,
				"PREDICTCMD":        "predict -b 1024 -d gl -i features_input -o features_output -k 10 -n gl.nc -f data -s results -r data",
			},
		}},
	})
	ecsgpu.Acknowledge(task, ecsgpu.Reasons{
		"AwsSolutions-ECS2": "addresses, commands and a bucket's name, nothing secret; the original's container takes them from there",
	})
	allowObjects(task.TaskRole(), []string{"s3:PutObject"}, storage.results, "results-", "each run names its results after its host and the time")
	return task
}

// dsstneStorage is what the demo keeps. Both are emptied and deleted with the
// stack, which the original's deletion stumbled over.
type dsstneStorage struct {
	repository awsecr.Repository
	results    awss3.Bucket
}

func newDSSTNEStorage(stack awscdk.Stack) dsstneStorage {
	storage := dsstneStorage{
		repository: awsecr.NewRepository(stack, jsii.String("Repository"), &awsecr.RepositoryProps{
			ImageScanOnPush: jsii.Bool(true), EmptyOnDelete: jsii.Bool(true), RemovalPolicy: awscdk.RemovalPolicy_DESTROY,
		}),
		results: awss3.NewBucket(stack, jsii.String("Results"), &awss3.BucketProps{
			BlockPublicAccess: awss3.BlockPublicAccess_BLOCK_ALL(), Encryption: awss3.BucketEncryption_S3_MANAGED,
			EnforceSSL: jsii.Bool(true), RemovalPolicy: awscdk.RemovalPolicy_DESTROY,
		}),
	}
	ecsgpu.Acknowledge(storage.repository, ecsgpu.Reasons{
		"CKV_AWS_51":  "each build replaces the image under the tag that the task definitions name",
		"CKV_AWS_136": "ECR encrypts the image with a key of its own; the image is built from public sources",
	})
	const withoutLogs = "the bucket is deleted with the demonstration; a bucket of its logs would stay, about public sample data"
	ecsgpu.Acknowledge(storage.results, ecsgpu.Reasons{
		"AwsSolutions-S1": withoutLogs, "CKV_AWS_18": withoutLogs,
		"CKV_AWS_21": "each run writes under a key of its own, so that nothing is overwritten",
	})
	return storage
}
