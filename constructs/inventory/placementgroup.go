package inventory

// PlacementGroup is an AWS::EC2::PlacementGroup.
type PlacementGroup struct {
	Item
	Strategy Fact[string] // cluster, partition, spread
}

// CapacityReservation is an AWS::EC2::CapacityReservation.
type CapacityReservation struct {
	Item
	InstanceType     Fact[string]
	InstanceCount    Fact[int]
	AvailabilityZone Fact[string]
}
