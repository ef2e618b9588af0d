package inventory

// Link is a field that names another resource: by Ref or Fn::GetAtt, by an
// equal literal name, or something outside of the template.
//
// The embedded fact is the text as far as it is known (a name or an ARN).
type Link struct {
	Fact[string]
	Target string // logical id of the item in the same inventory; empty when it is not there
}

// LinkTo returns a link to an item of the same inventory.
func LinkTo(logicalID string) Link {
	return Link{Fact: NotKnown[string]("named at deployment"), Target: logicalID}
}

// LinkToAt returns the link of LinkTo with the name of the prop that holds it.
func LinkToAt(logicalID, prop string) Link {
	l := LinkTo(logicalID)
	l.Place.Path = prop
	return l
}

// Resolved reports whether the target is in the inventory.
func (l Link) Resolved() bool { return l.Target != "" }
