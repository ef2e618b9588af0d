package cloudformation

// Reference is a use of a resource by another part of the template: Ref when
// Attribute is empty, Fn::GetAtt otherwise.
type Reference struct {
	LogicalID string
	Attribute string // for example "Arn"; empty for Ref
}

// String returns how the reference is written inside Fn::Sub:
// ${LogicalID.Attribute}.
func (r Reference) String() string {
	if r.Attribute == "" {
		return "${" + r.LogicalID + "}"
	}
	return "${" + r.LogicalID + "." + r.Attribute + "}"
}
