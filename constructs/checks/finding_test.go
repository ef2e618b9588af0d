package checks

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/inventory"
)

func TestFinding_text(t *testing.T) {
	f := Finding{ID: "ecsgpu-fit-gpus", Severity: Error, Message: "it has 1", Fix: "choose another", Place: inventory.Place{Path: "GPUs"}}
	assert.Equal(t, "it has 1", f.Text())
	assert.Equal(t, "GPUs: it has 1; choose another [ecsgpu-fit-gpus]", f.Error())
	f.When = []When{{"Type", []string{"a", "b"}}, {"Stage", []string{"prod"}}}
	assert.Equal(t, "it has 1 (for Type = a, b; for Stage = prod)", f.Text())
}

func TestErrors(t *testing.T) {
	bad := Finding{ID: "ecsgpu-fit-gpus", Severity: Error, Message: "no"}
	err := Errors([]Finding{bad, {ID: "ecsgpu-fit-cpu", Severity: Warning, Message: "perhaps"}})
	var found Finding
	assert.ErrorAs(t, err, &found)
	assert.Equal(t, bad.ID, found.ID)
	assert.NotContains(t, err.Error(), "perhaps")
	assert.NoError(t, Errors(nil))
	assert.False(t, errors.Is(err, errors.ErrUnsupported))
}

func TestSeverity(t *testing.T) {
	assert.True(t, Error.WorseThan(Warning))
	assert.False(t, Info.WorseThan(Info))
	assert.Equal(t, []Severity{Warning, Info, Info}, []Severity{Error.lower(), Warning.lower(), Info.lower()})
	_, err := ParseSeverity("fatal")
	assert.ErrorContains(t, err, `got "fatal"`)
}
