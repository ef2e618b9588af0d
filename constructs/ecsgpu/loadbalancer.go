package ecsgpu

import (
	"slices"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscertificatemanager"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awselasticloadbalancingv2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awss3"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
)

// LoadBalancerProps describe the load balancer of a service.
type LoadBalancerProps struct {
	// Container is the name of the container that takes the traffic.
	// Default: the first container of the task.
	Container string
	// Port is the container's port, one of its Ports, by TCP. Required.
	Port int
	// Public puts it on the internet.
	// Default: false, only the addresses of the VPC reach it.
	Public bool
	// Certificate serves HTTPS on 443 and redirects HTTP to it. Set it with
	// Public: without it, requests cross the internet unencrypted.
	// Default: none, HTTP on port 80.
	Certificate awscertificatemanager.ICertificate
	// AccessLogs receives a record of every request.
	// Default: none, requests are not recorded.
	AccessLogs *AccessLogs
	// HealthCheckPath is what the load balancer asks for.
	// Default: /.
	HealthCheckPath string
	// DrainTime is how long requests of a stopping task may take: up to 1 hour,
	// in whole seconds.
	// Default: 30 seconds.
	DrainTime time.Duration
}

// LoadBalancer is an Application Load Balancer in front of a service, billed
// by the hour and by load.
type LoadBalancer struct {
	// LoadBalancer, Listener and TargetGroup are CDK's own constructs.
	LoadBalancer awselasticloadbalancingv2.ApplicationLoadBalancer
	Listener     awselasticloadbalancingv2.ApplicationListener
	TargetGroup  awselasticloadbalancingv2.ApplicationTargetGroup
}

// newLoadBalancer creates it and registers the service's tasks.
func (s *Service) newLoadBalancer(props LoadBalancerProps) *LoadBalancer {
	props = props.withDefaults(s.Task)
	vpc := s.Task.cluster().Network.Vpc
	lb := &LoadBalancer{
		LoadBalancer: awselasticloadbalancingv2.NewApplicationLoadBalancer(s, jsii.String("LoadBalancer"),
			&awselasticloadbalancingv2.ApplicationLoadBalancerProps{
				Vpc: vpc, InternetFacing: jsii.Bool(props.Public), DropInvalidHeaderFields: jsii.Bool(true),
			}),
		TargetGroup: awselasticloadbalancingv2.NewApplicationTargetGroup(s, jsii.String("TargetGroup"),
			&awselasticloadbalancingv2.ApplicationTargetGroupProps{
				Vpc: vpc, TargetType: s.Task.targetType(),
				Port: jsii.Number(80), Protocol: awselasticloadbalancingv2.ApplicationProtocol_HTTP,
				DeregistrationDelay: awscdk.Duration_Seconds(jsii.Number(props.DrainTime.Seconds())),
				HealthCheck:         &awselasticloadbalancingv2.HealthCheck{Path: &props.HealthCheckPath},
			}),
	}
	if props.AccessLogs != nil {
		props.AccessLogs.addLoadBalancer(lb.LoadBalancer)
	}
	lb.Listener = lb.newListener(props)
	if !props.Public {
		lb.allowFrom(vpc, props)
	}
	s.Connections().AllowFrom(lb.LoadBalancer, s.Task.targetPorts(props), jsii.String("Load balancer"))
	s.Resource.SetLoadBalancers([]any{&awsecs.CfnService_LoadBalancerProperty{
		ContainerName: &props.Container, ContainerPort: jsii.Number(props.Port), TargetGroupArn: lb.TargetGroup.TargetGroupArn(),
	}})
	// ECS takes a target group only once a listener uses it.
	s.Resource.Node().AddDependency(lb.Listener)
	return lb
}

// newListener serves the target group by HTTPS if there is a certificate.
func (lb *LoadBalancer) newListener(props LoadBalancerProps) awselasticloadbalancingv2.ApplicationListener {
	groups := &[]awselasticloadbalancingv2.IApplicationTargetGroup{lb.TargetGroup}
	if props.Certificate == nil {
		listener := lb.LoadBalancer.AddListener(jsii.String("Listener"), &awselasticloadbalancingv2.BaseApplicationListenerProps{
			Port: jsii.Number(80), Open: jsii.Bool(props.Public), DefaultTargetGroups: groups,
		})
		if !props.Public {
			const withoutCertificate = "HTTPS needs a certificate for a domain name, and only addresses of the VPC reach this listener; " +
				"LoadBalancerProps.Certificate serves HTTPS"
			Acknowledge(listener, Reasons{"CKV_AWS_2": withoutCertificate, "CKV_AWS_103": withoutCertificate})
		}
		return listener
	}
	redirect := lb.LoadBalancer.AddRedirect(&awselasticloadbalancingv2.ApplicationLoadBalancerRedirectConfig{Open: jsii.Bool(props.Public)})
	listener := lb.LoadBalancer.AddListener(jsii.String("Listener"), &awselasticloadbalancingv2.BaseApplicationListenerProps{
		Port: jsii.Number(443), Open: jsii.Bool(props.Public), DefaultTargetGroups: groups,
		SslPolicy:    awselasticloadbalancingv2.SslPolicy_RECOMMENDED_TLS,
		Certificates: &[]awselasticloadbalancingv2.IListenerCertificate{props.Certificate},
	})
	// Without a certificate this listener has port 80. A load balancer takes one
	// listener for each port (CreateListener, DuplicateListener, 2026-11-21), so
	// an update moves this one before it creates the redirect.
	redirect.Node().AddDependency(listener)
	return listener
}

