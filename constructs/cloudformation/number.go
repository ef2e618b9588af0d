package cloudformation

import (
	"regexp"
	"strconv"
	"strings"
)

// NumberForm is how a number is written.
type NumberForm string

const (
	// PlainNumber is digits, with a minus sign or a fraction.
	PlainNumber NumberForm = "plain"
	// OddNumber is a number in a form that is not documented and that not every
	// reader takes: with blanks around it, a plus sign, an exponent, or a fraction
	// of zeros.
	OddNumber NumberForm = "odd"
	// DoubtfulNumber is a number to some readers, and not the same to all: 1_000,
	// 0x10, 010.
	DoubtfulNumber NumberForm = "doubtful"
	// NotANumber is everything else: NaN, Infinity, a word, nothing.
	NotANumber NumberForm = "not a number"
)

// IsNumber reports whether the form says which number it is.
func (f NumberForm) IsNumber() bool { return f == PlainNumber || f == OddNumber }

// CloudFormation takes a number written as text, and the other way round (User
// Guide, "Template anatomy", as of 2026-11; cloudformation-validate 1.10.0 says
// that all scalars become text before they reach a resource). How it reads other
// forms than digits is not documented. cfn-lint 1.51.0 refuses 5.0, 1e3 and 0x10
// for a whole number, and takes " 5 ", +3 and 1_000; cloudformation-validate
// 1.10.0 takes 5.0, 1e3, " 5 " and +3, and refuses 1_000 and 0x10. Both refuse
// NaN, the empty text and true. YAML 1.1, which CloudFormation reads, has
// underscores and octal numbers, so 010 may be 8.
var (
	leadingZero  = regexp.MustCompile(`^[-+]?0[0-9]`)
	plainForm    = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$`)
	numberForm   = regexp.MustCompile(`^[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?$`)
	doubtfulForm = regexp.MustCompile(`^[-+]?(0[0-9]+|0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|[0-9][0-9_]*(\.[0-9_]*)?([eE][-+]?[0-9_]+)?)$`)
)

// maxNumber bounds the text of a number: more digits than any property takes.
const maxNumber = 400

// ParseNumber reads a number in decimal. One beyond the range of a float64 is
// infinite; one that is doubtful or none is 0.
func ParseNumber(text string) (float64, NumberForm) {
	if n, err := strconv.Atoi(text); err == nil && strconv.Itoa(n) == text {
		return float64(n), PlainNumber // nearly all numbers, without an expression
	}
	trimmed := strings.TrimSpace(text)
	switch {
	case len(trimmed) > maxNumber:
		return 0, NotANumber
	case leadingZero.MatchString(trimmed) || !numberForm.MatchString(trimmed):
		if doubtfulForm.MatchString(trimmed) {
			return 0, DoubtfulNumber
		}
		return 0, NotANumber
	}
	v, _ := strconv.ParseFloat(trimmed, 64) // its only error is a number that is infinite
	if plainForm.MatchString(text) {
		return v, PlainNumber
	}
	return v, OddNumber
}
