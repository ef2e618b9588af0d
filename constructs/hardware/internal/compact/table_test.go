package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCompact_committedTableAgreesWithItsSource(t *testing.T) {
	source, err := os.ReadFile("../../data/instances.json")
	require.NoError(t, err)
	committed, err := os.ReadFile("../../instances.tsv")
	require.NoError(t, err)

	table, err := compact(source)
	require.NoError(t, err)
	assert.Equal(t, string(committed), string(table), "run go generate in constructs/hardware")
}

func TestCompact_rejects(t *testing.T) {
	for name, test := range map[string]struct{ source, want string }{
		"a source that is not JSON":           {`{`, "unexpected EOF"},
		"a field that the table has no place": {`{"instances":[{"instanceType":"x.y","colour":"red"}]}`, `unknown field "colour"`},
		"a separator in a cell":               {`{"instances":[{"instanceType":"x.y","statusNote":"a\tb"}]}`, "x.y: statusNote must not contain tabs"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := compact([]byte(test.source))
			assert.ErrorContains(t, err, test.want)
		})
	}
}

func TestCompact_unknownStaysEmpty(t *testing.T) {
	table, err := compact([]byte(`{"instances":[{"instanceType":"x.y","vcpus":2,"maxEnis":null,"eniTrunking":false}]}`))
	require.NoError(t, err)

	lines := strings.Split(string(table), "\n")
	header, cells := strings.Split(lines[0], "\t"), strings.Split(lines[1], "\t")
	row := map[string]string{}
	for i, column := range header {
		row[column] = cells[i]
	}
	assert.Equal(t, "x.y", row["name"])
	assert.Equal(t, "2", row["vcpus"])
	assert.Empty(t, row["enis"])
	assert.Equal(t, "no", row["trunking"])
	assert.Empty(t, row["usdPerHour"])
}

func TestRun_writesTheTable(t *testing.T) {
	table := filepath.Join(t.TempDir(), "instances.tsv")
	require.NoError(t, run([]string{"../../data/instances.json", table}))
	assert.FileExists(t, table)
}

func TestRun_rejects(t *testing.T) {
	assert.ErrorContains(t, run(nil), "want SOURCE.json and TABLE.tsv, got 0 arguments")
	assert.ErrorContains(t, run([]string{"missing.json", "x.tsv"}), "missing.json")
}
