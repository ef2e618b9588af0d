package stacks

import (
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscertificatemanager"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/aws-cdk-go/awscdk/v2/awssqs"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	"github.com/ecsgpu/cdk/constructs/ecsgpu"
)

// newTrainingPool creates what the DSSTNE post tells of the Amazon
// Personalization team: many GPUs as one pool onto which training is
// scheduled, each job with data in S3 and a role of its own, and beside it a
// service that uses the results.
func newTrainingPool(scope constructs.Construct) awscdk.Stack {
	stack := newStack(scope, "training-pool", "A queue of training jobs on one pool of GPUs, and a service that uses what they learn")
	parameters := newTrainingParameters(stack)
	certificate := readCertificate(stack)
	network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Kind: ecsgpu.NetworkKindPrivate})
	ecsgpu.Acknowledge(network, ecsgpu.Reasons{
		"AwsSolutions-VPC7": "nothing here takes traffic from the internet, and the bucket and the load balancer log their requests; " +
			"with flow logs the template would need a bucket to be deployed from",
	})
	cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{
		Network: network, ContainerInsights: ecsgpu.ContainerInsightsEnabled,
	})
	cpus := cluster.AddPool("cpus", &ecsgpu.PoolProps{InstanceTypes: []string{"c5.xlarge"}, MinCapacity: 1, MaxCapacity: 4})
	gpus := cluster.AddPool("gpus", &ecsgpu.PoolProps{
		InstanceTypes: []string{"g6.12xlarge", "g5.12xlarge"}, MaxCapacity: 8, VolumeGiB: 200,
		Purchase: ecsgpu.Mixed(1, 25, ""), GPUMetrics: true,
	})
	logs := ecsgpu.NewAccessLogs(stack, "AccessLogs", nil)
	data := newTrainingData(stack)
	logs.AddBucket(data)
	jobs := newJobs(stack)
	newTraining(stack, gpus, data, jobs, parameters.trainingImage)
	service := newRecommendations(stack, cpus, data, parameters.serviceImage, &ecsgpu.LoadBalancerProps{
		Port: 80, Certificate: certificate, AccessLogs: logs,
	})

	newOutput(stack, "ClusterName", cluster.Resource.Ref())
	newOutput(stack, "Jobs", jobs.QueueUrl())
	newOutput(stack, "Data", data.BucketName())
	newOutput(stack, "LoadBalancer", service.LoadBalancer.LoadBalancer.LoadBalancerDnsName())
	return stack
}

// defaultTrainingImage shows its GPU; it takes no jobs.
const defaultTrainingImage = "nvidia/cuda:12.9.1-base-ubuntu24.04"

// trainingParameters name the two images. The defaults only show that the
// parts fit together: nvidia-smi for a job, a web server for the service.
type trainingParameters struct{ trainingImage, serviceImage awscdk.CfnParameter }

func newTrainingParameters(stack awscdk.Stack) trainingParameters {
	image := func(id, fallback, description string) awscdk.CfnParameter {
		return awscdk.NewCfnParameter(stack, &id, &awscdk.CfnParameterProps{
			Type: jsii.String("String"), Default: fallback, Description: &description,
		})
	}
	return trainingParameters{
		trainingImage: image("TrainingImage", defaultTrainingImage, "Image that takes jobs from QUEUE_URL, reads BUCKET/data and writes BUCKET/models"),
		serviceImage:  image("ServiceImage", "public.ecr.aws/nginx/nginx:stable", "Image that serves BUCKET/models on port 80"),
	}
}

// readCertificate returns the certificate that the deployment chooses with -c,
// or nil. It is no parameter because a redirect to HTTPS is a second listener.
func readCertificate(stack awscdk.Stack) awscertificatemanager.ICertificate {
	s := settings{stack: stack}
	arn := s.text("certificateArn", "")
	if arn == "" {
		return nil
	}
	if !strings.HasPrefix(arn, "arn:") {
		s.refuse("context certificateArn must be the ARN of a certificate in AWS Certificate Manager, got %q", arn)
	}
	s.require()
	return awscertificatemanager.Certificate_FromCertificateArn(stack, jsii.String("Certificate"), &arn)
}

// newTrainingData returns the bucket of the data sets and the models. It stays
// when the stack goes.
func newTrainingData(stack awscdk.Stack) awss3.Bucket {
	return awss3.NewBucket(stack, jsii.String("Data"), &awss3.BucketProps{
		BlockPublicAccess: awss3.BlockPublicAccess_BLOCK_ALL(), Encryption: awss3.BucketEncryption_S3_MANAGED,
		EnforceSSL: jsii.Bool(true), Versioned: jsii.Bool(true), RemovalPolicy: awscdk.RemovalPolicy_RETAIN,
	})
}

