package hardware

import (
	"fmt"
	"strings"
)

// Architecture is the instruction set of an instance type or of an image.
type Architecture string

// The architectures that ECS has an agent for.
const (
	X86_64 Architecture = "x86_64"
	ARM64  Architecture = "arm64"
)

// Architectures returns every architecture, sorted.
func Architectures() []Architecture { return []Architecture{ARM64, X86_64} }

// ParseArchitecture reads an architecture as EC2, ECS and Docker spell it:
// x86_64 and amd64, arm64 and aarch64, in any case.
func ParseArchitecture(s string) (Architecture, error) {
	switch strings.ToLower(s) {
	case "x86_64", "amd64":
		return X86_64, nil
	case "arm64", "aarch64":
		return ARM64, nil
	}
	return "", fmt.Errorf("architecture must be x86_64 or arm64, got %q", s)
}
