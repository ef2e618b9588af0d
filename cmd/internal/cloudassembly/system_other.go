//go:build !linux && !darwin

package cloudassembly

import "errors"

func exchange(string, string) error  { return errors.ErrUnsupported }
func renameNew(string, string) error { return errors.ErrUnsupported }

// isMount is told by the renaming, which fails.
func isMount(string) bool { return false }
