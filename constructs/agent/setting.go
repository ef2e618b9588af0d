// Package agent knows the settings of the ECS agent: the variables of
// /etc/ecs/ecs.config, which the agent and ecs-init read, and the settings of
// Bottlerocket that stand for them. It says what becomes of a value: taken,
// replaced, dropped, or fatal to the agent.
//
// The tables are made from the sources of the agent and of Bottlerocket; their
// headers name the release and the commit. The answers of the agent's own parser
// are in testdata, and a test holds the table against them.
package agent

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ecsgpu/cdk/internal/nearest"
)

// Version is the release of the agent whose sources the table was made from.
const Version = "1.105.1"

// Setting is a variable that the agent or ecs-init reads.
type Setting struct {
	Name   string
	Format Format
	// Values are those of a closed set.
	Values []string
	// Least and Most bound what is used as it is given; empty without a bound.
	Least, Most string
	// Default is what the agent uses on Linux when nothing is set; empty when
	// there is none or the agent computes it.
	Default string
	// Since is the first release of the agent that knows it; empty when unknown.
	Since string

	clamps bool // beyond a bound the bound is used, not the default
	fatal  bool // a value of another format stops the agent
}

//go:embed settings.tsv
var settingsTable string

var settings = sync.OnceValue(func() []Setting {
	var all []Setting
	for _, row := range rows(settingsTable, 9) {
		all = append(all, Setting{
			Name: row[0], Format: Format(row[1]), Values: strings.Fields(row[2]), Least: row[3], Most: row[4],
			clamps: row[5] == "bound", fatal: row[6] == "fatal", Default: row[7], Since: row[8],
		})
	}
	return all
})

// rows returns the rows of a table without its comments and its header.
func rows(table string, columns int) [][]string {
	var all [][]string
	for line := range strings.Lines(table) {
		if line[0] == '#' {
			continue
		}
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(row) != columns {
			// The tables are compiled in, and tests read them: this cannot happen.
			panic(fmt.Sprintf("agent: %q has %d columns, not %d", line, len(row), columns))
		}
		all = append(all, row)
	}
	return all[1:]
}

// Settings returns every setting, sorted by name.
func Settings() []Setting { return slices.Clone(settings()) }

// Lookup returns the setting with this name. Names are case-sensitive.
func Lookup(name string) (Setting, bool) {
	i, found := slices.BinarySearchFunc(settings(), name, func(s Setting, name string) int {
		return strings.Compare(s.Name, name)
	})
	if !found {
		return Setting{}, false
	}
	return settings()[i], true
}

// Must returns the setting with this name, for code that names it itself.
func Must(name string) Setting {
	s, found := Lookup(name)
	if !found {
		panic("agent: no setting " + name)
	}
	return s
}

// Nearest returns the name of the setting that is spelled most like the one given,
// of which the shell's export is no part; empty when none is near.
func Nearest(name string) string {
	name = strings.TrimSpace(strings.TrimPrefix(name, "export "))
	names := make([]string, len(settings()))
	for i, s := range settings() {
		names[i] = s.Name
	}
	return nearestOf(name, names)
}

// likeness is how alike a name must be, of 1, to a setting that may be meant.
const likeness = 0.7

func nearestOf(name string, names []string) string {
	for _, best := range nearest.Names(name, names, 1, likeness) {
		return best
	}
	return ""
}
