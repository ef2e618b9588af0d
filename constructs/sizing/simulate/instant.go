package simulate

import "time"

// instant is a time since the beginning in milliseconds.
type instant int64

const (
	second instant = 1000
	minute         = 60 * second
	hour           = 60 * minute
)

func instantOf(d time.Duration) instant { return instant(d / time.Millisecond) }

func (t instant) duration() time.Duration { return time.Duration(t) * time.Millisecond }

// nextMinute returns the first full minute that is not before t.
func (t instant) nextMinute() instant { return (t + minute - 1) / minute * minute }
