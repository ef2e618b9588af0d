// Package calls_test keeps the number of calls from Go to JavaScript within a
// budget, because they are what a stack costs.
package calls_test

import (
	"encoding/json"
	"flag"
	"log"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ecsgpu/cdk/constructs/snapshot"
	"github.com/ecsgpu/cdk/stacks"
	"github.com/ecsgpu/cdk/test/internal/tap"
	"github.com/ecsgpu/cdk/test/internal/typical"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) {
	node, err := filepath.Abs("../../node_modules/node/bin/node")
	if err == nil {
		err = tap.Install(node)
	}
	if err != nil {
		log.Fatal(err)
	}
	snapshot.Main(m)
}

// budget is what a stack may cost.
const budget = "testdata/budget.json"

func TestCalls_stayWithinTheBudget(t *testing.T) {
	spent := map[string]tap.Counts{}
	// What the first stack of a process loads is not its own cost.
	typical.NewCluster(snapshot.NewApp(t, nil), "warm-up")
	for _, entry := range stacks.All() {
		app := snapshot.NewApp(t, nil)
		spent[entry.Name] = count(t, func() { entry.New(app) })
	}
	app := snapshot.NewApp(t, nil)
	for _, name := range []string{"a cluster of two pools and a task", "another one in the same app"} {
		spent[name] = count(t, func() { typical.NewCluster(app, strings.ReplaceAll(name, " ", "-")) })
	}
	if flag.Lookup("update").Value.String() == "true" {
		write(t, spent)
	}
	allowed := read(t)
	for name, calls := range spent {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, allowed, name, "run this test with -update")
			assert.LessOrEqual(t, calls.Total(), allowed[name].Total(), "%+v; the budget was %+v", calls, allowed[name])
		})
	}
}

// count tells the calls that work makes.
func count(t *testing.T, work func()) tap.Counts {
	before, err := tap.Read()
	require.NoError(t, err)
	work()
	after, err := tap.Read()
	require.NoError(t, err)
	return after.Minus(before)
}

func read(t *testing.T) map[string]tap.Counts {
	text, err := os.ReadFile(budget)
	require.NoError(t, err, "run this test with -update")
	var allowed map[string]tap.Counts
	require.NoError(t, json.Unmarshal(text, &allowed))
	return allowed
}

func write(t *testing.T, spent map[string]tap.Counts) {
	text, err := json.MarshalIndent(spent, "", "  ")
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Dir(budget), 0o755))
	require.NoError(t, os.WriteFile(budget, append(text, '\n'), 0o644))
}
