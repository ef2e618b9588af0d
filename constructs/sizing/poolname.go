package sizing

import (
	"regexp"
	"strings"

	"github.com/ecsgpu/cdk/constructs/inventory"
)

// poolNames are the names by which pools are spoken of, by logical id: the name
// that the template gives, or else a short form of the logical id. Where two
// pools would have the same name, both have their label.
func poolNames(inv *inventory.Inventory) map[string]string {
	names, count := map[string]string{}, map[string]int{}
	for _, p := range inv.Pools {
		name, known := p.Name.Get()
		if !known || name == "" {
			name = shortLabel(inv, p)
		}
		names[p.LogicalID] = name
		count[name]++
	}
	for _, p := range inv.Pools {
		if count[names[p.LogicalID]] > 1 {
			names[p.LogicalID] = p.Label()
		}
	}
	return names
}

// hashed is a logical id that CDK made: it ends in a hash of the path.
var hashed = regexp.MustCompile(`^(.+?)(?:AutoScalingGroup|ASG)?[0-9A-F]{8}$`)

// shortLabel leaves out of CDK's logical ids what says nothing about the pool:
// the hash, the kind of resource, and the id of the cluster it is in.
func shortLabel(inv *inventory.Inventory, p *inventory.Pool) string {
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
