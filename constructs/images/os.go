package images

import "github.com/ecsgpu/cdk/internal/closedset"

// OS is the operating system of an image. It decides how an instance is
// configured: Amazon Linux takes shell user data and /etc/ecs/ecs.config,
// Bottlerocket takes TOML.
type OS string

// The operating systems.
const (
	AmazonLinux2023 OS = "amazon-linux-2023"
	AmazonLinux2    OS = "amazon-linux-2"
	Bottlerocket    OS = "bottlerocket"
	// OtherLinux is a custom image of another distribution.
	OtherLinux OS = "linux"
)

// ParseOS reads an operating system in any case.
func ParseOS(s string) (OS, error) {
	return closedset.Parse("operating system", s, []OS{AmazonLinux2023, AmazonLinux2, Bottlerocket, OtherLinux})
}
