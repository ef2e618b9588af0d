package inventory

import (
	"regexp"
	"strings"
)

// PoolNames returns the names by which pools are spoken of, by logical id: the
// name that the template gives, or else a short form of the logical id. Where
// two pools would have the same name, both have their label.
func (inv *Inventory) PoolNames() map[string]string {
	var all naming
	for _, p := range inv.Pools {
		all.add(p.Item, p.Name, inv.shortPoolName(p))
	}
	return all.unique()
}

// ServiceNames returns the names by which services are spoken of, as those of
// pools are.
func (inv *Inventory) ServiceNames() map[string]string {
	var all naming
	for _, s := range inv.Services {
		all.add(s.Item, s.Name, s.shortName())
	}
	return all.unique()
}

// naming is items and what to call them.
type naming []struct {
	item Item
	name string
}

// add takes the name that is given, or else the short one.
func (all *naming) add(item Item, given Fact[string], short string) {
	name, known := given.Get()
	if !known || name == "" {
		name = short
	}
	*all = append(*all, struct {
		item Item
		name string
	}{item, name})
}

// unique calls those by their labels that would be called alike.
func (all naming) unique() map[string]string {
	count := map[string]int{}
	for _, each := range all {
		count[each.name]++
	}
	byID := map[string]string{}
	for _, each := range all {
		byID[each.item.LogicalID] = each.name
		if count[each.name] > 1 {
			byID[each.item.LogicalID] = each.item.Label()
		}
	}
	return byID
}

// hashed is a logical id that CDK made: it ends in a hash of the path.
var hashed = regexp.MustCompile(`^(.+?)(AutoScalingGroup|ASG)?[0-9A-F]{8}$`)

// shortName leaves the hash out of a logical id that CDK made.
func (i Item) shortName() string {
	match := hashed.FindStringSubmatch(i.LogicalID)
	if match == nil || i.ConstructPath != "" {
		return i.Label()
	}
	return match[1] + match[2]
}

// shortPoolName leaves out of CDK's logical ids what says nothing about the
// pool: the hash, the kind of resource, and the id of the cluster it is in.
func (inv *Inventory) shortPoolName(p *Pool) string {
	match := hashed.FindStringSubmatch(p.LogicalID)
	if match == nil || p.ConstructPath != "" {
		return p.Label()
	}
	name := match[1]
	for _, c := range inv.Clusters {
		if cluster := hashed.FindStringSubmatch(c.LogicalID); cluster != nil {
			if rest := strings.TrimPrefix(name, cluster[1]); rest != "" {
				return rest
			}
		}
	}
	return name
}
