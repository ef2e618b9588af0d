package hardware

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

// HasNVLink reports whether GPUs talk over NVLink, with or without a switch.
func (i Interconnect) HasNVLink() bool { return i == NVLink || i == NVSwitch }