// newJobs returns the queue. A job that fails three times is set aside.
func newJobs(stack awscdk.Stack) awssqs.Queue {
	encrypted := ecsgpu.Reasons{"CKV_AWS_27": "SQS encrypts the messages with a key of its own; the rule looks for a KMS key only"}
	failed := awssqs.NewQueue(stack, jsii.String("FailedJobs"), &awssqs.QueueProps{
		EnforceSSL: jsii.Bool(true), Encryption: awssqs.QueueEncryption_SQS_MANAGED,
		RetentionPeriod: awscdk.Duration_Days(jsii.Number(14)),
	})
	jobs := awssqs.NewQueue(stack, jsii.String("Jobs"), &awssqs.QueueProps{
		EnforceSSL: jsii.Bool(true), Encryption: awssqs.QueueEncryption_SQS_MANAGED,
		VisibilityTimeout: awscdk.Duration_Hours(jsii.Number(12)),
		RetentionPeriod:   awscdk.Duration_Days(jsii.Number(14)),
		DeadLetterQueue:   &awssqs.DeadLetterQueue{Queue: failed, MaxReceiveCount: jsii.Number(3)},
	})
	ecsgpu.Acknowledge(failed, encrypted)
	ecsgpu.Acknowledge(jobs, encrypted)
	return jobs
}

// environmentReasons acknowledge the environment of both tasks.
var environmentReasons = ecsgpu.Reasons{
	"AwsSolutions-ECS2": "names of a queue and a bucket that only the deployment knows, nothing secret; roles decide who may use them",
}

// newTraining runs one task for each waiting job, each on a GPU of its own. Its
// role reads data sets, writes models and takes jobs, nothing else.
func newTraining(stack awscdk.Stack, gpus *ecsgpu.Pool, data awss3.Bucket, jobs awssqs.Queue, image awscdk.CfnParameter) {
	task := ecsgpu.NewTaskDefinition(stack, "Training", &ecsgpu.TaskDefinitionProps{
		Family: "training", Pool: gpus,
		Containers: []ecsgpu.Container{{
			Name: "training", Image: *image.ValueAsString(), GPUs: ecsgpu.WholeGPUs(1), DriverCapabilities: []string{"compute", "utility"},
			CPUUnits: 8192, MemoryMiB: 32768, SharedMemoryMiB: 8192,
			Environment: map[string]string{"QUEUE_URL": *jobs.QueueUrl(), "BUCKET": *data.BucketName()},
		}},
	})
	keepDefaultRunning(stack, task, image)
	ecsgpu.Acknowledge(task, environmentReasons)
	allowObjects(task.TaskRole(), []string{"s3:GetObject"}, data, "data/", "a job reads the data set that its message names")
	allowObjects(task.TaskRole(), []string{"s3:PutObject"}, data, "models/", "a job names the model that it writes")
	allow(task.TaskRole(), []string{
		"sqs:ChangeMessageVisibility", "sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage",
	}, jobs.QueueArn())
	ecsgpu.NewService(stack, "TrainingService", &ecsgpu.ServiceProps{
		Task: task, Scaling: &ecsgpu.ScalingProps{MaxTasks: 32, Queue: jobs},
	})
}

// keepDefaultRunning gives the default image a command that does not end.
// CloudFormation counts the service as created when its first task runs on, and
// that image by itself ends at once.
func keepDefaultRunning(stack awscdk.Stack, task *ecsgpu.TaskDefinition, image awscdk.CfnParameter) {
	isDefault := awscdk.NewCfnCondition(stack, jsii.String("DefaultTrainingImage"), &awscdk.CfnConditionProps{
		Expression: awscdk.Fn_ConditionEquals(image.ValueAsString(), jsii.String(defaultTrainingImage)),
	})
	task.Resource.AddPropertyOverride(jsii.String("ContainerDefinitions.0.Command"),
		awscdk.Fn_ConditionIf(isDefault.LogicalId(), []string{"sh", "-c", "nvidia-smi && exec sleep infinity"}, awscdk.Aws_NO_VALUE()))
}

// newRecommendations serves the models behind a load balancer, on CPUs.
func newRecommendations(stack awscdk.Stack, cpus *ecsgpu.Pool, data awss3.Bucket, image awscdk.CfnParameter,
	loadBalancer *ecsgpu.LoadBalancerProps) *ecsgpu.Service {
	task := ecsgpu.NewTaskDefinition(stack, "Recommendations", &ecsgpu.TaskDefinitionProps{
		Family: "recommendations", Pool: cpus,
		Containers: []ecsgpu.Container{{
			Name: "web", Image: *image.ValueAsString(), CPUUnits: 512, MemoryMiB: 1024,
			Ports: []ecsgpu.Port{{Container: 80}}, Environment: map[string]string{"BUCKET": *data.BucketName()},
		}},
	})
	ecsgpu.Acknowledge(task, environmentReasons)
	allowObjects(task.TaskRole(), []string{"s3:GetObject"}, data, "models/", "the service serves every model")
	return ecsgpu.NewService(stack, "RecommendationsService", &ecsgpu.ServiceProps{
		Task: task, DesiredCount: 2, Surge: true,
		LoadBalancer: loadBalancer,
		Scaling:      &ecsgpu.ScalingProps{MinTasks: 2, MaxTasks: 8, RequestsPerTask: 600},
	})
}
