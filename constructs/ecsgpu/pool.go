package ecsgpu

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsautoscaling"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/constructs-go/constructs/v10"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/images"
)

// PoolProps are the props of [Cluster.AddPool].
type PoolProps struct {
	// InstanceTypes are the EC2 instance types that the pool may launch, the
	// preferred one first. All must be of one kind and one architecture.
	// Managed scaling judges a pool by its smallest type. Required, unless
	// Selection or Parameters.InstanceType decides; the three clash.
	InstanceTypes []string
	// Selection picks the instance types from the catalogue: the cheapest that
	// meets it and that the image is known to drive, and up to 9 more with as
	// many GPUs. Without an Architecture it selects x86_64.
	// Default: none, InstanceTypes decide.
	Selection *hardware.Selection
	// Image is the machine image: the latest of a published kind
	// (images.Lookup), one build of it (Pin), or one of your own with the
	// driver that it claims (images.NewCustom).
	// Default: the latest ECS-optimized Amazon Linux 2023 image for the
	// instance types (standard, arm64, GPU or Neuron); Bottlerocket for arm64
	// GPUs.
	Image images.Image
	// Purchase is how EC2 sells the instances.
	// Default: OnDemand().
	Purchase Purchase
	// MinCapacity is the number of instances that always run.
	// Default: 0, the pool rests at zero.
	MinCapacity int
	// MaxCapacity is the largest number of instances, at least 1. Required.
	MaxCapacity int
	// DesiredCapacity is the number of instances after every deployment, which
	// undoes what scaling did in between. Between MinCapacity and MaxCapacity.
	// Default: 0, managed scaling alone decides.
	DesiredCapacity int
	// Parameters lets CloudFormation parameters decide at deployment what the
	// other props decide at synthesis.
	// Default: none.
	Parameters *PoolParameters
	// Default makes this pool the cluster's default capacity provider strategy:
	// tasks that name no pool run here. Not for pools with accelerators.
	// Default: false; the first CPU pool is the default.
	Default bool
	// TargetCapacityPercent is how full managed scaling keeps the pool, 1 to
	// 100. Below 100 it keeps spare instances, and never rests at zero again.
	// Default: 100.
	TargetCapacityPercent int
	// VolumeGiB is the size of the encrypted gp3 volume that holds container
	// images: the root volume, on Bottlerocket the data volume.
	// At least the size that the image has.
	// Default: 100 for GPU and Neuron pools, whose images are large; 30 for
	// CPU pools; more if the image is larger.
	VolumeGiB int
	// LocalDisks says what the instances' own NVMe disks are for.
	// Default: LocalDisksUnused.
	LocalDisks LocalDisks
	// EFA attaches every Elastic Fabric Adapter that the instance types have,
	// and puts the instances into one placement group, unless EC2 places them
	// together itself, as in a capacity block. They must launch in one zone;
	// tasks use the adapters in host network mode.
	// Default: false.
	EFA bool
	// Zone launches instances in one of the network's availability zones only:
	// 1 is the first.
	// Default: 0, all zones.
	Zone int
	// WarmPool keeps booted instances waiting.
	// Default: none.
	WarmPool *WarmPool
	// AllowMissingGPUs lets an instance join with fewer GPUs than its type has.
	// Default: false. The instance stays out of the cluster, shuts down, and the
	// group replaces it, up to three times within six hours. The next one stays,
	// out of the cluster and billed, for you to examine and terminate: its
	// console output has the reason, and [NewMonitoring] has an alarm. It stays
	// as well if EC2 does not say how many instances were replaced. Bottlerocket
	// cannot check.
	AllowMissingGPUs bool
	// Agent configures the ECS agent.
	// Default: what the pool's own props ask for.
	Agent AgentProps
	// GPUMetrics publishes utilisation, memory, temperature and power of every
	// GPU from every instance, with the CloudWatch agent, billed as custom
	// metrics. [NewMonitoring] builds on it.
	// Default: false.
	GPUMetrics bool
	// BootCommands are shell commands that every instance runs at its first
	// boot, before the ECS agent starts. A command that fails ends the boot, and
	// the instance stays out of the cluster.
	// Default: none.
	BootCommands []string
	// Rollout says how a changed launch template (a new instance type, a new
	// image) reaches running instances.
	// Default: RolloutManual, running instances stay until they are replaced.
	Rollout Rollout
	// InstanceSignals is the number of instances that must be registered with
	// ECS, with their GPUs, before CloudFormation counts the group as created,
	// and during a rolling update each new one. A failure of the first boot fails
	// the deployment at once. On Bottlerocket the signal means only that the
	// system has booted. At most DesiredCapacity.
	// Default: 0, CloudFormation does not wait.
	InstanceSignals int
	// SignalTimeout is how long CloudFormation waits for InstanceSignals: whole
	// minutes, up to 12 hours.
	// Default: 15 minutes; 45 if one of the types is bare metal, which boots for
	// up to 20.
	SignalTimeout time.Duration
}

