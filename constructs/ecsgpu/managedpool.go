package ecsgpu

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsec2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsecs"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// ManagedPoolProps are the props of [Cluster.AddManagedPool].
type ManagedPoolProps struct {
	// InstanceTypes are the EC2 instance types that ECS may launch; it picks
	// the cheapest that fits the waiting tasks. All must be of one kind and one
	// architecture. Required, unless Selection decides, with which it clashes.
	InstanceTypes []string
	// Selection picks the instance types from the catalogue, all that meet it, up to
	// 400, which is ECS's limit, of the cheapest one's kind. Without an
	// Architecture it asks for x86_64.
	// Default: none.
	Selection *hardware.Selection
	// Spot launches spot instances.
	// Default: false, on demand.
	Spot bool
	// VolumeGiB is the size of the volume for container images and data.
	// Default: 100; ECS's own default is 80.
	VolumeGiB int
}

// ManagedPool is a capacity provider of ECS Managed Instances: ECS launches,
// patches and replaces the instances, with an image and a driver of its own
// choice, and ends each of them within 21 days. It bills a fee on top of EC2's
// price, and nothing at rest.
type ManagedPool struct {
	constructs.Construct
	// Cluster is the cluster that the pool belongs to.
	Cluster *Cluster
	// CapacityProvider is the CloudFormation resource; its Ref is the name that
	// a service or run-task uses.
	CapacityProvider awsecs.CfnCapacityProvider
	// InstanceRole is the role of the instances.
	InstanceRole awsiam.Role
	// InfrastructureRole is the role with which ECS manages instances.
	InfrastructureRole awsiam.Role

	id    string
	types []hardware.InstanceType
}

// AddManagedPool creates a pool of ECS Managed Instances. Its capacity provider
// names the cluster, and so belongs to it: ECS refuses to associate it
// (hashicorp/terraform-provider-aws #44783, aws/aws-cdk #35783, read
// 2026-11-21). It is never part of the default strategy.
func (c *Cluster) AddManagedPool(id string, props *ManagedPoolProps) *ManagedPool {
	defer alone(id)()
	var given ManagedPoolProps
	if props != nil {
		given = *props
	}
	types, problems := given.resolve()
	refuse(c, id, errors.Join(checkPoolID(id), c.checkProviderName(), problems))
	if given.VolumeGiB == 0 {
		given.VolumeGiB = 100
	}

	m := &ManagedPool{Cluster: c, id: id, types: types}
	constructs.NewConstruct_Override(m, c, &id)
	profile, permission := m.newRoles()
	m.CapacityProvider = awsecs.NewCfnCapacityProvider(m, jsii.String("CapacityProvider"), &awsecs.CfnCapacityProviderProps{
		Name:        m.providerName(profile),
		ClusterName: c.Resource.Ref(),
		ManagedInstancesProvider: &awsecs.CfnCapacityProvider_ManagedInstancesProviderProperty{
			InfrastructureRoleArn:  m.InfrastructureRole.RoleArn(),
			InstanceLaunchTemplate: m.launchTemplate(c, profile, given),
			PropagateTags:          jsii.String("CAPACITY_PROVIDER"),
		},
	})
	// CloudFormation deletes these after the provider, whose instances ECS ends
	// with the permission and by the way to them.
	m.CapacityProvider.Node().AddDependency(permission)
	if connected := c.Network.connected(); connected != nil {
		m.CapacityProvider.Node().AddDependency(connected)
	}
	return m
}

// providerName holds what CloudFormation replaces the provider for: another
// cluster, whose name is here if it was given, or another logical id, which
// gives the profile another name as well.
func (m *ManagedPool) providerName(profile awsiam.CfnInstanceProfile) *string {
	name := providerPrefix
	if m.Cluster.name != "" {
		name += m.Cluster.name + "-"
	}
	return jsii.String(name + *profile.Ref())
}

// InstanceTypes returns what the catalogue knows of the pool's types.
func (m *ManagedPool) InstanceTypes() []hardware.InstanceType {
	return append([]hardware.InstanceType(nil), m.types...)
}

