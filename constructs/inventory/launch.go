package inventory

// LaunchKind is the resource that says how an instance is started.
type LaunchKind string

const (
	LaunchTemplate      LaunchKind = "launch-template"
	LaunchConfiguration LaunchKind = "launch-configuration"
	InlineLaunch        LaunchKind = "inline" // on the instance, or on a Managed Instances provider
)

// Launch is what an instance is started with. Its Item is that of the launch
// template or launch configuration.
type Launch struct {
	Item
	Kind         LaunchKind
	InstanceType Fact[string]
	Requirements *InstanceRequirements
	Image        Image
	Agent        AgentConfig
	UserData     Fact[string] // decoded text; Text holds it with holes when it is partly known

	MarketType Fact[string] // spot, capacity-block, interruptible-capacity-reservation, reserved (Managed Instances); absent: on demand
	SpotPrice  Fact[string] // launch configurations, or SpotOptions.MaxPrice

	HTTPTokens   Fact[string] // optional, required. Default: what the image or the account says
	HTTPEndpoint Fact[string] // enabled, disabled
	HTTPHopLimit Fact[int]    // 1 to 64. Default: 1, or what the image says

	BlockDevices      List[BlockDevice]
	NetworkInterfaces List[NetworkInterface]
	SecurityGroups    List[Link] // at the top level, not those of an interface
	KeyName           Fact[string]
	InstanceProfile   Link
	PlacementGroup    Link
	Tenancy           Fact[string]
	EBSOptimized      Fact[bool]
	Monitoring        Fact[bool]

	CapacityReservationPreference Fact[string]
	CapacityReservation           Link // target reservation or its resource group
}

// BlockDevice is one EBS volume (or a suppressed device) of a launch.
type BlockDevice struct {
	DeviceName Fact[string]
	Encrypted  Fact[bool]
	SizeGiB    Fact[int]
	VolumeType Fact[string] // gp2, gp3, io1, …
	IOPS       Fact[int]
	Throughput Fact[int] // MiB/s
	NoDevice   bool      // the mapping of the image is suppressed
	Virtual    bool      // an instance store mapping: no EBS volume
}

// NetworkInterface is one interface of a launch.
type NetworkInterface struct {
	DeviceIndex       Fact[int]
	NetworkCardIndex  Fact[int]
	InterfaceType     Fact[string] // interface, efa, efa-only
	AssociatePublicIP Fact[bool]
	SecurityGroups    List[Link]
	Subnet            Link
}

// AllSecurityGroups returns those of the launch and of its interfaces.
func (l *Launch) AllSecurityGroups() []Link {
	groups := append([]Link(nil), l.SecurityGroups.Items...)
	for _, n := range l.NetworkInterfaces.Items {
		groups = append(groups, n.SecurityGroups.Items...)
	}
	return groups
}
