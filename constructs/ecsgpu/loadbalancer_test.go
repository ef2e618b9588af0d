package ecsgpu_test

import (
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2/awscertificatemanager"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/jsii-runtime-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/ecsgpu"
	"github.com/ecsgpu/cdk/constructs/snapshot"
)

func TestLoadBalancer_defaults(t *testing.T) {
	stack, _ := serve(t, ecsgpu.ServiceProps{LoadBalancer: &ecsgpu.LoadBalancerProps{Port: 8080}})
	template := snapshot.Of(t, stack)
	assert.Equal(t, "internal", template.One("AWS::ElasticLoadBalancingV2::LoadBalancer").Get("Scheme"))
	listener := template.One("AWS::ElasticLoadBalancingV2::Listener")
	assert.Equal(t, 80.0, listener.Get("Port"))
	assert.Equal(t, "HTTP", listener.Get("Protocol"))
	group := template.One("AWS::ElasticLoadBalancingV2::TargetGroup")
	assert.Equal(t, "instance", group.Get("TargetType"))
	assert.Equal(t, "/", group.Get("HealthCheckPath"))
	service := template.One("AWS::ECS::Service")
	assert.Equal(t, []any{map[string]any{"ContainerName": "main", "ContainerPort": 8080.0, "TargetGroupArn": map[string]any{"Ref": group.LogicalID}}},
		service.Get("LoadBalancers"))
	assert.Equal(t, 600.0, service.Get("HealthCheckGracePeriodSeconds"), "a model takes its time to load")
	assert.Contains(t, service.Body["DependsOn"], listener.LogicalID, "ECS takes a target group only once a listener uses it")

	assert.Equal(t, map[string]any{"Fn::GetAtt": []any{template.One("AWS::EC2::VPC").LogicalID, "CidrBlock"}},
		groupOf(template, "LoadBalancer").Get("SecurityGroupIngress.0.CidrIp"), "the VPC reaches it, and nobody else")
	ingress := template.One("AWS::EC2::SecurityGroupIngress")
	assert.Equal(t, 32768.0, ingress.Get("FromPort"), "Docker picks the port")
	assert.Equal(t, 65535.0, ingress.Get("ToPort"))
}

// groupOf is the security group whose logical id has a word in it.
func groupOf(template snapshot.Template, word string) snapshot.Resource {
	for _, group := range template.Resources("AWS::EC2::SecurityGroup") {
		if strings.Contains(group.LogicalID, word) {
			return group
		}
	}
	return snapshot.Resource{}
}

