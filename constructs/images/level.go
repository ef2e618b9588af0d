package images

// Level is the outcome of a judgement.
type Level string

// The levels, from go to stop.
const (
	// Works: instances register, with their accelerators.
	Works Level = "yes"
	// Wasteful: instances register and work, but the image carries drivers for
	// devices that the type does not have.
	Wasteful Level = "wasteful"
	// Unsure: something speaks against it that is not certain. Warn.
	Unsure Level = "unsure"
	// Fails: instances do not boot, do not register, or register without their
	// accelerators. Refuse.
	Fails Level = "no"
)
