package simulate

import "time"

// Arrival is a task that somebody starts.
type Arrival struct {
	At       time.Duration // since the beginning, at most MaxTime; never before the arrival ahead of it
	Duration time.Duration // from the start of its container to its end, at most MaxTime
	Kind     int           // position in Config.Kinds
}

// MaxTime bounds times and durations: ten years.
const MaxTime = 10 * 365 * 24 * time.Hour
