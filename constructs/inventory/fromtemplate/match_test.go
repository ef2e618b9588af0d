package fromtemplate

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

func names(types []hardware.InstanceType) []string {
	var names []string
	for _, t := range types {
		names = append(names, t.Name)
	}
	return names
}

func TestPool_Hardware(t *testing.T) {
	p := &inventory.Pool{InstanceTypes: inventory.Knowns("g5.xlarge", "g6.xlarge")}
	types, complete := p.Hardware()
	assert.Equal(t, []string{"g5.xlarge", "g6.xlarge"}, names(types))
	assert.True(t, complete)

	p.InstanceTypes.Items = append(p.InstanceTypes.Items, inventory.NotKnown[string]("x"))
	types, complete = p.Hardware()
	assert.Len(t, types, 2)
	assert.False(t, complete, "one may be anything")

	_, complete = (&inventory.Pool{InstanceTypes: inventory.Knowns("g99.xlarge")}).Hardware()
	assert.False(t, complete, "not in the catalogue")
	p = &inventory.Pool{InstanceTypes: inventory.Knowns("c5.large"), Overrides: []inventory.Override{{Requirements: &inventory.InstanceRequirements{AllowedInstanceTypes: inventory.Knowns("m5.large")}}}}
	types, complete = p.Hardware()
	assert.Equal(t, []string{"c5.large", "m5.large"}, names(types), "an override with requirements adds to the others")
	assert.True(t, complete)
	_, complete = (&inventory.Pool{}).Hardware()
	assert.False(t, complete, "nothing says what it starts")
}

func TestInstanceRequirements_Matching(t *testing.T) {
	for name, test := range map[string]struct {
		requirements string
		has, lacks   string
		unjudged     []string
	}{
		"known values": {`{VCpuCount: {Min: 4, Max: 8}, MemoryMiB: {Min: 1}, AcceleratorNames: [t4, h100], AcceleratorManufacturers: [nvidia]}`,
			"g4dn.xlarge", "g4dn.4xlarge", nil},
		"a text for a list": {`{AcceleratorNames: l4}`, "g6.xlarge", "g5.xlarge", nil},
		"an empty list":     {`{VCpuCount: {Min: 1}, AcceleratorNames: []}`, "g6.xlarge", "g4dn.metal", nil},
		"EC2's defaults":    {`{VCpuCount: {Min: 2}}`, "c5.large", "t3.small", nil},
		"burstable too":     {`{BurstablePerformance: included}`, "t3.small", "c5.metal", nil},
		"an unknown minimum": {`{VCpuCount: {Min: !Ref Later}, AcceleratorNames: [l4]}`,
			"g6.xlarge", "g5.xlarge", []string{"VCpuCount"}},
		"an unknown name":      {`{AcceleratorNames: [l4, !Ref Later]}`, "g5.xlarge", "c5.metal", []string{"AcceleratorNames"}},
		"an unknown exclusion": {`{ExcludedInstanceTypes: ["c5.*", !Ref Later]}`, "m5.large", "c5.large", []string{"ExcludedInstanceTypes"}},
		"an unknown inclusion": {`{BareMetal: !Ref Later}`, "c5.metal", "t3.small", []string{"BareMetal"}},
		"a flag":               {`{RequireHibernateSupport: true, AllowedInstanceTypes: ["c5*"]}`, "c5.large", "m5.large", []string{"RequireHibernateSupport"}},
		"what the catalogue lacks": {`{BaselinePerformanceFactors: {Cpu: {References: [{InstanceFamily: c6i}]}}, NetworkBandwidthGbps: {Min: 0.5}}`,
			"c5.large", "t3.small", []string{"BaselinePerformanceFactors", "NetworkBandwidthGbps"}},
		"a value in doubt": {`{CpuManufacturers: [intel]}`, "c5.large", "c7g.large", []string{"CpuManufacturers"}},
	} {
		t.Run(name, func(t *testing.T) {
			tpl, err := cloudformation.Parse("t.yaml", []byte(`
Parameters: {Later: {Type: String}}
Resources:
  Provider: {Type: AWS::ECS::CapacityProvider, Properties: {AutoScalingGroupProvider: {AutoScalingGroupArn: !Ref Group}}}
  Group:
    Type: AWS::AutoScaling::AutoScalingGroup
    Properties:
      MixedInstancesPolicy:
        LaunchTemplate:
          LaunchTemplateSpecification: {LaunchTemplateId: lt-0123456789abcdef0, Version: "1"}
          Overrides: [{InstanceRequirements: `+test.requirements+`}]
`))
			require.NoError(t, err)
			inv, err := Read(tpl, ohio)
			require.NoError(t, err)
			pool := inv.Pool("Group")
			match := pool.Requirements.Matching()
			assert.Equal(t, test.unjudged, match.Unjudged)
			found := names(match.Types)
			assert.True(t, slices.Contains(found, test.has), test.has)
			assert.False(t, slices.Contains(found, test.lacks), test.lacks)
			types, complete := pool.Hardware()
			assert.Equal(t, found, names(types))
			assert.Equal(t, len(test.unjudged) == 0, complete)
		})
	}
}