// PoolParameters are CloudFormation parameters that decide at deployment. For
// the two capacities the props of the same name hold the parameters' defaults,
// so that checks know them.
type PoolParameters struct {
	// InstanceType decides on the one instance type of the pool.
	InstanceType *InstanceTypeParameter
	// ImageID is the id of the image; Image still says what it can drive.
	ImageID awscdk.CfnParameter
	// DesiredCapacity replaces DesiredCapacity.
	DesiredCapacity awscdk.CfnParameter
	// MaxCapacity replaces MaxCapacity.
	MaxCapacity awscdk.CfnParameter
}

// Pool is a group of like container instances: a launch template, an Auto
// Scaling group and a capacity provider with managed scaling and managed
// draining. Its instances are what a cluster costs.
//
// Instances require IMDSv2 with a hop limit of 1, have an encrypted root
// volume, no SSH key and no open port; Session Manager reaches them.
type Pool struct {
	constructs.Construct
	// Cluster is the cluster that the pool belongs to.
	Cluster *Cluster
	// LaunchTemplate is the CloudFormation resource.
	LaunchTemplate awsec2.CfnLaunchTemplate
	// AutoScalingGroup is the CloudFormation resource.
	AutoScalingGroup awsautoscaling.CfnAutoScalingGroup
	// CapacityProvider is the CloudFormation resource; its Ref is the name that
	// a service or run-task uses.
	CapacityProvider awsecs.CfnCapacityProvider
	// Role is the role of the instances, which their ECS agent uses.
	Role awsiam.Role

	id    string
	props PoolProps
	types []hardware.InstanceType
	image images.Image
}

// poolID is what both a construct and the value of [PoolAttribute] can be,
// unquoted in a placement expression.
var poolID = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)

func checkPoolID(id string) error {
	if poolID.MatchString(id) {
		return nil
	}
	return fmt.Errorf("a pool's id must be 1 to 128 letters, digits, underscores, dots or hyphens, got %q", id)
}

// newPool creates the pool under its cluster.
func newPool(cluster *Cluster, id string, props *PoolProps) *Pool {
	var given PoolProps
	if props != nil {
		given = *props
	}
	types, problems := given.resolve(cluster.Network)
	refuse(cluster, id, errors.Join(checkPoolID(id), problems))

	given = given.withDefaults(types)
	p := &Pool{Cluster: cluster, id: id, props: given, types: types, image: given.Image}
	constructs.NewConstruct_Override(p, cluster, &id)
	profile := p.newRole()
	p.newAutoScalingGroup()
	p.publishSize()
	p.newLaunchTemplate(profile)
	p.newWarmPool()
	p.newCapacityProvider()
	return p
}

// Connections make the pool's instances an IConnectable. All pools of a
// cluster share its security group.
func (p *Pool) Connections() awsec2.Connections { return p.Cluster.Connections() }

// Kind is what the pool's instances have to compute with; it follows from their
// types.
func (p *Pool) Kind() hardware.Kind { return p.types[0].Kind() }

// InstanceTypes returns what the catalogue knows of the pool's types.
func (p *Pool) InstanceTypes() []hardware.InstanceType {
	return append([]hardware.InstanceType(nil), p.types...)
}

// typeNames are the names of the pool's instance types.
func (p *Pool) typeNames() []string {
	var names []string
	for _, t := range p.types {
		names = append(names, t.Name)
	}
	return names
}

// Image returns the machine image of the pool.
func (p *Pool) Image() images.Image { return p.image }

// maxSelected bounds the types that a Selection stands for: more of them make a pool
// harder to predict and hardly easier to fill.
const maxSelected = 10

