package diagram

// style is the colours of a look: dark for headers and lines, light for areas.
// They keep apart in print and for colour-blind readers.
type style struct{ dark, light string }

var styles = map[Look]style{
	CPULook:   {"#37598a", "#e8eef7"},
	GPULook:   {"#4c7a1f", "#edf5e3"},
	TaskLook:  {"#4a4a4a", "#f5f5f5"},
	StuckLook: {"#b3402a", "#fbeae6"},
}

var (
	networkStyle = style{"#8a97a8", "#f7f9fb"}
	clusterStyle = style{"#8a97a8", "#ffffff"}
)

// The colours of everything else.
const (
	paper       = "#ffffff" // behind all, so that the picture also reads on dark pages
	headerInk   = "#ffffff"
	valueInk    = "#1a1a1a"
	captionInk  = "#3c4654"
	arrowColour = "#5b6675"
)