// newRoles creates the two roles. ECS's managed policy for the infrastructure
// role may pass instance roles only if their name starts with ecsInstanceRole;
// the role here has a generated name, so the permission is given in so many
// words, by a policy that is a resource of its own.
func (m *ManagedPool) newRoles() (profile awsiam.CfnInstanceProfile, permission constructs.IDependable) {
	m.InstanceRole = awsiam.NewRole(m, jsii.String("InstanceRole"), &awsiam.RoleProps{
		AssumedBy: awsiam.NewServicePrincipal(jsii.String("ec2.amazonaws.com"), nil),
		ManagedPolicies: &[]awsiam.IManagedPolicy{
			awsiam.ManagedPolicy_FromAwsManagedPolicyName(jsii.String("AmazonECSInstanceRolePolicyForManagedInstances")),
		},
	})
	m.InfrastructureRole = awsiam.NewRole(m, jsii.String("InfrastructureRole"), &awsiam.RoleProps{
		AssumedBy: awsiam.NewServicePrincipal(jsii.String("ecs.amazonaws.com"), nil),
		ManagedPolicies: &[]awsiam.IManagedPolicy{
			awsiam.ManagedPolicy_FromAwsManagedPolicyName(jsii.String("AmazonECSInfrastructureRolePolicyForManagedInstances")),
		},
	})
	added := m.InfrastructureRole.AddToPrincipalPolicy(allow([]string{"iam:PassRole"}, *m.InstanceRole.RoleArn(),
		map[string]any{"StringEquals": map[string]any{"iam:PassedToService": "ec2.amazonaws.com"}}))
	profile = awsiam.NewCfnInstanceProfile(m, jsii.String("InstanceProfile"), &awsiam.CfnInstanceProfileProps{
		Roles: &[]any{m.InstanceRole.RoleName()},
	})
	return profile, added.PolicyDependable
}

// launchTemplate says what ECS launches. CPU and memory are bounded from below
// only, because the allowed types say the rest.
func (m *ManagedPool) launchTemplate(c *Cluster, profile awsiam.CfnInstanceProfile, props ManagedPoolProps) any {
	option := "ON_DEMAND"
	if props.Spot {
		option = "SPOT"
	}
	var names []string
	for _, t := range m.types {
		names = append(names, t.Name)
	}
	return &awsecs.CfnCapacityProvider_InstanceLaunchTemplateProperty{
		Ec2InstanceProfileArn: profile.AttrArn(),
		CapacityOptionType:    &option,
		NetworkConfiguration: &awsecs.CfnCapacityProvider_ManagedInstancesNetworkConfigurationProperty{
			Subnets:        c.Network.SubnetIDs(),
			SecurityGroups: &[]*string{c.SecurityGroup.SecurityGroupId()},
		},
		StorageConfiguration: &awsecs.CfnCapacityProvider_ManagedInstancesStorageConfigurationProperty{
			StorageSizeGiB: jsii.Number(props.VolumeGiB),
		},
		InstanceRequirements: &awsecs.CfnCapacityProvider_InstanceRequirementsRequestProperty{
			VCpuCount:            &awsecs.CfnCapacityProvider_VCpuCountRangeRequestProperty{Min: jsii.Number(1)},
			MemoryMiB:            &awsecs.CfnCapacityProvider_MemoryMiBRequestProperty{Min: jsii.Number(1)},
			AllowedInstanceTypes: jsii.Strings(names...),
		},
	}
}

// maxNameOfManaged is the longest name of a cluster with which providerName
// fits into 255 characters: an instance profile's has at most 128.
const maxNameOfManaged = 255 - len(providerPrefix) - 1 - 128

func (c *Cluster) checkProviderName() error {
	if len(c.name) <= maxNameOfManaged {
		return nil
	}
	return fmt.Errorf("the cluster's Name must have at most %d characters for a managed pool, whose capacity provider's name begins with it; got %d",
		maxNameOfManaged, len(c.name))
}

// Connections make the pool's instances an IConnectable.
func (m *ManagedPool) Connections() awsec2.Connections { return m.Cluster.Connections() }

// maxAllowedTypes is ECS's limit for AllowedInstanceTypes.
const maxAllowedTypes = 400

// resolve looks the types up and says everything that is wrong with the props.
func (p ManagedPoolProps) resolve() ([]hardware.InstanceType, error) {
	var all problems
	var types []hardware.InstanceType
	switch {
	case len(p.InstanceTypes) > 0 && p.Selection != nil:
		all.add("InstanceTypes and Selection clash; give one of them")
	case p.Selection != nil:
		types = p.selected(&all)
	case len(p.InstanceTypes) == 0:
		all.add("InstanceTypes is required, for example []string{\"g6.12xlarge\"}")
	default:
		types = lookUp("InstanceTypes", p.InstanceTypes, &all)
	}
	checkAlike(types, &all)
	for _, t := range types {
		if t.Family() == "inf1" {
			all.add("InstanceTypes: ECS has no Managed Instances of %s; give it a pool of its own instances", t.Name)
		}
	}
	if len(types) > maxAllowedTypes {
		all.add("InstanceTypes must be at most %d, got %d", maxAllowedTypes, len(types))
	}
	if p.VolumeGiB != 0 && (p.VolumeGiB < 30 || p.VolumeGiB > 65536) {
		all.add("VolumeGiB must be between 30 and 65536, got %d", p.VolumeGiB)
	}
	return types, all.join()
}