// checkCapacity holds the three sizes against each other.
func (p PoolProps) checkCapacity(all *problems) {
	if p.MinCapacity < 0 {
		all.add("MinCapacity must not be negative, got %d", p.MinCapacity)
	}
	if p.MaxCapacity < 1 {
		all.add("MaxCapacity must be at least 1, got %d; a group with a maximum of 0 can never launch", p.MaxCapacity)
	} else if p.MaxCapacity < p.MinCapacity {
		all.add("MaxCapacity must be at least MinCapacity (%d), got %d", p.MinCapacity, p.MaxCapacity)
	}
	if p.DesiredCapacity != 0 && (p.DesiredCapacity < p.MinCapacity || p.DesiredCapacity > p.MaxCapacity) {
		all.add("DesiredCapacity must be between MinCapacity (%d) and MaxCapacity (%d), got %d",
			p.MinCapacity, p.MaxCapacity, p.DesiredCapacity)
	}
}

// maxSignalTimeout is CloudFormation's limit (user guide, CreationPolicy).
const maxSignalTimeout = 12 * time.Hour

// checkSignals refuses waiting for instances that nothing launches.
func (p PoolProps) checkSignals(all *problems) {
	launched := max(p.DesiredCapacity, p.MinCapacity)
	if p.InstanceSignals < 0 || p.InstanceSignals > launched {
		all.add("InstanceSignals must be between 0 and the number of instances at creation (%d), got %d",
			launched, p.InstanceSignals)
	}
	if t := p.SignalTimeout; t < 0 || t > maxSignalTimeout || t%time.Minute != 0 {
		all.add("SignalTimeout must be whole minutes up to %s, the limit of CloudFormation, got %s", maxSignalTimeout, t)
	}
}

// checkSettings covers the fields that stand alone.
func (p PoolProps) checkSettings(types []hardware.InstanceType, all *problems) {
	if p.Default && len(types) > 0 && types[0].Kind() != hardware.KindCPU {
		all.add("Default must not be set on a %s pool: CPU work without a capacity provider would fill its instances; tasks name the pool instead",
			types[0].Kind())
	}
	if p.TargetCapacityPercent < 0 || p.TargetCapacityPercent > 100 {
		all.add("TargetCapacityPercent must be between 1 and 100, got %d", p.TargetCapacityPercent)
	}
	if p.VolumeGiB != 0 && (p.VolumeGiB < 30 || p.VolumeGiB > 65536) {
		all.add("VolumeGiB must be between 30 (the size of the image) and 65536, got %d", p.VolumeGiB)
	}
	switch p.Rollout {
	case "", RolloutManual, RolloutRolling:
	default:
		all.add("Rollout must be %q or %q, got %q", RolloutManual, RolloutRolling, p.Rollout)
	}
}

// checkZone refuses a zone that the network does not have.
func (p PoolProps) checkZone(network *Network, all *problems) {
	if p.Zone == 0 {
		return
	}
	if network.subnetIDs != nil {
		all.add("Zone cannot be %d, because the deployment chooses the subnets; leave it out", p.Zone)
	} else if zones := network.zones(); p.Zone < 0 || p.Zone > zones {
		all.add("Zone must be between 1 and the number of the network's zones (%d), got %d", zones, p.Zone)
	}
}

// withDefaults fills what was left out.
func (p PoolProps) withDefaults(types []hardware.InstanceType) PoolProps {
	kind := types[0].Kind()
	// resolve has shown that every type has one.
	p.Image, _ = p.imageFor(types[0])
	if p.Parameters == nil {
		p.Parameters = &PoolParameters{}
	}
	if p.TargetCapacityPercent == 0 {
		p.TargetCapacityPercent = 100
	}
	if p.VolumeGiB == 0 {
		p.VolumeGiB = 30
		if kind != hardware.KindCPU {
			p.VolumeGiB = 100
		}
		p.VolumeGiB = max(p.VolumeGiB, volumeOf(p.Image).SizeGiB)
	}
	if p.Rollout == "" {
		p.Rollout = RolloutManual
	}
	if p.SignalTimeout == 0 {
		p.SignalTimeout = 15 * time.Minute
		// A bare metal instance can take 20 minutes until it is on the network
		// (EC2 user guide, "Best practices for bare metal", as of 2026-11).
		if slices.ContainsFunc(types, func(t hardware.InstanceType) bool { return t.BareMetal }) {
			p.SignalTimeout = 45 * time.Minute
		}
	}
	p.Agent = p.Agent.withDefaults(kind)
	return p
}

// signalTimeout is SignalTimeout as CloudFormation writes durations.
func (p PoolProps) signalTimeout() string {
	return fmt.Sprintf("PT%dM", p.SignalTimeout/time.Minute)
}