func TestLoadBalancer_overrides(t *testing.T) {
	t.Run("on the internet, by HTTPS", func(t *testing.T) {
		stack, task := newTask(t, poolOf("g6.xlarge"), ecsgpu.Container{}, ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(1), Ports: []ecsgpu.Port{{Container: 9000}}})
		ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{Task: task, LoadBalancer: &ecsgpu.LoadBalancerProps{
			Container: "side", Port: 9000, Public: true, HealthCheckPath: "/health", DrainTime: 5 * time.Minute,
			Certificate: awscertificatemanager.Certificate_FromCertificateArn(stack, jsii.String("Certificate"),
				jsii.String("arn:aws:acm:us-east-1:123456789012:certificate/1")),
		}})
		template := snapshot.Of(t, stack)
		assert.Equal(t, "internet-facing", template.One("AWS::ElasticLoadBalancingV2::LoadBalancer").Get("Scheme"))
		listeners := map[any]snapshot.Resource{}
		for _, listener := range template.Resources("AWS::ElasticLoadBalancingV2::Listener") {
			listeners[listener.Get("Port")] = listener
		}
		require.Len(t, listeners, 2)
		assert.Equal(t, "forward", listeners[443.0].Get("DefaultActions.0.Type"))
		assert.Equal(t, "redirect", listeners[80.0].Get("DefaultActions.0.Type"))
		assert.Contains(t, listeners[80.0].Body["DependsOn"], listeners[443.0].LogicalID,
			"a service that gets its certificate later frees port 80 first")
		group := template.One("AWS::ElasticLoadBalancingV2::TargetGroup")
		assert.Equal(t, "/health", group.Get("HealthCheckPath"))
		assert.Contains(t, group.Get("TargetGroupAttributes"), map[string]any{"Key": "deregistration_delay.timeout_seconds", "Value": "300"})
		assert.Equal(t, "side", template.One("AWS::ECS::Service").Get("LoadBalancers.0.ContainerName"))
	})
	t.Run("a redirect inside the VPC is not open to the world", func(t *testing.T) {
		stack, task := newTask(t, poolOf("g6.xlarge"), ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(1), Ports: []ecsgpu.Port{{Container: 8080}}})
		ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{Task: task, LoadBalancer: &ecsgpu.LoadBalancerProps{
			Port: 8080,
			Certificate: awscertificatemanager.Certificate_FromCertificateArn(stack, jsii.String("Certificate"),
				jsii.String("arn:aws:acm:us-east-1:123456789012:certificate/1")),
		}})
		rules := groupOf(snapshot.Of(t, stack), "LoadBalancer").Get("SecurityGroupIngress").([]any)
		assert.Len(t, rules, 2)
		for _, rule := range rules {
			assert.NotEqual(t, "0.0.0.0/0", rule.(map[string]any)["CidrIp"])
		}
	})
	t.Run("HTTP is acknowledged inside the VPC and not on the internet", func(t *testing.T) {
		for _, public := range []bool{false, true} {
			stack := snapshot.NewStack(t)
			network := ecsgpu.NewNetwork(stack, "Network", nil)
			cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: network})
			ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{
				Task: ecsgpu.NewTaskDefinition(stack, "Task", taskProps(
					cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1}),
					ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(1), Ports: []ecsgpu.Port{{Container: 8080}}})),
				LoadBalancer: &ecsgpu.LoadBalancerProps{Port: 8080, Public: public},
			})
			assert.Equal(t, !public, strings.Contains(acknowledgements(t, stack), "CKV_AWS_103"), "public: %t", public)
		}
	})
	for name, test := range map[string]struct {
		mode     ecsgpu.NetworkMode
		host     int
		from, to float64
		kind     string
	}{
		"a fixed port of the instance": {ecsgpu.NetworkModeBridge, 80, 80, 80, "instance"},
		"the instance's network":       {ecsgpu.NetworkModeHost, 0, 8080, 8080, "instance"},
		"an interface of its own":      {ecsgpu.NetworkModeAwsvpc, 0, 8080, 8080, "ip"},
	} {
		t.Run("traffic to "+name, func(t *testing.T) {
			stack, cluster := newCluster(t)
			props := taskProps(cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1}),
				ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(1), Ports: []ecsgpu.Port{{Container: 8080, Host: test.host}}})
			props.NetworkMode = test.mode
			ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{
				Task: ecsgpu.NewTaskDefinition(stack, "Task", props), LoadBalancer: &ecsgpu.LoadBalancerProps{Port: 8080},
			})
			template := snapshot.Of(t, stack)
			assert.Equal(t, test.kind, template.One("AWS::ElasticLoadBalancingV2::TargetGroup").Get("TargetType"))
			ingress := template.One("AWS::EC2::SecurityGroupIngress")
			assert.Equal(t, test.from, ingress.Get("FromPort"))
			assert.Equal(t, test.to, ingress.Get("ToPort"))
		})
	}
}

func TestLoadBalancer_rejects(t *testing.T) {
	for name, test := range map[string]struct {
		props    ecsgpu.LoadBalancerProps
		problems []string
	}{
		"a port that nobody listens on": {ecsgpu.LoadBalancerProps{Port: 80}, []string{
			`LoadBalancer.Port must be one of the TCP Ports of container "main", got 80`,
		}},
		"a container of another task": {ecsgpu.LoadBalancerProps{Container: "web", Port: 8080}, []string{
			`LoadBalancer.Container must be a container of the task, got "web"`,
		}},
		"requests that may take too long": {ecsgpu.LoadBalancerProps{Port: 8080, DrainTime: 2 * time.Hour}, []string{
			"LoadBalancer.DrainTime must be between 1s and 1h0m0s, got 2h0m0s",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			requireRefused(t, func() { serve(t, ecsgpu.ServiceProps{LoadBalancer: &test.props}) }, test.problems...)
		})
	}
	t.Run("the internet, from a network without a way to it", func(t *testing.T) {
		stack := snapshot.NewStack(t)
		network := ecsgpu.NewNetwork(stack, "Network", &ecsgpu.NetworkProps{Kind: ecsgpu.NetworkKindIsolated})
		cluster := ecsgpu.NewCluster(stack, "Cluster", &ecsgpu.ClusterProps{Network: network})
		task := ecsgpu.NewTaskDefinition(stack, "Task", taskProps(
			cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1}),
			ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(1), Ports: []ecsgpu.Port{{Container: 8080}}}))
		requireRefused(t, func() {
			ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{Task: task, LoadBalancer: &ecsgpu.LoadBalancerProps{Port: 8080, Public: true}})
		}, `LoadBalancer.Public needs public subnets, and the VPC has none; leave it out, or choose Kind "private" or "public" for the Network`)
	})
	t.Run("a network of one zone", func(t *testing.T) {
		stack, cluster := newPrivateCluster(t, 1)
		task := ecsgpu.NewTaskDefinition(stack, "Task", taskProps(
			cluster.AddPool("pool", &ecsgpu.PoolProps{InstanceTypes: []string{"g6.xlarge"}, MaxCapacity: 1}),
			ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(1), Ports: []ecsgpu.Port{{Container: 8080}}}))
		requireRefused(t, func() {
			ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{Task: task, LoadBalancer: &ecsgpu.LoadBalancerProps{Port: 8080}})
		}, "LoadBalancer needs two availability zones, and the VPC has 1; raise Zones of the Network, or adopt a Vpc that has them")
	})
}

