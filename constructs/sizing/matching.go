package sizing

import (
	"path"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// Matching are the types on offer that meet the attributes of a pool, sorted by
// name. It is false when some attribute was not considered or is unknown, so
// that fewer may match.
//
// Considered are vCPUs, memory, memory per vCPU, bare metal, the allowed and
// excluded types, and the number, kind, maker and memory of accelerators.
func Matching(r *inventory.InstanceRequirements) (types []hardware.InstanceType, complete bool) {
	m := matcher{r: r, complete: true}
	for _, t := range hardware.All() {
		if !t.IsRetired() && m.host(t) && m.accelerators(t) && m.named(t) {
			types = append(types, t)
		}
	}
	for _, unconsidered := range []bool{
		!r.AcceleratorNames.IsAbsent(), !r.CPUManufacturers.IsAbsent(), !r.InstanceGenerations.IsAbsent(),
		!r.BurstablePerformance.IsAbsent(), !r.LocalStorage.IsAbsent(),
	} {
		m.complete = m.complete && !unconsidered
	}
	return types, m.complete
}

type matcher struct {
	r        *inventory.InstanceRequirements
	complete bool
}

func (m *matcher) within(r inventory.Range, n int) bool {
	least, knownLeast := r.Min.Or(0)
	most, knownMost := r.Max.Or(n)
	m.complete = m.complete && knownLeast && knownMost
	return (!knownLeast || n >= least) && (!knownMost || n <= most)
}

func (m *matcher) host(t hardware.InstanceType) bool {
	if !m.within(m.r.VCPUs, t.VCPUs) || !m.within(m.r.MemoryMiB, t.MemoryMiB) {
		return false
	}
	ratio := float64(t.MemoryMiB) / 1024 / float64(max(1, t.VCPUs))
	if least, ok := m.r.MemoryGiBPerVCPU.Min.Get(); ok && ratio < least {
		return false
	}
	if most, ok := m.r.MemoryGiBPerVCPU.Max.Get(); ok && ratio > most {
		return false
	}
	metal, known := m.r.BareMetal.Or("excluded")
	m.complete = m.complete && known
	return !known || metal == "included" || (metal == "required") == t.BareMetal
}

func (m *matcher) accelerators(t hardware.InstanceType) bool {
	count, memory := 0, 0
	for _, a := range t.Accelerators {
		count += a.Count
		memory += a.Count * a.MemoryMiBEach
	}
	if !m.within(m.r.AcceleratorCount, count) || !m.within(m.r.AcceleratorMemoryMiB, memory) {
		return false
	}
	return m.listed(m.r.AcceleratorTypes, func(kind string) bool {
		return slices.ContainsFunc(t.Accelerators, func(a hardware.Accelerator) bool {
			return string(a.Kind) == kind || kind == "inference" && a.Kind == hardware.AcceleratorKindNeuron
		})
	}) && m.listed(m.r.AcceleratorManufacturers, func(maker string) bool {
		return slices.ContainsFunc(t.Accelerators, func(a hardware.Accelerator) bool {
			return strings.EqualFold(string(a.Manufacturer), maker) || maker == "amazon-web-services" && a.Manufacturer == hardware.AWS
		})
	})
}

// listed reports whether any of the values holds; an empty list asks for nothing.
func (m *matcher) listed(list inventory.List[inventory.Fact[string]], holds func(string) bool) bool {
	values, complete := inventory.Values(list)
	m.complete = m.complete && complete
	return len(values) == 0 || slices.ContainsFunc(values, holds)
}

func (m *matcher) named(t hardware.InstanceType) bool {
	match := func(pattern string) bool {
		ok, err := path.Match(pattern, t.Name)
		return err == nil && ok
	}
	if !m.listed(m.r.AllowedInstanceTypes, match) {
		return false
	}
	excluded, complete := inventory.Values(m.r.ExcludedInstanceTypes)
	m.complete = m.complete && complete
	return !slices.ContainsFunc(excluded, match)
}
