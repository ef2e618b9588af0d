package inventory

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

func names(types []hardware.InstanceType) []string {
	var names []string
	for _, t := range types {
		names = append(names, t.Name)
	}
	return names
}

func TestPool_Hardware(t *testing.T) {
	p := &Pool{InstanceTypes: Knowns("g5.xlarge", "g6.xlarge")}
	types, complete := p.Hardware()
	assert.Equal(t, []string{"g5.xlarge", "g6.xlarge"}, names(types))
	assert.True(t, complete)

	p.InstanceTypes.Items = append(p.InstanceTypes.Items, NotKnown[string]("x"))
	types, complete = p.Hardware()
	assert.Len(t, types, 2)
	assert.False(t, complete, "one may be anything")

	_, complete = (&Pool{InstanceTypes: Knowns("g99.xlarge")}).Hardware()
	assert.False(t, complete, "not in the catalogue")
	p = &Pool{InstanceTypes: Knowns("c5.large"), Overrides: []Override{{Requirements: &InstanceRequirements{AllowedInstanceTypes: Knowns("m5.large")}}}}
	types, complete = p.Hardware()
	assert.Equal(t, []string{"c5.large", "m5.large"}, names(types), "an override with requirements adds to the others")
	assert.True(t, complete)
	_, complete = (&Pool{}).Hardware()
	assert.False(t, complete, "nothing says what it starts")
}