func TestAccessLogs_defaults(t *testing.T) {
	stack := snapshot.NewStack(t)
	ecsgpu.NewAccessLogs(stack, "AccessLogs", nil)
	bucket := snapshot.Of(t, stack).One("AWS::S3::Bucket")
	assert.Equal(t, "AES256", bucket.Get("BucketEncryption.ServerSideEncryptionConfiguration.0.ServerSideEncryptionByDefault.SSEAlgorithm"),
		"the only encryption that a load balancer can write with")
	assert.Equal(t, 90.0, bucket.Get("LifecycleConfiguration.Rules.0.ExpirationInDays"))
	assert.Equal(t, map[string]any{
		"BlockPublicAcls": true, "BlockPublicPolicy": true, "IgnorePublicAcls": true, "RestrictPublicBuckets": true,
	}, bucket.Get("PublicAccessBlockConfiguration"))
	assert.Equal(t, "Retain", bucket.Body["DeletionPolicy"], "logs outlive what they are about")
}

func TestAccessLogs_overrides(t *testing.T) {
	stack := snapshot.NewStack(t)
	logs := ecsgpu.NewAccessLogs(stack, "AccessLogs", &ecsgpu.AccessLogsProps{Expiration: 365 * 24 * time.Hour})
	data := awss3.NewBucket(stack, jsii.String("Data"), nil)
	logs.AddBucket(data)
	template := snapshot.Of(t, stack)
	id := *stack.GetLogicalId(logs.Bucket.Node().DefaultChild().(awss3.CfnBucket))
	assert.Equal(t, 365.0, template.Resource(id).Get("LifecycleConfiguration.Rules.0.ExpirationInDays"))
	source := template.Resource(*stack.GetLogicalId(data.Node().DefaultChild().(awss3.CfnBucket)))
	assert.Equal(t, map[string]any{"Ref": id}, source.Get("LoggingConfiguration.DestinationBucketName"))
	assert.Contains(t, writers(template), map[string]any{"Service": "logging.s3.amazonaws.com"}, "S3 is permitted to write there")
}

func TestAccessLogs_ofALoadBalancer(t *testing.T) {
	stack, task := newTask(t, poolOf("g6.xlarge"), ecsgpu.Container{GPUs: ecsgpu.WholeGPUs(1), Ports: []ecsgpu.Port{{Container: 8080}}})
	logs := ecsgpu.NewAccessLogs(stack, "AccessLogs", nil)
	ecsgpu.NewService(stack, "Service", &ecsgpu.ServiceProps{
		Task: task, LoadBalancer: &ecsgpu.LoadBalancerProps{Port: 8080, AccessLogs: logs},
	})
	template := snapshot.Of(t, stack)
	loadBalancer := template.One("AWS::ElasticLoadBalancingV2::LoadBalancer")
	attributes := loadBalancer.Get("LoadBalancerAttributes")
	assert.Contains(t, attributes, map[string]any{"Key": "access_logs.s3.enabled", "Value": "true"})
	assert.Contains(t, attributes, map[string]any{
		"Key": "access_logs.s3.bucket", "Value": map[string]any{"Ref": template.One("AWS::S3::Bucket").LogicalID},
	})
	assert.Contains(t, writers(template), map[string]any{"Service": "logdelivery.elasticloadbalancing.amazonaws.com"})
	assert.Contains(t, loadBalancer.Body["DependsOn"], template.One("AWS::S3::BucketPolicy").LogicalID,
		"Elastic Load Balancing refuses a bucket that it cannot write to")
}

// writers are the principals that the policy of the only log bucket permits to
// put objects.
func writers(template snapshot.Template) []any {
	var all []any
	for _, each := range template.One("AWS::S3::BucketPolicy").Get("PolicyDocument.Statement").([]any) {
		statement := each.(map[string]any)
		if statement["Effect"] == "Allow" && statement["Action"] == "s3:PutObject" {
			all = append(all, statement["Principal"])
		}
	}
	return all
}

func TestAccessLogs_rejects(t *testing.T) {
	for name, expiration := range map[string]time.Duration{
		"part of a day":   36 * time.Hour,
		"a negative time": -24 * time.Hour,
		"a plain number":  90,
	} {
		t.Run(name, func(t *testing.T) {
			stack := snapshot.NewStack(t)
			requireRefused(t, func() {
				ecsgpu.NewAccessLogs(stack, "AccessLogs", &ecsgpu.AccessLogsProps{Expiration: expiration})
			}, "Expiration must be a whole number of days (of 24h), got "+expiration.String())
		})
	}
}