// allowFrom lets the VPC in. A VPC that was imported without its range makes
// CDK say so.
func (lb *LoadBalancer) allowFrom(vpc awsec2.IVpc, props LoadBalancerProps) {
	ports := []int{80}
	if props.Certificate != nil {
		ports = append(ports, 443)
	}
	Acknowledge(lb.LoadBalancer, Reasons{"AwsSolutions-EC23": "the rule cannot read the range that is let in, which is the VPC's own"})
	for _, port := range ports {
		lb.LoadBalancer.Connections().AllowFrom(awsec2.Peer_Ipv4(vpc.VpcCidrBlock()), awsec2.Port_Tcp(jsii.Number(port)), jsii.String("VPC"))
	}
}

// targetType is what the load balancer sends to: the task's own address in
// awsvpc mode, a port of its instance otherwise.
func (t *TaskDefinition) targetType() awselasticloadbalancingv2.TargetType {
	if t.networkMode == NetworkModeAwsvpc {
		return awselasticloadbalancingv2.TargetType_IP
	}
	return awselasticloadbalancingv2.TargetType_INSTANCE
}

// targetPorts are the ports that traffic arrives on. In bridge mode Docker picks
// a free one of the ephemeral range, unless the container has one of its own.
func (t *TaskDefinition) targetPorts(props LoadBalancerProps) awsec2.Port {
	if t.networkMode != NetworkModeBridge {
		return awsec2.Port_Tcp(jsii.Number(props.Port))
	}
	if port, ok := t.port(props); ok && port.Host != 0 {
		return awsec2.Port_Tcp(jsii.Number(port.Host))
	}
	return awsec2.Port_TcpRange(jsii.Number(32768), jsii.Number(65535))
}

// port is the port that takes the traffic.
func (t *TaskDefinition) port(props LoadBalancerProps) (Port, bool) {
	for _, c := range t.containerProps {
		for _, port := range c.Ports {
			if c.Name == props.Container && port.Container == props.Port && port.Protocol != "udp" {
				return port, true
			}
		}
	}
	return Port{}, false
}

func (p LoadBalancerProps) withDefaults(task *TaskDefinition) LoadBalancerProps {
	if p.Container == "" {
		p.Container = task.containerProps[0].Name
	}
	if p.HealthCheckPath == "" {
		p.HealthCheckPath = "/"
	}
	if p.DrainTime == 0 {
		p.DrainTime = 30 * time.Second
	}
	return p
}

// check says why this container cannot take the traffic.
func (p *LoadBalancerProps) check(task *TaskDefinition, all *problems) {
	if p == nil {
		return
	}
	props := p.withDefaults(task)
	named := slices.ContainsFunc(task.containerProps, func(c Container) bool { return c.Name == props.Container })
	if !named {
		all.add("LoadBalancer.Container must be a container of the task, got %q", props.Container)
	} else if _, ok := task.port(props); !ok {
		all.add("LoadBalancer.Port must be one of the TCP Ports of container %q, got %d", props.Container, props.Port)
	}
	props.checkNetwork(task.cluster().Network, all)
	all.within("LoadBalancer.DrainTime", p.DrainTime, time.Second, time.Hour)
}

// checkNetwork says why a load balancer has no place in a network.
func (p LoadBalancerProps) checkNetwork(network *Network, all *problems) {
	if network.subnetIDs != nil {
		all.add("LoadBalancer needs subnets of two availability zones, and the deployment chooses those of the Network; adopt a Vpc instead of its Parameters")
		return
	}
	if zones := len(*network.Vpc.AvailabilityZones()); zones < 2 {
		all.add("LoadBalancer needs two availability zones, and the VPC has %d; raise Zones of the Network, or adopt a Vpc that has them", zones)
	}
	if p.Public && len(*network.Vpc.PublicSubnets()) == 0 {
		all.add("LoadBalancer.Public needs public subnets, and the VPC has none; leave it out, or choose Kind %q or %q for the Network",
			NetworkKindPrivate, NetworkKindPublic)
	}
}

