//go:build !linux

package children

// Adopt does nothing: only Linux has processes adopt others.
func Adopt() {}
