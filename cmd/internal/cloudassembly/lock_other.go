//go:build !unix

package cloudassembly

import (
	"errors"
	"io"
)

func lock(string) (io.Closer, error) { return nil, errors.ErrUnsupported }
