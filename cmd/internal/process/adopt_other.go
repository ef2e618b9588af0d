//go:build !linux

package process

// AdoptOrphans does nothing: only Linux has processes adopt others.
func AdoptOrphans() {}
