package placement

import "slices"

// HostPort is a fixed port of the host.
type HostPort struct {
	Protocol string // tcp or udp
	Number   int
}

// reservedHostPorts are the container instance's own: SSH, Docker, the agent.
// Source: Amazon ECS API reference, PortMapping.
var reservedHostPorts = []int{22, 2375, 2376, 51678, 51679, 51680}

// IsReserved reports whether the instance has the port, so that no task can.
func (p HostPort) IsReserved() bool {
	return p.Protocol == "tcp" && slices.Contains(reservedHostPorts, p.Number)
}
