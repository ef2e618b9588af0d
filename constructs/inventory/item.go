package inventory

import "github.com/ecsgpu/cdk/constructs/cloudformation"

// Item is what all resources of an inventory have in common.
type Item struct {
	LogicalID     string               // unique in its inventory; Go code uses the construct's id
	ConstructPath string               // CDK's path from Metadata aws:cdk:path; empty when there is none
	Place         cloudformation.Place // of the resource
	Parameters    []string             // that decide whether it is there
	Conditional   bool                 // under a condition that is unknown: it may not be there
	DependsOn     []string             // logical ids, explicit DependsOn only, sorted
	DependsOnOpen bool                 // DependsOn could not be read whole
	References    []string             // logical ids that it refers to anywhere (implicit dependencies), sorted
}

// Label returns the name by which a finding speaks of the item: the construct
// path, or the logical id.
func (i Item) Label() string {
	if i.ConstructPath != "" {
		return i.ConstructPath
	}
	return i.LogicalID
}
