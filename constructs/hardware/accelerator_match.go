package hardware

import (
	"slices"
	"strings"
	"sync"

	"github.com/ecsgpu/cdk/constructs/fact"
)

// otherAcceleratorNames are of G2 and F1, which the catalogue does not have.
var otherAcceleratorNames = []string{"k520", "vu9p"}

var acceleratorNames = sync.OnceValue(func() []string {
	names := slices.Clone(otherAcceleratorNames)
	for _, t := range catalogue() {
		for _, a := range t.Accelerators {
			names = append(names, a.ec2Name())
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
})

// AcceleratorNames returns the names that select accelerators in
// [InstanceRequirements], sorted: "a100", "l4", "radeon-pro-v520". EC2's own
// list (botocore's model of 2026-08-07) lacks the GPUs of P5en, P6, G7 and G7e:
// their names are made as EC2 makes the others.
func AcceleratorNames() []string { return slices.Clone(acceleratorNames()) }

// ec2Name returns the device in EC2's AcceleratorName: the name that
// DescribeInstanceTypes reports in lower case, with hyphens.
func (a Accelerator) ec2Name() string {
	return strings.ReplaceAll(strings.ToLower(a.Name), " ", "-")
}

// typeName returns the device in EC2's AcceleratorType.
func (a Accelerator) typeName() string {
	switch a.Kind {
	case AcceleratorKindGPU:
		return "gpu"
	case AcceleratorKindMedia:
		return "media"
	}
	return "inference"
}

// manufacturerName returns the maker in EC2's AcceleratorManufacturer.
func (a Accelerator) manufacturerName() string {
	if a.Manufacturer == AWS {
		return "amazon-web-services"
	}
	return strings.ToLower(string(a.Manufacturer))
}

// hasFPGAs reports whether the type has FPGAs, which the catalogue does not
// list.
func (t *InstanceType) hasFPGAs() bool { return t.Name[0] == 'f' }

// hasAccelerator judges a list of names. unlisted are those that FPGAs may have.
func (t *InstanceType) hasAccelerator(names []string, of func(Accelerator) string, unlisted ...string) fact.Answer {
	if len(names) == 0 {
		return fact.Yes
	}
	if t.hasFPGAs() && slices.ContainsFunc(names, func(n string) bool { return slices.Contains(unlisted, n) }) {
		return fact.Maybe
	}
	return fact.AnswerOf(slices.ContainsFunc(t.Accelerators, func(a Accelerator) bool { return slices.Contains(names, of(a)) }))
}

// hasAccelerators judges the number of devices. EC2 does not document whether a
// part of a GPU counts; DescribeInstanceTypes reports 0 of them on purpose
// (aws/aws-cli issue 9659, 2026-07-07).
func (t *InstanceType) hasAccelerators(r Range) fact.Answer {
	switch {
	case t.hasFPGAs() && r.limited && r.max < 1:
		return fact.No
	case t.hasFPGAs():
		return unless(r.IsZero())
	}
	whole, logical := 0, 0
	for _, a := range t.Accelerators {
		whole += a.Count
		logical += max(a.Count, a.LogicalCount)
	}
	return either(r.Includes(float64(whole)), r.Includes(float64(logical)))
}

func (t *InstanceType) hasAcceleratorMemory(r Range) fact.Answer {
	if t.hasFPGAs() {
		return unless(r.IsZero())
	}
	total := 0
	for _, a := range t.Accelerators {
		total += max(a.Count, a.LogicalCount) * a.MemoryMiBEach
	}
	return fact.AnswerOf(r.Includes(float64(total)))
}
