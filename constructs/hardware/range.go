package hardware

import (
	"fmt"
	"math"
	"strconv"
)

// Range is a minimum and a maximum of an attribute, both included. The zero
// value has no limits.
type Range struct {
	min, max float64
	limited  bool // max holds
}

// AtLeast returns the range from a minimum upwards.
func AtLeast[N int | float64](least N) Range { return Range{min: float64(least)} }

// AtMost returns the range up to a maximum. AtMost(0) of AcceleratorCount
// excludes types with accelerators.
func AtMost[N int | float64](most N) Range { return Range{max: float64(most), limited: true} }

// Between returns the range from a minimum to a maximum.
func Between[N int | float64](least, most N) Range {
	return Range{min: float64(least), max: float64(most), limited: true}
}

// Exactly returns the range of one value.
func Exactly[N int | float64](value N) Range { return Between(value, value) }

// IsZero reports whether the range has no limits.
func (r Range) IsZero() bool { return r == Range{} }

// Includes reports whether a value is within the range.
func (r Range) Includes(value float64) bool {
	return value >= r.min && (!r.limited || value <= r.max)
}

// String prints "2 or more", "at most 4", "2 to 4", "2" or "any".
func (r Range) String() string {
	number := func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
	switch {
	case r.IsZero():
		return "any"
	case !r.limited:
		return number(r.min) + " or more"
	case r.min == r.max:
		return number(r.min)
	case r.min == 0:
		return "at most " + number(r.max)
	}
	return number(r.min) + " to " + number(r.max)
}

// validate reports limits that no value can meet.
func (r Range) validate(field string) error {
	for _, limit := range []float64{r.min, r.max} {
		if !(limit >= 0) || math.IsInf(limit, 1) {
			return fmt.Errorf("%s must have limits of 0 or more, got %v", field, limit)
		}
	}
	if r.limited && r.min > r.max {
		return fmt.Errorf("%s must have a maximum of at least its minimum (%v), got %v", field, r.min, r.max)
	}
	return nil
}
