package hardware

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// ComputeCapability is NVIDIA's version of what a GPU can execute: CUDA images
// are compiled for it. The zero value means: no NVIDIA GPU.
//
// Compare values with == or with Compare, never as text: 10.0 is above 8.9.
// Source: https://developer.nvidia.com/cuda-gpus.
type ComputeCapability struct{ Major, Minor int }

// ParseComputeCapability reads "8.9". A lone "8" means 8.0.
func ParseComputeCapability(s string) (ComputeCapability, error) {
	major, minor, dotted := strings.Cut(s, ".")
	if !dotted {
		minor = "0"
	}
	c := ComputeCapability{Major: digits(major), Minor: digits(minor)}
	if c.Major < 1 || c.Minor < 0 {
		return ComputeCapability{}, fmt.Errorf(`compute capability must be major.minor, such as "8.9", got %q`, s)
	}
	return c, nil
}

// digits reads at most three decimal digits without a sign; -1 if s is anything
// else.
func digits(s string) int {
	if len(s) > 3 || strings.Trim(s, "0123456789") != "" {
		return -1
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}

// Compare returns -1, 0 or 1 as c is below, equal to or above other.
func (c ComputeCapability) Compare(other ComputeCapability) int {
	return cmp.Or(cmp.Compare(c.Major, other.Major), cmp.Compare(c.Minor, other.Minor))
}

// AtLeast reports whether c is other or above it.
func (c ComputeCapability) AtLeast(other ComputeCapability) bool { return c.Compare(other) >= 0 }

// IsZero reports whether there is no NVIDIA GPU.
func (c ComputeCapability) IsZero() bool { return c == ComputeCapability{} }

// String prints "8.9", and nothing for the zero value.
func (c ComputeCapability) String() string {
	if c.IsZero() {
		return ""
	}
	return fmt.Sprintf("%d.%d", c.Major, c.Minor)
}

// MarshalText makes the value a string in JSON.
func (c ComputeCapability) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (c *ComputeCapability) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*c = ComputeCapability{}
		return nil
	}
	*c, err = ParseComputeCapability(string(text))
	return err
}
