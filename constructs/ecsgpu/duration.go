package ecsgpu

import "time"

// within refuses a duration outside of its range, or one that CloudFormation,
// which takes whole seconds, could not say: 30 instead of 30*time.Second is 30
// nanoseconds. Zero is a duration that was left out.
func (p *problems) within(field string, value, least, most time.Duration) {
	switch {
	case value == 0:
	case value < least || value > most:
		p.add("%s must be between %s and %s, got %s", field, least, most, value)
	case value%time.Second != 0:
		p.add("%s must be whole seconds, such as 30*time.Second, got %s", field, value)
	}
}

// seconds refuses what is no whole number of seconds.
func (p *problems) seconds(field string, value time.Duration) {
	if value < 0 || value%time.Second != 0 {
		p.add("%s must be whole seconds, such as 30*time.Second, and not negative, got %s", field, value)
	}
}
