package inventory

import (
	"path"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
)

// Hardware is what the pool may start, looked up in the catalogue: its instance
// types in their order, then what meets its requirements, by name. complete is false
// when it may also start a type that is not among them: one that is unknown, or
// that the catalogue does not have.
func (p *Pool) Hardware() (types []hardware.InstanceType, complete bool) {
	requirements := p.requirements()
	complete = p.InstanceTypes.Complete() && len(p.InstanceTypes.Items)+len(requirements) > 0
	for _, f := range p.InstanceTypes.Items {
		name, ok := f.Get()
		t, found := hardware.Lookup(name)
		if !ok || !found {
			complete = false
			continue
		}
		types = append(types, t)
	}
	for _, r := range requirements {
		matches, exact := r.Hardware()
		complete = complete && exact
		types = append(types, matches...)
	}
	return types, complete
}

// requirements are those of the pool and of its overrides.
func (p *Pool) requirements() []*InstanceRequirements {
	var all []*InstanceRequirements
	for _, o := range p.Overrides {
		if o.Requirements != nil {
			all = append(all, o.Requirements)
		}
	}
	if len(all) == 0 && p.Requirements != nil {
		all = append(all, p.Requirements)
	}
	return all
}

// Hardware is the instance type of the option in the catalogue.
func (o Option) Hardware() (hardware.InstanceType, bool) {
	name, ok := o.InstanceType.Get()
	if !ok {
		return hardware.InstanceType{}, false
	}
	return hardware.Lookup(name)
}

// Hardware is the types of the catalogue, without those that are retired, that
// meet the requirements, sorted by name. exact is false when an attribute is
// unknown, or is one that the catalogue does not have (the maker of the CPU):
// then EC2 may take others, or fewer.
func (r *InstanceRequirements) Hardware() (types []hardware.InstanceType, exact bool) {
	m := matcher{exact: r.CPUManufacturers.IsAbsent()}
	for _, t := range hardware.All() {
		if !t.IsRetired() && m.meets(r, t) {
			types = append(types, t)
		}
	}
	return types, m.exact
}

// matcher remembers whether an attribute could not be judged.
type matcher struct{ exact bool }

func (m *matcher) meets(r *InstanceRequirements, t hardware.InstanceType) bool {
	count, memory := accelerators(t)
	return m.within(r.VCPUs, t.VCPUs) && m.within(r.MemoryMiB, t.MemoryMiB) &&
		m.perVCPU(r.MemoryGiBPerVCPU, t) &&
		m.within(r.AcceleratorCount, count) && m.within(r.AcceleratorMemoryMiB, memory) &&
		m.anyOf(r.AcceleratorTypes, t, acceleratorType) &&
		m.anyOf(r.AcceleratorManufacturers, t, acceleratorMaker) &&
		m.anyOf(r.AcceleratorNames, t, acceleratorName) &&
		m.generation(r.InstanceGenerations, t) &&
		m.option(r.BareMetal, "excluded", t.BareMetal) &&
		m.option(r.BurstablePerformance, "excluded", t.Family()[0] == 't' && !strings.HasPrefix(t.Family(), "trn")) &&
		m.option(r.LocalStorage, "included", t.LocalStorageGB > 0) &&
		m.allowed(r, t)
}

func (m *matcher) within(r Range, have int) bool {
	m.exact = m.exact && !r.Min.IsUnknown() && !r.Max.IsUnknown()
	least, hasLeast := r.Min.Get()
	most, hasMost := r.Max.Get()
	return !(hasLeast && have < least) && !(hasMost && have > most)
}

func (m *matcher) perVCPU(r FloatRange, t hardware.InstanceType) bool {
	m.exact = m.exact && !r.Min.IsUnknown() && !r.Max.IsUnknown()
	have := float64(t.MemoryMiB) / 1024 / float64(max(t.VCPUs, 1))
	least, hasLeast := r.Min.Get()
	most, hasMost := r.Max.Get()
	return !(hasLeast && have < least) && !(hasMost && have > most)
}

// anyOf reports that one of the type's accelerators has one of the wanted words.
func (m *matcher) anyOf(wanted List[Fact[string]], t hardware.InstanceType, word func(hardware.Accelerator) string) bool {
	if wanted.IsAbsent() {
		return true
	}
	words, complete := Values(wanted)
	m.exact = m.exact && complete
	return !complete || slices.ContainsFunc(t.Accelerators, func(a hardware.Accelerator) bool {
		return slices.Contains(words, word(a))
	})
}

func (m *matcher) generation(wanted List[Fact[string]], t hardware.InstanceType) bool {
	words, complete := Values(wanted)
	m.exact = m.exact && complete
	if len(words) == 0 {
		return true
	}
	if t.CurrentGeneration {
		return slices.Contains(words, "current")
	}
	return slices.Contains(words, "previous")
}

// option judges included, required or excluded.
func (m *matcher) option(f Fact[string], fallback string, has bool) bool {
	choice, ok := f.Or(fallback)
	m.exact = m.exact && ok
	switch choice {
	case "required":
		return has
	case "excluded":
		return !has
	default:
		return true
	}
}

func (m *matcher) allowed(r *InstanceRequirements, t hardware.InstanceType) bool {
	named := func(l List[Fact[string]]) bool {
		patterns, complete := Values(l)
		m.exact = m.exact && complete
		return slices.ContainsFunc(patterns, func(p string) bool {
			ok, err := path.Match(p, t.Name)
			return err == nil && ok
		})
	}
	if named(r.ExcludedInstanceTypes) {
		return false
	}
	return r.AllowedInstanceTypes.IsAbsent() || named(r.AllowedInstanceTypes) || r.AllowedInstanceTypes.Open
}

func accelerators(t hardware.InstanceType) (count, memoryMiB int) {
	for _, a := range t.Accelerators {
		n := max(a.Count, a.LogicalCount)
		count += n
		memoryMiB += n * a.MemoryMiBEach
	}
	return count, memoryMiB
}

// EC2's words for accelerators (EC2 API reference, InstanceRequirements).
func acceleratorType(a hardware.Accelerator) string {
	switch a.Kind {
	case hardware.AcceleratorKindGPU:
		return "gpu"
	case hardware.AcceleratorKindMedia:
		return "media"
	default:
		return "inference"
	}
}

func acceleratorMaker(a hardware.Accelerator) string {
	if maker := strings.ToLower(string(a.Manufacturer)); maker != "aws" {
		return maker
	}
	return "amazon-web-services"
}

func acceleratorName(a hardware.Accelerator) string {
	return strings.ReplaceAll(strings.ToLower(a.Name), " ", "-")
}
