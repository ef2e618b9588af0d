package hardware

import (
	"fmt"
	"strings"
)

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
	for _, i := range Interconnects() {
		if strings.EqualFold(string(i), s) {
			return i, nil
		}
	}
	return "", fmt.Errorf("interconnect must be one of %s, got %q", join(Interconnects()), s)
}

// HasNVLink reports whether GPUs talk over NVLink, with or without a switch.
func (i Interconnect) HasNVLink() bool { return i == NVLink || i == NVSwitch }
