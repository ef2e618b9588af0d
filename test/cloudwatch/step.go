package cloudwatch

import (
	"math"
	"slices"
)

// Step is a step adjustment. Its bounds are distances from the alarm's threshold;
// an open one is infinite.
type Step struct {
	Lower, Upper float64
	Adjustment   float64
}

// StepPolicy is a step scaling policy.
type StepPolicy struct {
	ID          string
	Adjustment  string // ChangeInCapacity, ExactCapacity, PercentChangeInCapacity
	Aggregation string // Minimum, Maximum, Average
	Cooldown    int    // minutes
	Magnitude   int    // MinAdjustmentMagnitude
	Steps       []Step
}

// aggregate returns the value that steps are compared with: that of the most
// recent values (Application Auto Scaling user guide, step adjustments,
// 2023-04-27). These are the ones that the alarm evaluated: the error in
// DFE-Digital/teaching-vacancies #58 (2018-03-14) lists one for each of its periods.
func (p StepPolicy) aggregate(values Series) float64 {
	switch p.Aggregation {
	case "Maximum":
		return slices.Max(values)
	case "Minimum":
		return slices.Min(values)
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// adjust returns the capacity that the policy asks for; false when no step holds
// the value ("No step adjustment found for metric value", same source). Above the
// threshold the lower bound belongs to a step, below it the upper one (Application
// Auto Scaling user guide, step adjustments, 2023-04-27); on the threshold the
// alarm's operator says which side it is.
func (p StepPolicy) adjust(a Alarm, values Series, capacity int) (int, bool) {
	if len(values) == 0 {
		return capacity, false
	}
	distance := p.aggregate(values) - a.Threshold
	above := distance > 0 || distance == 0 && a.breaches(math.Inf(1))
	for _, s := range p.Steps {
		inside := distance > s.Lower && distance <= s.Upper
		if above {
			inside = distance >= s.Lower && distance < s.Upper
		}
		if inside {
			return p.apply(s.Adjustment, capacity), true
		}
	}
	return capacity, false
}

// apply changes a capacity (Application Auto Scaling user guide, scaling
// adjustment types, 2023-04-27).
func (p StepPolicy) apply(adjustment float64, capacity int) int {
	switch p.Adjustment {
	case "ExactCapacity":
		return int(adjustment)
	case "ChangeInCapacity":
		return capacity + int(adjustment)
	case "PercentChangeInCapacity":
		change := adjustment * float64(capacity) / 100
		switch {
		case change > 0 && change < 1:
			change = 1
		case change < 0 && change > -1:
			change = -1
		}
		whole := int(change) // towards zero
		if change != 0 && max(whole, -whole) < p.Magnitude {
			whole = int(math.Copysign(float64(p.Magnitude), change))
		}
		return capacity + whole
	}
	panic("adjustment type " + p.Adjustment + " of policy " + p.ID + " is not known here")
}
