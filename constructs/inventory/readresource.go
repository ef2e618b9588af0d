package inventory

import "github.com/ecsgpu/cdk/constructs/template"

func (r *reader) readLogGroups() {
	for _, resource := range r.byType[typeLogGroup] {
		group := remember(r.memory, resource.Body, func() *LogGroup { return r.logGroup(resource) })
		r.inv.LogGroups = append(r.inv.LogGroups, group)
	}
}

func (r *reader) logGroup(resource *template.ResourceValue) *LogGroup {
	p := resource.Properties
	return &LogGroup{
		Item:          item(resource),
		Name:          text(p.Get("LogGroupName")),
		RetentionDays: whole(p.Get("RetentionInDays")),
		KMSKey:        r.link(p.Get("KmsKeyId"), keyCategory),
	}
}

func (r *reader) readPlacementGroups() {
	for _, resource := range r.byType[typePlacementGroup] {
		group := remember(r.memory, resource.Body, func() *PlacementGroup { return placementGroup(resource) })
		r.inv.PlacementGroups = append(r.inv.PlacementGroups, group)
	}
}

func placementGroup(resource *template.ResourceValue) *PlacementGroup {
	return &PlacementGroup{Item: item(resource), Strategy: text(resource.Properties.Get("Strategy"))}
}

func (r *reader) readSubnets() {
	for _, resource := range r.byType[typeSubnet] {
		subnet := remember(r.memory, resource.Body, func() *Subnet { return subnet(resource) })
		r.inv.Subnets = append(r.inv.Subnets, subnet)
	}
}

func subnet(resource *template.ResourceValue) *Subnet {
	p := resource.Properties
	return &Subnet{
		Item:             item(resource),
		CIDR:             text(p.Get("CidrBlock")),
		AvailabilityZone: text(p.Get("AvailabilityZone")),
		PublicIPOnLaunch: truth(p.Get("MapPublicIpOnLaunch")),
	}
}

func (r *reader) readCapacityReservations() {
	for _, resource := range r.byType[typeCapacityReservation] {
		reservation := remember(r.memory, resource.Body, func() *CapacityReservation { return capacityReservation(resource) })
		r.inv.CapacityReservations = append(r.inv.CapacityReservations, reservation)
	}
}

func capacityReservation(resource *template.ResourceValue) *CapacityReservation {
	p := resource.Properties
	return &CapacityReservation{
		Item:             item(resource),
		InstanceType:     text(p.Get("InstanceType")),
		InstanceCount:    whole(p.Get("InstanceCount")),
		AvailabilityZone: text(p.Get("AvailabilityZone")),
	}
}
