package synthesis

import (
	"regexp"
	"strings"
)

// crashDump is what Node.js prints when it dies: some twenty lines of stacks and
// heaps with one that says why.
type crashDump struct{ text strings.Builder }

// dumpLimit is how much of a dump is kept.
const dumpLimit = 64 << 10

var (
	// dumpBegins matches the first line of a dump: V8 is out of memory or has
	// failed, or an exception was not caught, where the line is a place.
	dumpBegins = regexp.MustCompile(`^<--- Last few GCs --->|^FATAL ERROR: |^# Fatal error in |^(/|node:|file:|[A-Za-z]:\\).*:\d+$`)
	dumpReason = regexp.MustCompile(`(?m)^(?:FATAL ERROR: |Uncaught |\w*Error\b).*$`)
)

// takes reports whether a line belongs to a dump, and keeps it.
func (d *crashDump) takes(line string) bool {
	if d.text.Len() == 0 && !dumpBegins.MatchString(line) {
		return false
	}
	if d.text.Len() < dumpLimit {
		d.text.WriteString(line + "\n")
	}
	return true
}

// reason returns the line that says why Node.js died; empty without one.
func (d *crashDump) reason() string { return dumpReason.FindString(d.text.String()) }
