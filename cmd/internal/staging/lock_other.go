//go:build !unix

package staging

import (
	"errors"
	"io"
)

func lock(string) (io.Closer, error) { return nil, errors.ErrUnsupported }
