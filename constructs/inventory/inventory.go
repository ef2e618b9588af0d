package inventory

// Inventory is what one template, or one set of props, says about ECS.
//
// Slices are in the order of the template. Items are shared, not copied: treat
// an inventory as read-only once it is built.
type Inventory struct {
	File        string
	Region      string // where it is to be deployed; empty when unknown
	StackName   string // under which it is to be deployed; empty when unknown
	Description string // of the template

	Clusters             []*Cluster
	Associations         []*Association
	CapacityProviders    []*CapacityProvider
	Pools                []*Pool
	TaskDefinitions      []*TaskDefinition
	Services             []*Service
	LogGroups            []*LogGroup
	SecurityGroups       []*SecurityGroup
	Roles                []*Role
	InstanceProfiles     []*InstanceProfile
	PlacementGroups      []*PlacementGroup
	Subnets              []*Subnet
	CapacityReservations []*CapacityReservation
	ScalingPolicies      []*ScalingPolicy
	Watches              []*Watch
	Topics               []*Topic
	Budgets              []*Budget
	Parameters           []Parameter

	// Open lists what may add or change ECS resources without being readable:
	// macros, loops, nested stacks, custom resources. Empty for a closed template.
	Open []string
}

// Parameter is a template parameter as it stood when the inventory was read.
type Parameter struct {
	Name          string
	Value         string   // given, or the default; empty when there is none, or it is secret
	Overridden    bool     // given by the caller, not the default
	AllowedValues []string // shared with the template: do not change them
	Fact          Fact[string]
}

// Cluster returns the cluster with that logical id, or nil.
func (inv *Inventory) Cluster(logicalID string) *Cluster {
	return find(inv.Clusters, logicalID)
}

// CapacityProvider returns the capacity provider with that logical id, or nil.
func (inv *Inventory) CapacityProvider(logicalID string) *CapacityProvider {
	return find(inv.CapacityProviders, logicalID)
}

// Pool returns the pool with that logical id, or nil.
func (inv *Inventory) Pool(logicalID string) *Pool {
	return find(inv.Pools, logicalID)
}

// PoolsOf returns the pools whose instances join a cluster of the inventory.
func (inv *Inventory) PoolsOf(clusterID string) []*Pool {
	var pools []*Pool
	for _, p := range inv.Pools {
		if clusterID != "" && p.Cluster.Target == clusterID {
			pools = append(pools, p)
		}
	}
	return pools
}

// TaskDefinition returns the task definition with that logical id, or nil.
func (inv *Inventory) TaskDefinition(logicalID string) *TaskDefinition {
	return find(inv.TaskDefinitions, logicalID)
}

// Service returns the service with that logical id, or nil.
func (inv *Inventory) Service(logicalID string) *Service {
	return find(inv.Services, logicalID)
}

// LogGroup returns the log group with that logical id, or nil.
func (inv *Inventory) LogGroup(logicalID string) *LogGroup {
	return find(inv.LogGroups, logicalID)
}

// SecurityGroup returns the security group with that logical id, or nil.
func (inv *Inventory) SecurityGroup(logicalID string) *SecurityGroup {
	return find(inv.SecurityGroups, logicalID)
}

// Role returns the role with that logical id, or nil.
func (inv *Inventory) Role(logicalID string) *Role {
	return find(inv.Roles, logicalID)
}

// InstanceProfile returns the instance profile with that logical id, or nil.
func (inv *Inventory) InstanceProfile(logicalID string) *InstanceProfile {
	return find(inv.InstanceProfiles, logicalID)
}

// PlacementGroup returns the placement group with that logical id, or nil.
func (inv *Inventory) PlacementGroup(logicalID string) *PlacementGroup {
	return find(inv.PlacementGroups, logicalID)
}

// Subnet returns the subnet with that logical id, or nil.
func (inv *Inventory) Subnet(logicalID string) *Subnet {
	return find(inv.Subnets, logicalID)
}

// Topic returns the topic with that logical id, or nil.
func (inv *Inventory) Topic(logicalID string) *Topic {
	return find(inv.Topics, logicalID)
}

// identified is any pointer to a struct that embeds Item.
type identified interface {
	comparable
	id() string
}

func (i *Item) id() string { return i.LogicalID }

func find[P identified](items []P, logicalID string) P {
	var none P
	if logicalID == "" {
		return none
	}
	for _, item := range items {
		if item.id() == logicalID {
			return item
		}
	}
	return none
}
