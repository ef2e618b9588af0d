package inventory

import "github.com/ecsgpu/cdk/constructs/hardware"

// Hardware returns what the pool may start, looked up in the catalogue: its
// instance types in their order, then what meets its requirements, by name.
// complete is false when it may also start a type that is not among them, one
// that is unknown or that the catalogue does not have, and when it may start
// fewer, because some requirement cannot be judged.
func (p *Pool) Hardware() (types []hardware.InstanceType, complete bool) {
	requirements := p.AllRequirements()
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
		match := r.Matching()
		complete = complete && match.Complete()
		types = append(types, match.Types...)
	}
	return types, complete
}

// AllRequirements returns those of the overrides, or else those of the pool.
func (p *Pool) AllRequirements() []*InstanceRequirements {
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

// Hardware returns the instance type of the option in the catalogue.
func (o Option) Hardware() (hardware.InstanceType, bool) {
	name, ok := o.InstanceType.Get()
	if !ok {
		return hardware.InstanceType{}, false
	}
	return hardware.Lookup(name)
}
