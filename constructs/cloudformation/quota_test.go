package cloudformation

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// entries returns a section of n entries.
func entries(section string, n int, value string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:\n", section)
	for i := range n {
		fmt.Fprintf(&b, "  E%d: %s\n", i, value)
	}
	return b.String()
}

func TestParse_quotas(t *testing.T) {
	long := strings.Repeat("x", 256)
	for name, c := range map[string]struct{ fits, exceeds, says string }{
		"resources":          {entries("Resources", 500, "{Type: T}"), entries("Resources", 501, "{Type: T}"), "Resources has 501 entries; CloudFormation takes at most 500"},
		"parameters":         {entries("Parameters", 200, "{Type: String}") + oneResource, entries("Parameters", 201, "{Type: String}") + oneResource, "Parameters has 201 entries; CloudFormation takes at most 200"},
		"outputs":            {entries("Outputs", 200, "{Value: x}") + oneResource, entries("Outputs", 201, "{Value: x}") + oneResource, "Outputs has 201 entries; CloudFormation takes at most 200"},
		"mappings":           {entries("Mappings", 200, "{a: {b: c}}") + oneResource, entries("Mappings", 201, "{a: {b: c}}") + oneResource, "Mappings has 201 entries; CloudFormation takes at most 200"},
		"mapping attributes": {"Mappings: {M: {" + attributes(200) + "}}\n" + oneResource, "Mappings: {M: {" + attributes(201) + "}}\n" + oneResource, "mapping M has 201 attributes; CloudFormation takes at most 200"},
		"inner attributes":   {"Mappings: {M: {a: {" + attributes(200) + "}}}\n" + oneResource, "Mappings: {M: {a: {" + attributes(201) + "}}}\n" + oneResource, "mapping M.a has 201 attributes"},
		"name of a resource": {"Resources: {" + long[1:] + ": {Type: T}}", "Resources: {" + long + ": {Type: T}}", "has 256 characters; CloudFormation takes at most 255"},
		"name of a mapping":  {"Mappings: {" + long[1:] + ": {a: {b: c}}}\n" + oneResource, "Mappings: {" + long + ": {a: {b: c}}}\n" + oneResource, "a name in Mappings"},
		"description":        {"Description: " + strings.Repeat("x", 1024) + "\n" + oneResource, "Description: " + strings.Repeat("x", 1025) + "\n" + oneResource, "Description has 1025 bytes; CloudFormation takes at most 1024"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse("t.yaml", []byte(c.fits))
			require.NoError(t, err, "what CloudFormation takes is read")
			_, err = Parse("t.yaml", []byte(c.exceeds))
			require.ErrorIs(t, err, ErrTooLarge)
			assert.ErrorContains(t, err, c.says)
			_, err = Parse("t.yaml", []byte(c.exceeds), NoLimits)
			assert.NoError(t, err, "and anything with NoLimits")
		})
	}
}

func attributes(n int) string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("a%d: {b: c}", i))
	}
	return strings.Join(names, ", ")
}

func TestParse_saysAllQuotasAtOnce(t *testing.T) {
	_, err := Parse("t.yaml", []byte(entries("Resources", 501, "{Type: T}")+entries("Outputs", 201, "{Value: x}")))
	assert.ErrorContains(t, err, "501")
	assert.ErrorContains(t, err, "201")
}

func TestParse_dynamicReferences(t *testing.T) {
	text := func(n int) []byte {
		return []byte(oneResource + "    Properties: {X: '" + strings.Repeat("{{resolve:ssm:/a}}", n) + "'}\n")
	}
	few, err := Parse("t.yaml", text(60))
	require.NoError(t, err)
	assert.Empty(t, few.Problems)
	many, err := Parse("t.yaml", text(61))
	require.NoError(t, err, "how CloudFormation counts them is not documented")
	assert.ErrorContains(t, many.Problems, "61 dynamic references")
}

func TestParse_guardsHoldWithoutLimits(t *testing.T) {
	_, err := Parse("t.yaml", []byte(oneResource+strings.Repeat("# long\n", MaxBytesNoLimits/7)), NoLimits)
	require.ErrorIs(t, err, ErrTooLarge)
	_, err = Parse("t.yaml", []byte(entries("Parameters", 257, "{Type: String}")+oneResource), NoLimits)
	assert.ErrorContains(t, err, "at most 256 parameters are told apart here")
}
