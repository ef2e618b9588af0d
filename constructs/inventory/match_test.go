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

func TestInstanceRequirements_Hardware(t *testing.T) {
	gpu := func(change func(*InstanceRequirements)) *InstanceRequirements {
		r := &InstanceRequirements{AcceleratorTypes: Knowns("gpu"), AcceleratorManufacturers: Knowns("nvidia")}
		change(r)
		return r
	}
	cases := map[string]struct {
		requirements *InstanceRequirements
		has, lacks   []string
		exact        bool
	}{
		"one NVIDIA GPU": {gpu(func(r *InstanceRequirements) { r.AcceleratorCount = Range{Min: Known(1), Max: Known(1)} }),
			[]string{"g5.xlarge", "g6.16xlarge", "p5.4xlarge"}, []string{"g5.12xlarge", "c5.large", "g4ad.xlarge", "p3.2xlarge", "dl1.24xlarge"}, true},
		"a name": {gpu(func(r *InstanceRequirements) { r.AcceleratorNames = Knowns("h100", "t4") }),
			[]string{"p5.48xlarge", "g4dn.xlarge"}, []string{"g5.xlarge", "g4dn.metal"}, true},
		"bare metal too": {gpu(func(r *InstanceRequirements) { r.BareMetal = Known("included") }),
			[]string{"g4dn.metal", "g4dn.xlarge"}, nil, true},
		"memory of all accelerators": {gpu(func(r *InstanceRequirements) { r.AcceleratorMemoryMiB = Range{Min: Known(600_000)} }),
			[]string{"p5.48xlarge", "p4de.24xlarge"}, []string{"g5.48xlarge"}, true},
		"local disks only": {gpu(func(r *InstanceRequirements) { r.LocalStorage = Known("required") }),
			[]string{"g5.xlarge"}, []string{"g6f.xlarge-none"}, true},
		"memory per vCPU": {gpu(func(r *InstanceRequirements) { r.MemoryGiBPerVCPU = FloatRange{Min: Known(8.0)} }),
			[]string{"gr6.4xlarge"}, []string{"g5.xlarge"}, true},
		"allowed and excluded": {&InstanceRequirements{AllowedInstanceTypes: Knowns("c5.*", "t3.micro"), ExcludedInstanceTypes: Knowns("c5.metal", "c5.4*")},
			[]string{"c5.large"}, []string{"c5.4xlarge", "t3.micro", "m5.large"}, true},
		"burstable": {&InstanceRequirements{AllowedInstanceTypes: Knowns("t3.micro", "trn1.2xlarge"), BurstablePerformance: Known("required")},
			[]string{"t3.micro"}, []string{"trn1.2xlarge"}, true},
		"Neuron": {&InstanceRequirements{AcceleratorTypes: Knowns("inference"), AcceleratorManufacturers: Knowns("amazon-web-services")},
			[]string{"inf2.xlarge"}, []string{"g5.xlarge"}, true},
		"the previous generation": {gpu(func(r *InstanceRequirements) { r.InstanceGenerations = Knowns("previous") }),
			nil, []string{"g5.xlarge"}, true},
		"an unknown minimum":   {gpu(func(r *InstanceRequirements) { r.VCPUs.Min = NotKnown[int]("x") }), []string{"g5.xlarge"}, nil, false},
		"an unknown name":      {gpu(func(r *InstanceRequirements) { r.AcceleratorNames = List[Fact[string]]{Open: true} }), []string{"g5.xlarge"}, nil, false},
		"the maker of CPUs":    {gpu(func(r *InstanceRequirements) { r.CPUManufacturers = Knowns("intel") }), []string{"g5.xlarge"}, nil, false},
		"an unknown allowance": {&InstanceRequirements{AllowedInstanceTypes: List[Fact[string]]{Open: true}}, []string{"c5.large"}, nil, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			types, exact := (&Pool{Requirements: c.requirements}).Hardware()
			assert.Equal(t, c.exact, exact)
			assert.Subset(t, names(types), c.has)
			for _, lack := range c.lacks {
				assert.NotContains(t, names(types), lack)
			}
		})
	}
}
