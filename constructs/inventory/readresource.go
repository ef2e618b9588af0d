package inventory

func (r *reader) readLogGroups() {
	for _, resource := range r.byType[typeLogGroup] {
		p := resource.Properties
		r.inv.LogGroups = append(r.inv.LogGroups, &LogGroup{
			Item:          item(resource),
			Name:          text(p.Get("LogGroupName")),
			RetentionDays: whole(p.Get("RetentionInDays")),
			KMSKey:        r.link(p.Get("KmsKeyId"), keyCategory),
		})
	}
}

func (r *reader) readPlacementGroups() {
	for _, resource := range r.byType[typePlacementGroup] {
		r.inv.PlacementGroups = append(r.inv.PlacementGroups, &PlacementGroup{
			Item: item(resource), Strategy: text(resource.Properties.Get("Strategy")),
		})
	}
}

func (r *reader) readSubnets() {
	for _, resource := range r.byType[typeSubnet] {
		p := resource.Properties
		r.inv.Subnets = append(r.inv.Subnets, &Subnet{
			Item:             item(resource),
			CIDR:             text(p.Get("CidrBlock")),
			AvailabilityZone: text(p.Get("AvailabilityZone")),
			PublicIPOnLaunch: truth(p.Get("MapPublicIpOnLaunch")),
		})
	}
}

func (r *reader) readCapacityReservations() {
	for _, resource := range r.byType[typeCapacityReservation] {
		p := resource.Properties
		r.inv.CapacityReservations = append(r.inv.CapacityReservations, &CapacityReservation{
			Item:             item(resource),
			InstanceType:     text(p.Get("InstanceType")),
			InstanceCount:    whole(p.Get("InstanceCount")),
			AvailabilityZone: text(p.Get("AvailabilityZone")),
		})
	}
}
