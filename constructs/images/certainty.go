package images

// Certainty is how much a fact can be relied on.
type Certainty string

// The certainties, firmest first.
const (
	// Documented: AWS's or NVIDIA's documentation or release notes say so.
	Documented Certainty = "documented"
	// SourceCode: read in the public recipe or program that makes it so.
	SourceCode Certainty = "source code"
	// ThirdParty: somebody else reports it.
	ThirdParty Certainty = "third party"
	// Inferred: it follows from other facts, if nothing else changed.
	Inferred Certainty = "inferred"
)

// IsFirm reports whether a refusal may rest on the fact.
func (c Certainty) IsFirm() bool { return c == Documented || c == SourceCode }
