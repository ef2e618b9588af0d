package simulate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// Distribution is the shape of a random duration.
type Distribution string

// The distributions.
const (
	Fixed       Distribution = "fixed"       // always the mean
	Exponential Distribution = "exponential" // many short, few long
	Lognormal   Distribution = "lognormal"   // a typical length with a long tail, as training runs have
)

// DurationModel is how long the tasks of a family run.
type DurationModel struct {
	Distribution Distribution
	Mean         time.Duration // above 0, at most MaxTime

	// Sigma is the standard deviation of the logarithm of a Lognormal duration,
	// above 0 and at most 5. Default: 1.
	Sigma float64
}

// ParseDurationModel reads "30m", "exponential:30m" or "lognormal:30m:0.8".
func ParseDurationModel(text string) (DurationModel, error) {
	parts := strings.Split(text, ":")
	m := DurationModel{Distribution: Fixed}
	if len(parts) > 1 {
		m.Distribution = Distribution(strings.ToLower(parts[0]))
		parts = parts[1:]
	}
	mean, err := time.ParseDuration(parts[0])
	if err != nil {
		return m, fmt.Errorf("a duration must look like 30m, exponential:30m or lognormal:30m:0.8, got %q", text)
	}
	m.Mean = mean
	if len(parts) > 1 {
		if m.Sigma, err = strconv.ParseFloat(parts[1], 64); err != nil || len(parts) > 2 || m.Distribution != Lognormal {
			return m, fmt.Errorf("a duration must look like 30m, exponential:30m or lognormal:30m:0.8, got %q", text)
		}
	}
	return m, m.Validate()
}

// Validate returns what is wrong with the model.
func (m DurationModel) Validate() error {
	switch m.Distribution {
	case Fixed, Exponential, Lognormal:
	default:
		return fmt.Errorf("distribution must be fixed, exponential or lognormal, got %q", m.Distribution)
	}
	if m.Mean <= 0 || m.Mean > MaxTime {
		return fmt.Errorf("mean duration must be above 0 and at most %s, got %s", MaxTime, m.Mean)
	}
	if !(m.Sigma >= 0 && m.Sigma <= 5) {
		return fmt.Errorf("sigma must be above 0 and at most 5, got %g", m.Sigma)
	}
	return nil
}

// draw returns one duration, in whole milliseconds and at most MaxTime.
func (m DurationModel) draw(random *rand.Rand) time.Duration {
	mean := float64(m.Mean)
	var d float64
	switch m.Distribution {
	case Exponential:
		d = random.ExpFloat64() * mean
	case Lognormal:
		sigma := m.Sigma
		if sigma == 0 {
			sigma = 1
		}
		// The mean of exp(mu + sigma Z) is exp(mu + sigma^2/2).
		d = math.Exp(sigma*random.NormFloat64()-sigma*sigma/2) * mean
	default:
		d = mean
	}
	return time.Duration(min(d, float64(MaxTime))).Round(time.Millisecond)
}
