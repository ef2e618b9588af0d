package output

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hostile is a name that would start a line of its own and give commands there.
const hostile = "a\n::error::b\x1b[2J\u202e"

const shown = `a\n::error::b\x1b[2J\u202e`

func TestLines_holdWhatAValueHolds(t *testing.T) {
	var page, section, empty Lines
	page.Add("%s: %d", hostile, 1)
	page.Add("%s", "::add-mask::x")
	section.Add("then")
	page.AddSection(empty)
	page.AddSection(section)
	page.Append(section)
	assert.Equal(t, shown+": 1\n:\\x3aadd-mask::x\n\nthen\nthen\n", page.Text().String())
}

func TestTable_keepsARowOnItsLine(t *testing.T) {
	var table Table
	table.Column("NAME", Left)
	table.Column("COUNT", Right)
	table.Row(hostile, 7)
	table.Row("::stop-commands::x", 10)
	var page Lines
	page.AddTable(&table)
	assert.Equal(t, "NAME                        COUNT\n"+shown+"      7\n:\\x3astop-commands::x          10\n", page.Text().String())
}

func TestJSON(t *testing.T) {
	text, err := JSON(map[string]any{"a": "b && c > d\u202e##vso[x]"})
	require.NoError(t, err)
	assert.Equal(t, "{\n  \"a\": \"b && c > d\\u202e#\\u0023vso[x]\"\n}\n", text.String())
	_, err = JSON(math.NaN())
	assert.ErrorContains(t, err, "cannot write JSON")
}

func TestDocument_escapesWhatItsEncoderLeft(t *testing.T) {
	assert.Equal(t, "a\n\tb: \\u202e\n", Document("a\n\tb: \u202e\n").String())
}

func TestAnnotations(t *testing.T) {
	text := Annotations([]Annotation{
		{Level: "error", File: "a,b:c\n::x.yaml", Line: 3, Title: "t:1", Message: []string{"100 %\n::error::x", "Fix: ##[group]"}},
		{Level: "notice", File: "f", Title: "t"},
	})
	assert.Equal(t, "::error file=a%2Cb%3Ac\\n%3A%3Ax.yaml,line=3,title=t%3A1::100 %25\\n::error::x%0AFix: #\\x23[group]\n"+
		"::notice file=f,title=t::\n", text.String())
}
