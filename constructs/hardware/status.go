package hardware

// Status says whether new instances of a type can be launched at all.
type Status string

// The states of a type.
const (
	// Offered: launchable in at least one commercial Region.
	Offered Status = "offered"
	// Retired: no longer launchable in commercial Regions (P2, P3 but not
	// P3dn, G3). CloudFormation, CDK and the price list still accept the name.
	Retired Status = "retired"
)
