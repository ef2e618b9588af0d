package hardware

import "github.com/ecsgpu/cdk/constructs/fact"

// Answer is a fact that the sources may not have: yes, no, or unknown.
type Answer = fact.Answer

// The answers.
const (
	Yes     = fact.Yes
	No      = fact.No
	Unknown = fact.Maybe
)
