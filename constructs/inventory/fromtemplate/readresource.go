package fromtemplate

import (
	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

func (r *reader) readLogGroups() {
	r.inv.LogGroups = readAll(r, typeLogGroup, r.logGroup)
}

func (r *reader) logGroup(resource *cloudformation.ResourceValue) *inventory.LogGroup {
	p := resource.Properties
	return &inventory.LogGroup{
		Item:          item(resource),
		Name:          text(p.Get("LogGroupName")),
		RetentionDays: whole(p.Get("RetentionInDays")),
		KMSKey:        r.link(p.Get("KmsKeyId"), keyCategory),
	}
}

func (r *reader) readPlacementGroups() {
	r.inv.PlacementGroups = readAll(r, typePlacementGroup, placementGroup)
}

func placementGroup(resource *cloudformation.ResourceValue) *inventory.PlacementGroup {
	return &inventory.PlacementGroup{Item: item(resource), Strategy: text(resource.Properties.Get("Strategy"))}
}

func (r *reader) readSubnets() {
	r.inv.Subnets = readAll(r, typeSubnet, subnet)
}

func subnet(resource *cloudformation.ResourceValue) *inventory.Subnet {
	p := resource.Properties
	return &inventory.Subnet{
		Item:             item(resource),
		CIDR:             text(p.Get("CidrBlock")),
		AvailabilityZone: text(p.Get("AvailabilityZone")),
		PublicIPOnLaunch: truth(p.Get("MapPublicIpOnLaunch")),
	}
}

func (r *reader) readCapacityReservations() {
	r.inv.CapacityReservations = readAll(r, typeCapacityReservation, capacityReservation)
}

func capacityReservation(resource *cloudformation.ResourceValue) *inventory.CapacityReservation {
	p := resource.Properties
	return &inventory.CapacityReservation{
		Item:             item(resource),
		InstanceType:     text(p.Get("InstanceType")),
		InstanceCount:    whole(p.Get("InstanceCount")),
		AvailabilityZone: text(p.Get("AvailabilityZone")),
	}
}
