package cloudformation

// CloudFormation's quotas on one template. Source: AWS CloudFormation User
// Guide, "Understand CloudFormation quotas", as of 2026-11.
const (
	// MaxInlineBytes is the largest template that can be passed in a request.
	MaxInlineBytes = 51_200
	// MaxBytes is the largest template that can be read from S3.
	MaxBytes = 1 << 20
	// MaxResources is how many resources a template may have.
	MaxResources = 500
	// MaxParameters is how many parameters a template may have.
	MaxParameters = 200
	// MaxOutputs is how many outputs a template may have.
	MaxOutputs = 200
	// MaxMappings is how many mappings a template may have.
	MaxMappings = 200

	maxMappingAttributes = 200  // of each mapping
	maxNameCharacters    = 255  // of a resource, parameter, output, mapping or mapping attribute
	maxDescriptionBytes  = 1024 // of the template
	maxParameterBytes    = 4096 // of a parameter's value
	maxDynamicReferences = 60   // {{resolve:…}}
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
	maxMatching  = 8 << 20  // steps of all patterns of a template on all of its values
)

// Guards of a template that is read with [NoLimits].
const (
	// MaxBytesNoLimits is the largest template that Parse reads at all.
	MaxBytesNoLimits = 16 << 20

	maxNodesNoLimits = 1_000_000
)

// Option changes how [Parse] reads.
type Option int

// NoLimits reads a template that exceeds CloudFormation's quotas: one that a
// macro makes smaller, or that is not meant for CloudFormation as a whole.
const NoLimits Option = 1
