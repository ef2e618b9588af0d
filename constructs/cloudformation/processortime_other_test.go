//go:build !unix

package cloudformation

import "time"

var started = time.Now()

// processorTime returns the time since the start, where nothing better is known.
func processorTime() time.Duration { return time.Since(started) }
