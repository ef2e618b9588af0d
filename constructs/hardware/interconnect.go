package hardware

import "github.com/ecsgpu/cdk/internal/closedset"

// Interconnect is how the GPUs of one instance reach each other. The
// generation and the bandwidth, where known, are in
// [InstanceType.InterconnectDetail].
type Interconnect string

// The interconnects, slowest first.
const (
	// NoInterconnect: no NVIDIA GPU, or one alone, or a part of one.
	NoInterconnect Interconnect = "none"
	// PCIe: through the host's bus.
	PCIe Interconnect = "PCIe"
	// NVLink: direct links between pairs of GPUs (P3).
	NVLink Interconnect = "NVLink"
	// NVSwitch: NVLink through a switch, so every pair is at full speed.
	NVSwitch Interconnect = "NVSwitch"
)

// Interconnects returns every interconnect, slowest first.
func Interconnects() []Interconnect {
	return []Interconnect{NoInterconnect, PCIe, NVLink, NVSwitch}
}

// ParseInterconnect reads an interconnect in any case.
func ParseInterconnect(s string) (Interconnect, error) {
	return closedset.Parse("interconnect", s, Interconnects())
}

// HasNVLink reports whether GPUs talk over NVLink, with or without a switch.
func (i Interconnect) HasNVLink() bool { return i == NVLink || i == NVSwitch }
