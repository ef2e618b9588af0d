package fromtemplate

import (
	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// launch returns the launch template or configuration of that logical id, once
// for all groups that use it.
func (r *reader) launch(logicalID string) *inventory.Launch {
	if l, ok := r.launches[logicalID]; ok {
		return l
	}
	resource, ok := r.ev.Resource(logicalID)
	if !ok {
		return nil
	}
	var l *inventory.Launch
	switch resource.Type {
	case typeLaunchTemplate:
		l = remember(r.memory, resource.Body, func() *inventory.Launch { return r.launchTemplate(resource) })
	case typeLaunchConfiguration:
		l = remember(r.memory, resource.Body, func() *inventory.Launch { return r.launchConfiguration(resource) })
	}
	if l != nil && l.Agent.InitResource != "" {
		delete(r.memory.items, resource.Body) // it may hold what another resource says
	}
	r.launches[logicalID] = l
	return l
}

func (r *reader) launchTemplate(resource *cloudformation.ResourceValue) *inventory.Launch {
	data := resource.Properties.Get("LaunchTemplateData")
	options, metadata := data.Get("InstanceMarketOptions"), data.Get("MetadataOptions")
	reservation := data.Get("CapacityReservationSpecification")
	l := &inventory.Launch{
		Item: item(resource), Kind: inventory.LaunchTemplate,
		InstanceType:                  text(data.Get("InstanceType")),
		Requirements:                  requirements(data.Get("InstanceRequirements")),
		MarketType:                    text(options.Get("MarketType")),
		SpotPrice:                     text(options.Get("SpotOptions", "MaxPrice")),
		HTTPTokens:                    text(metadata.Get("HttpTokens")),
		HTTPEndpoint:                  text(metadata.Get("HttpEndpoint")),
		HTTPHopLimit:                  whole(metadata.Get("HttpPutResponseHopLimit")),
		BlockDevices:                  blocks(data.Get("BlockDeviceMappings"), blockDevice),
		NetworkInterfaces:             blocks(data.Get("NetworkInterfaces"), r.networkInterface),
		SecurityGroups:                r.securityGroups(data),
		KeyName:                       text(data.Get("KeyName")),
		InstanceProfile:               r.firstLink(data.Get("IamInstanceProfile"), profileCategory, "Arn", "Name"),
		PlacementGroup:                r.firstLink(data.Get("Placement"), placementGroupCategory, "GroupName", "GroupId"),
		Tenancy:                       text(data.Get("Placement", "Tenancy")),
		EBSOptimized:                  truth(data.Get("EbsOptimized")),
		Monitoring:                    truth(data.Get("Monitoring", "Enabled")),
		CapacityReservationPreference: text(reservation.Get("CapacityReservationPreference")),
		CapacityReservation: r.firstLink(reservation.Get("CapacityReservationTarget"), reservationCategory,
			"CapacityReservationId", "CapacityReservationResourceGroupArn"),
	}
	r.addStart(l, data, resource)
	return l
}

func (r *reader) launchConfiguration(resource *cloudformation.ResourceValue) *inventory.Launch {
	p := resource.Properties
	metadata := p.Get("MetadataOptions")
	l := &inventory.Launch{
		Item: item(resource), Kind: inventory.LaunchConfiguration,
		InstanceType:    text(p.Get("InstanceType")),
		SpotPrice:       text(p.Get("SpotPrice")),
		HTTPTokens:      text(metadata.Get("HttpTokens")),
		HTTPEndpoint:    text(metadata.Get("HttpEndpoint")),
		HTTPHopLimit:    whole(metadata.Get("HttpPutResponseHopLimit")),
		BlockDevices:    blocks(p.Get("BlockDeviceMappings"), blockDevice),
		SecurityGroups:  r.links(p.Get("SecurityGroups"), securityGroupCategory),
		KeyName:         text(p.Get("KeyName")),
		InstanceProfile: r.link(p.Get("IamInstanceProfile"), profileCategory),
		Tenancy:         text(p.Get("PlacementTenancy")),
		EBSOptimized:    truth(p.Get("EbsOptimized")),
		Monitoring:      truth(p.Get("InstanceMonitoring")),
	}
	switch l.SpotPrice.State() {
	case fact.Known:
		l.MarketType = l.SpotPrice
		l.MarketType.Value, l.MarketType.Text = fact.Of("spot"), "spot"
	case fact.Unknown:
		l.MarketType = l.SpotPrice
	}
	r.addStart(l, p, resource)
	return l
}

// instanceLaunch returns the launch of an AWS::EC2::Instance, whose properties
// stand on it.
func (r *reader) instanceLaunch(resource *cloudformation.ResourceValue) *inventory.Launch {
	p := resource.Properties
	if spec := p.Get("LaunchTemplate"); !spec.IsAbsent() {
		if l := r.launchOf(spec); l != nil && p.Get("ImageId").IsAbsent() && p.Get("UserData").IsAbsent() {
			return l
		}
		return nil // a mixture of both, which is not worth a model
	}
	l := &inventory.Launch{
		Item: item(resource), Kind: inventory.InlineLaunch,
		InstanceType:      text(p.Get("InstanceType")),
		HTTPTokens:        text(p.Get("MetadataOptions", "HttpTokens")),
		BlockDevices:      blocks(p.Get("BlockDeviceMappings"), blockDevice),
		NetworkInterfaces: blocks(p.Get("NetworkInterfaces"), r.networkInterface),
		SecurityGroups:    r.securityGroups(p),
		KeyName:           text(p.Get("KeyName")),
		InstanceProfile:   r.link(p.Get("IamInstanceProfile"), profileCategory),
		PlacementGroup:    r.link(p.Get("PlacementGroupName"), placementGroupCategory),
		EBSOptimized:      truth(p.Get("EbsOptimized")),
	}
	r.addStart(l, p, resource)
	return l
}

const initMetadata = "AWS::CloudFormation::Init"

// addStart reads the image, the user data and what cfn-init adds to it.
func (r *reader) addStart(l *inventory.Launch, p cloudformation.Value, resource *cloudformation.ResourceValue) {
	l.Image = image(p.Get("ImageId"))
	v := p.Get("UserData")
	script := remember(r.memory, v, func() startScript {
		t := userData(v)
		return startScript{t, readAgent(t.origin.Place, t)}
	})
	l.UserData, l.Agent = script.text.origin, script.agent
	if texts := r.initTexts(l, resource); len(texts) > 0 {
		l.Agent = readAgent(l.UserData.Place, append([]agentText{script.text}, texts...)...)
	}
}

// initTexts reads the metadata that cfn-init takes: the resource's own, or that
// of the resource that the script names.
func (r *reader) initTexts(l *inventory.Launch, resource *cloudformation.ResourceValue) []agentText {
	var all []agentText
	if own := resource.Metadata.Get(initMetadata); !own.IsAbsent() {
		all = initTexts(own)
	}
	if other, ok := r.ev.Resource(l.Agent.InitResource); ok && other.LogicalID != resource.LogicalID {
		if m := other.Metadata.Get(initMetadata); !m.IsAbsent() {
			all = append(all, initTexts(m)...)
		}
	}
	return all
}

// startScript is user data, and the agent's configuration in it.
type startScript struct {
	text  agentText
	agent inventory.AgentConfig
}

func image(v cloudformation.Value) inventory.Image {
	i := inventory.Image{ID: text(v)}
	if path, ok := v.SSMParameter(); ok {
		i.SSMParameter = inventory.Fact[string]{Value: fact.Of(path), Text: path, Place: v.Place(), Parameters: v.Parameters()}
	} else if v.IsUnknown() {
		i.SSMParameter = text(v)
	}
	return i
}

func blockDevice(v cloudformation.Value) inventory.BlockDevice {
	ebs := v.Get("Ebs")
	return inventory.BlockDevice{
		DeviceName: text(v.Get("DeviceName")),
		Encrypted:  truth(ebs.Get("Encrypted")),
		SizeGiB:    whole(ebs.Get("VolumeSize")),
		VolumeType: text(ebs.Get("VolumeType")),
		IOPS:       whole(ebs.Get("Iops")),
		Throughput: whole(ebs.Get("Throughput")),
		NoDevice:   !v.Get("NoDevice").IsAbsent(),
		Virtual:    !v.Get("VirtualName").IsAbsent() && ebs.IsAbsent(),
	}
}

func (r *reader) networkInterface(v cloudformation.Value) inventory.NetworkInterface {
	groups := v.Get("Groups")
	if groups.IsAbsent() {
		groups = v.Get("GroupSet") // the name on an instance
	}
	return inventory.NetworkInterface{
		DeviceIndex:       whole(v.Get("DeviceIndex")),
		NetworkCardIndex:  whole(v.Get("NetworkCardIndex")),
		InterfaceType:     text(v.Get("InterfaceType")),
		AssociatePublicIP: truth(v.Get("AssociatePublicIpAddress")),
		SecurityGroups:    r.links(groups, securityGroupCategory),
		Subnet:            r.link(v.Get("SubnetId"), subnetCategory),
	}
}

// securityGroups returns those by id, or by name in the default VPC.
func (r *reader) securityGroups(v cloudformation.Value) inventory.List[inventory.Link] {
	if ids := v.Get("SecurityGroupIds"); !ids.IsAbsent() {
		return r.links(ids, securityGroupCategory)
	}
	return r.links(v.Get("SecurityGroups"), securityGroupCategory)
}
