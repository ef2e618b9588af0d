package template

// CloudFormation's limits on a template's body (AWS CloudFormation User Guide,
// "Understand CloudFormation quotas").
const (
	// MaxInlineBytes is the largest template that can be passed in a request.
	MaxInlineBytes = 51_200
	// MaxBytes is the largest template that can be read from S3. Parse refuses more.
	MaxBytes = 1 << 20
	// MaxResources is how many resources a template may have.
	MaxResources = 500
	// MaxParameters is how many parameters a template may have.
	MaxParameters = 200
)

// Guards against input that was made to exhaust the reader. None is near what a
// template that CloudFormation accepts can reach.
const (
	maxDepth     = 200      // nested values
	maxNodes     = 250_000  // values after aliases are expanded
	maxProblems  = 100      // that are reported
	maxText      = 16 << 20 // bytes of text that one evaluation may compose
	maxHole      = 1000     // bytes of the name of a hole that is made of others
	maxTracked   = 256      // parameters; the size of parameterSet
	maxCIDRs     = 256      // blocks of Fn::Cidr, AWS's own limit
	maxPlainSize = 250_000  // values that one conversion to plain Go may yield
)
