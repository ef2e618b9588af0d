//go:build !linux && !darwin

package cloudassembly

import "errors"

func exchange(string, string) error  { return errors.ErrUnsupported }
func renameNew(string, string) error { return errors.ErrUnsupported }

// isMount reports false: the renaming fails on a mount.
func isMount(string) bool { return false }
