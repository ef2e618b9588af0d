package fact

// Answer is the answer to a question that the sources may leave open.
type Answer string

const (
	Yes   Answer = "yes"
	No    Answer = "no"
	Maybe Answer = "unknown"
)

// AnswerOf returns Yes or No.
func AnswerOf(b bool) Answer {
	if b {
		return Yes
	}
	return No
}

// Not returns the opposite; of Maybe, Maybe.
func (a Answer) Not() Answer {
	switch a {
	case Yes:
		return No
	case No:
		return Yes
	}
	return Maybe
}

// And returns Yes when both are, and No when either is.
func (a Answer) And(b Answer) Answer {
	switch {
	case a == No || b == No:
		return No
	case a == Yes && b == Yes:
		return Yes
	}
	return Maybe
}

// Or returns Yes when either is, and No when both are.
func (a Answer) Or(b Answer) Answer { return a.Not().And(b.Not()).Not() }
