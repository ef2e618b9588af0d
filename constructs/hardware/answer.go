package hardware

// Answer is a fact that the sources may not have: yes, no, or unknown.
type Answer string

// The answers.
const (
	Yes     Answer = "yes"
	No      Answer = "no"
	Unknown Answer = "unknown"
)
