package cloudformation

import "math/bits"

// parameterSet holds positions of parameters. It is a value, so that computing
// what each of thousands of values depends on costs no memory.
type parameterSet [maxTracked / 64]uint64

func (s parameterSet) with(i int) parameterSet {
	s[i/64] |= 1 << (i % 64)
	return s
}

func (s parameterSet) union(o parameterSet) parameterSet {
	for i := range s {
		s[i] |= o[i]
	}
	return s
}

func (s parameterSet) overlaps(o parameterSet) bool {
	for i := range s {
		if s[i]&o[i] != 0 {
			return true
		}
	}
	return false
}

func (s parameterSet) names(src *source) []string {
	var names []string
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			names = append(names, src.parameters[i*64+bits.TrailingZeros64(word)])
		}
	}
	return names
}
