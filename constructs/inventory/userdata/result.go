// Package userdata reads the user data of an instance: MIME archives,
// cloud-config, shell scripts, PowerShell and Bottlerocket's TOML. It says which
// settings the ECS agent gets from it, which units of systemd the scripts start
// and stop, and what they report to CloudFormation.
//
// Nothing is run. A setting is known only when every run that succeeds gives it
// the same value. What a script may set, change or remove is unknown, never
// absent. A run succeeds when the commands outside of tests succeed and no
// exit with another code than 0 is reached.
package userdata

// Piece is a piece of a text: known text, or a hole that a deployment fills.
type Piece struct {
	Text string // of a hole: how the template writes it
	Hole bool
}

// Role says what becomes of a text.
type Role string

const (
	Script      Role = "user data"        // of any format that cloud-init, EC2Launch and Bottlerocket take
	InitFile    Role = "cfn-init file"    // content of ecs.config in metadata of cfn-init
	InitCommand Role = "cfn-init command" // a command in metadata of cfn-init
)

// Text is a text that has a part in the start of an instance. Without pieces
// nothing is known of it.
type Text struct {
	Role   Role
	Pieces []Piece
}

// Value is the value of a setting that is set, or may be set.
type Value struct {
	Known bool
	Text  string // as far as it is known: with holes as the template writes them, and … for what only the run shows
	// Reason says why the value is unknown; empty when a hole of the template is why.
	Reason string
	Source int   // index of the text that sets it
	Holes  []int // indexes of the pieces of that text which are holes in the value
}

// Result is what user data does to an instance.
type Result struct {
	// Settings are the variables of the agent by their names in ecs.config.
	// Bottlerocket's settings are translated to these names; those of ECS that
	// stand for no variable keep their own.
	Settings map[string]Value
	Open     bool // there may be settings that are not in Settings

	Bottlerocket bool // the user data is Bottlerocket's TOML
	Windows      bool // the user data is PowerShell

	DefaultRuntimeNVIDIA bool          // nvidia becomes Docker's default runtime
	Units                []UnitCommand // commands that start or stop units, in their order

	Signals bool // the script reports to CloudFormation (cfn-signal)
	// SignalsOnlySuccess says that no failure is ever reported: what is signalled
	// is fixed, or the script ends at the first error before it signals.
	SignalsOnlySuccess bool

	InitResource string // logical id whose metadata cfn-init reads
}

// Read reads user data and, where there are any, the files and commands of
// cfn-init in the order in which it takes them.
func Read(texts ...Text) Result {
	m := &machine{texts: texts, budget: maxWork}
	for i, t := range texts {
		if t.Role == Script {
			m.within(i, func() { m.read(m.marked(i), "", 0) })
		}
	}
	if !m.initialized {
		// Nothing is seen to call cfn-init, but an image or a hidden part may.
		before := m.config.clone()
		m.runInit(true)
		m.config = joinConfig(before, m.config)
	}
	return m.result()
}