// AccessLogsProps are the props of [NewAccessLogs].
type AccessLogsProps struct {
	// Expiration is the time after which a log is deleted, in whole days.
	// Default: 90 days.
	Expiration time.Duration
}

// AccessLogs is a bucket that receives the access logs of load balancers
// (LoadBalancerProps.AccessLogs) and of other buckets. The bucket stays when its
// stack is deleted. Only the storage of the logs is billed.
type AccessLogs struct {
	constructs.Construct
	// Bucket is CDK's own construct.
	Bucket awss3.Bucket
}

// NewAccessLogs creates the bucket. Props may be nil.
func NewAccessLogs(scope constructs.Construct, id string, props *AccessLogsProps) *AccessLogs {
	defer alone(id)()
	var given AccessLogsProps
	if props != nil {
		given = *props
	}
	refuse(scope, id, given.problems())
	given = given.withDefaults()

	a := &AccessLogs{}
	constructs.NewConstruct_Override(a, scope, &id)
	// CDK leaves the id Default out of logical ids.
	a.Bucket = awss3.NewBucket(a, jsii.String("Default"), &awss3.BucketProps{
		// A load balancer cannot write to a bucket with any other encryption
		// (Elastic Load Balancing, "Enable access logs for your Application Load
		// Balancer", 2026-11-21).
		Encryption:        awss3.BucketEncryption_S3_MANAGED,
		BlockPublicAccess: awss3.BlockPublicAccess_BLOCK_ALL(), EnforceSSL: jsii.Bool(true),
		LifecycleRules: &[]*awss3.LifecycleRule{{Expiration: awscdk.Duration_Days(jsii.Number(given.days()))}},
		RemovalPolicy:  awscdk.RemovalPolicy_RETAIN,
	})
	Acknowledge(a, Reasons{
		"CKV_AWS_18": "a bucket that logs its own requests never stops growing: each log that is written is a request",
		"CKV_AWS_21": "every log has a new key, so nothing is overwritten, and old versions would outlive the expiration",
	})
	return a
}

// AddBucket records the requests to a bucket. CDK's own property for it grants
// by an access control list or by a policy, depending on a feature flag.
func (a *AccessLogs) AddBucket(source awss3.Bucket) {
	const prefix = "s3/"
	source.Node().DefaultChild().(awss3.CfnBucket).SetLoggingConfiguration(&awss3.CfnBucket_LoggingConfigurationProperty{
		DestinationBucketName: a.Bucket.BucketName(), LogFilePrefix: jsii.String(prefix),
	})
	// Not the source's ARN: the source names this bucket already.
	a.allow("logging.s3.amazonaws.com", prefix+"*", &map[string]any{
		"StringEquals": map[string]any{"aws:SourceAccount": awscdk.Aws_ACCOUNT_ID()},
	})
}

// addLoadBalancer records the requests to a load balancer. CDK's own method
// refuses a stack whose Region is not known at synthesis.
func (a *AccessLogs) addLoadBalancer(source awselasticloadbalancingv2.ApplicationLoadBalancer) {
	source.SetAttribute(jsii.String("access_logs.s3.enabled"), jsii.String("true"))
	source.SetAttribute(jsii.String("access_logs.s3.bucket"), a.Bucket.BucketName())
	source.SetAttribute(jsii.String("access_logs.s3.prefix"), jsii.String("elb"))
	a.allow("logdelivery.elasticloadbalancing.amazonaws.com", "elb/AWSLogs/"+*awscdk.Aws_ACCOUNT_ID()+"/*", nil)
	// Elastic Load Balancing tries to write when logging is turned on. The
	// dependency is between these two resources: listeners need not wait.
	source.Node().DefaultChild().Node().AddDependency(a.Bucket.Policy())
}

// allow lets a service write under keys.
func (a *AccessLogs) allow(service, keys string, conditions *map[string]any) {
	a.Bucket.AddToResourcePolicy(awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{
		Principals: &[]awsiam.IPrincipal{awsiam.NewServicePrincipal(&service, nil)},
		Actions:    jsii.Strings("s3:PutObject"),
		Resources:  &[]*string{a.Bucket.ArnForObjects(&keys)},
		Conditions: conditions,
	}))
}

const day = 24 * time.Hour

func (p AccessLogsProps) withDefaults() AccessLogsProps {
	if p.Expiration == 0 {
		p.Expiration = 90 * day
	}
	return p
}

func (p AccessLogsProps) days() int { return int(p.Expiration / day) }

func (p AccessLogsProps) problems() error {
	var all problems
	if p.Expiration < 0 || p.Expiration%day != 0 {
		all.add("Expiration must be a whole number of days (of 24h), got %s", p.Expiration)
	}
	return all.join()
}