func (p ManagedPoolProps) selected(all *problems) []hardware.InstanceType {
	if err := p.Selection.Validate(); err != nil {
		for _, each := range flatten(err) {
			all.add("Selection: %w", each)
		}
		return nil
	}
	types := hardware.Select(onX86(*p.Selection))
	if len(types) == 0 {
		all.add("Selection: no instance type on offer meets it; loosen it, and try it with ecsgpu instances")
		return nil
	}
	first := types[0]
	types = slices.DeleteFunc(types, func(t hardware.InstanceType) bool {
		return t.Kind() != first.Kind() || !slices.Equal(t.Architectures, first.Architectures) || t.Family() == "inf1"
	})
	return types[:min(len(types), maxAllowedTypes)]
}

// checkManaged refuses what tasks on Managed Instances cannot have (Amazon ECS
// developer guide, "task definition differences for Amazon ECS Managed
// Instances").
func (p TaskDefinitionProps) checkManaged(all *problems) {
	if p.ManagedPool == nil {
		return
	}
	if p.Pool != nil {
		all.add("Pool and ManagedPool clash; leave one out")
	}
	if mode := p.networkMode(); mode != NetworkModeAwsvpc && mode != NetworkModeHost {
		all.add("NetworkMode must be %q or %q on a managed pool, got %q", NetworkModeAwsvpc, NetworkModeHost, mode)
	}
	if p.ShareIPC || p.Placement.DriverVersion != "" {
		all.add("ShareIPC and Placement.DriverVersion do not exist on Managed Instances; leave them out, or use a Pool")
	}
	for i, v := range p.Volumes {
		if v.HostPath != "" {
			all.add("Volumes[%d].HostPath: Managed Instances have no path to mount; use EFS, or a Pool", i)
		}
	}
	asks := 0
	for i, c := range p.Containers {
		if c.SharedMemoryMiB > 0 || c.EFAInterfaces > 0 {
			all.add("Containers[%d]: SharedMemoryMiB and EFAInterfaces do not exist on Managed Instances; use a Pool", i)
		}
		if c.NeuronDevices > 0 {
			asks++
			p.checkAllDevices(i, all)
		}
	}
	if asks > 1 {
		all.add("Containers: one container of a task can have the Neuron devices of a managed instance, got %d", asks)
	}
}

// checkAllDevices holds a container against the one thing that ECS hands out
// there: all devices of the instance.
func (p TaskDefinitionProps) checkAllDevices(i int, all *problems) {
	for _, t := range p.ManagedPool.types {
		if count, want := neuronDevices(t), p.Containers[i].NeuronDevices; count != want {
			all.add("Containers[%d].NeuronDevices must be all those of an instance on a managed pool: %s has %d, got %d", i, t.Name, count, want)
		}
	}
}

// inventories is the pool as the rules see it, one for each type: of a managed
// pool's types one on which the task runs is enough, because ECS chooses. Here
// the types are known, unlike in a template with requirements, so they are
// judged as those of a group.
func (m *ManagedPool) inventories() []*inventory.Pool {
	var all []*inventory.Pool
	for _, t := range m.types {
		all = append(all, &inventory.Pool{
			Item:          inventory.Item{LogicalID: m.id},
			Kind:          inventory.AutoScalingGroup,
			Name:          inventory.Known(m.id),
			InstanceTypes: inventory.KnownsAt("InstanceTypes", t.Name),
		})
	}
	return all
}

// compatibility is the kind of capacity that ECS validates the task for.
func (p TaskDefinitionProps) compatibility() string {
	if p.ManagedPool != nil {
		return "MANAGED_INSTANCES"
	}
	return "EC2"
}

// runtimePlatform is the processor of a managed pool; ECS would look for x86_64.
func (p TaskDefinitionProps) runtimePlatform() any {
	if p.ManagedPool == nil {
		return nil
	}
	return &awsecs.CfnTaskDefinition_RuntimePlatformProperty{
		OperatingSystemFamily: jsii.String("LINUX"),
		CpuArchitecture:       jsii.String(strings.ToUpper(string(p.ManagedPool.types[0].Architectures[0]))),
	}
}
