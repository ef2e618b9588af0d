package ecsgpu

import (
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscertificatemanager"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awselasticloadbalancingv2"
	"github.com/aws/jsii-runtime-go"
)

// LoadBalancerProps describe the load balancer of a service.
type LoadBalancerProps struct {
	// Container is the name of the container that takes the traffic.
	// Default: the first container of the task.
	Container string
	// Port is the container's port, one of its Ports. Required.
	Port int
	// Public puts it on the internet.
	// Default: false, only the VPC reaches it.
	Public bool
	// Certificate serves HTTPS on 443 and sends HTTP there.
	// Default: none, HTTP on port 80.
	Certificate awscertificatemanager.ICertificate
	// HealthCheckPath is what the load balancer asks for.
	// Default: /.
	HealthCheckPath string
	// DrainTime is how long requests of a stopping task may take.
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
func (s *Service) newLoadBalancer(props LoadBalancerProps, grace time.Duration) *LoadBalancer {
	props = props.withDefaults(s.Task)
	vpc := s.Task.Pool.Cluster.Network.Vpc
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
	lb.Listener = lb.newListener(props)
	s.Connections().AllowFrom(lb.LoadBalancer, s.Task.targetPorts(props.Port), jsii.String("Load balancer"))
	s.Resource.SetLoadBalancers([]any{&awsecs.CfnService_LoadBalancerProperty{
		ContainerName: &props.Container, ContainerPort: jsii.Number(props.Port), TargetGroupArn: lb.TargetGroup.TargetGroupArn(),
	}})
	s.Resource.SetHealthCheckGracePeriodSeconds(jsii.Number(grace.Seconds()))
	// ECS takes a target group only once a listener uses it.
	s.Resource.Node().AddDependency(lb.Listener)
	return lb
}

// newListener serves the target group by HTTPS if there is a certificate.
func (lb *LoadBalancer) newListener(props LoadBalancerProps) awselasticloadbalancingv2.ApplicationListener {
	groups := &[]awselasticloadbalancingv2.IApplicationTargetGroup{lb.TargetGroup}
	if props.Certificate == nil {
		return lb.LoadBalancer.AddListener(jsii.String("Listener"), &awselasticloadbalancingv2.BaseApplicationListenerProps{
			Port: jsii.Number(80), Open: jsii.Bool(props.Public), DefaultTargetGroups: groups,
		})
	}
	lb.LoadBalancer.AddRedirect(nil)
	return lb.LoadBalancer.AddListener(jsii.String("Listener"), &awselasticloadbalancingv2.BaseApplicationListenerProps{
		Port: jsii.Number(443), Open: jsii.Bool(props.Public), DefaultTargetGroups: groups,
		SslPolicy:    awselasticloadbalancingv2.SslPolicy_RECOMMENDED_TLS,
		Certificates: &[]awselasticloadbalancingv2.IListenerCertificate{props.Certificate},
	})
}

// targetType is what the load balancer sends to: the task's own address in
// awsvpc mode, a port of its instance otherwise.
func (t *TaskDefinition) targetType() awselasticloadbalancingv2.TargetType {
	if t.networkMode == NetworkModeAwsvpc {
		return awselasticloadbalancingv2.TargetType_IP
	}
	return awselasticloadbalancingv2.TargetType_INSTANCE
}

// targetPorts are the ports that traffic arrives on. Docker picks a free one of
// the ephemeral range in bridge mode.
func (t *TaskDefinition) targetPorts(port int) awsec2.Port {
	if t.networkMode == NetworkModeBridge {
		return awsec2.Port_TcpRange(jsii.Number(32768), jsii.Number(65535))
	}
	return awsec2.Port_Tcp(jsii.Number(port))
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
	for _, c := range task.containerProps {
		if c.Name != props.Container {
			continue
		}
		for _, port := range c.Ports {
			if port.Container == props.Port {
				return
			}
		}
		all.add("LoadBalancer.Port must be one of the Ports of container %q, got %d", c.Name, props.Port)
		return
	}
	all.add("LoadBalancer.Container must be a container of the task, got %q", props.Container)
}
