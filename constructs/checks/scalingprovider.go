package checks

import (
	"regexp"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/hardware"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// providerRules are about capacity providers and their clusters.
var providerRules = []Rule{
	{
		ID: "ecsgpu-scaling-termination-protection", Category: Scaling, Severity: Error,
		Title:  "termination protection without what it needs",
		Reason: "ECS refuses managed termination protection unless managed scaling is on and the group protects new instances from scale-in.",
		Source: "Amazon ECS API reference, AutoScalingGroupProvider (as of 2026-11)",
		Fix:    "enable managed scaling and NewInstancesProtectedFromScaleIn, or disable the protection.",
		check:  onPool(checkProtection),
	},
	{
		ID: "ecsgpu-scaling-provider-name", Category: Scaling, Severity: Error,
		Title:  "a capacity provider's name that ECS refuses",
		Reason: "a name has at most 255 letters, digits, underscores and hyphens, and does not start with aws, ecs or fargate.",
		Source: "Amazon ECS API reference, CreateCapacityProvider (as of 2026-11)",
		Fix:    "choose another name, or let CloudFormation make one.",
		check:  onPool(checkProviderName),
	},
	{
		ID: "ecsgpu-scaling-gpu-default-strategy", Category: Scaling, Severity: Warning,
		Title:  "a GPU pool in the default strategy of a cluster that has other capacity",
		Reason: "nothing on ECS keeps tasks without a GPU request away, so CPU work starts and fills instances with GPUs.",
		Source: "Amazon ECS developer guide, capacity provider strategy considerations (as of 2026-11)",
		Fix:    "leave the GPU provider out of the default strategy and name it in services and run-task.",
		check:  onInventory(checkDefaultStrategy),
	},
}

// onInventory looks at an inventory as a whole.
type onInventory func(s *survey, r *report)

func (c onInventory) run(s *survey, r *report) { c(s, r) }

func checkProtection(p *pool, r *report) {
	for _, c := range p.providers {
		if on, ok := c.ManagedTerminationProtection.Get(); !ok || on != "ENABLED" || c.ManagedInstances {
			continue
		}
		if status, known := c.ManagedScaling.Or("DISABLED"); known && status != "ENABLED" {
			r.add(c.Item, c.ManagedTerminationProtection.Place, "capacity provider %s has termination protection without managed scaling", c.Label())
		}
		if protected, known := p.NewInstancesProtectedFromScaleIn.Or(false); known && !protected {
			r.add(c.Item, c.ManagedTerminationProtection.Place,
				"capacity provider %s has termination protection, and %s does not protect new instances from scale-in", c.Label(), p.speaks()).
				fix("set NewInstancesProtectedFromScaleIn of %s to true, or disable the protection", p.Label())
		}
	}
}

var providerName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,255}$`)

func checkProviderName(p *pool, r *report) {
	for _, c := range p.providers {
		name, ok := c.Name.Get()
		if !ok {
			continue
		}
		lower := strings.ToLower(name)
		if !providerName.MatchString(name) || strings.HasPrefix(lower, "aws") || strings.HasPrefix(lower, "ecs") || strings.HasPrefix(lower, "fargate") {
			r.add(c.Item, c.Name.Place, "capacity provider %s is named %q", c.Label(), name)
		}
	}
}

func checkDefaultStrategy(s *survey, r *report) {
	for _, cluster := range s.inv.Clusters {
		strategy := s.strategies[cluster.LogicalID]
		if len(strategy.Items) == 0 || !s.hasOtherCapacity(cluster) {
			continue
		}
		for _, item := range strategy.Items {
			p := s.poolByID[s.poolOf(item.Provider.Target)]
			if p == nil || p.hasGPU() != hardware.Yes {
				continue
			}
			at, place := s.strategyPlace(cluster, item)
			r.add(at, place, "the default strategy of cluster %s names %s, which has GPUs", cluster.Label(), p.speaks())
		}
	}
}

func (s *survey) poolOf(provider string) string {
	if c := s.providerByID[provider]; c != nil {
		return c.Pool
	}
	return ""
}

// hasOtherCapacity is whether a cluster certainly has instances without GPUs,
// or Fargate.
func (s *survey) hasOtherCapacity(cluster *inventory.Cluster) bool {
	links := slices.Clone(cluster.CapacityProviders.Items)
	for _, a := range s.associations[cluster.LogicalID] {
		links = append(links, a.CapacityProviders.Items...)
	}
	for _, link := range links {
		if name, ok := link.Get(); ok && strings.HasPrefix(name, "FARGATE") {
			return true
		}
		if p := s.poolByID[s.poolOf(link.Target)]; p != nil && p.hasGPU() == hardware.No && p.closed {
			return true
		}
	}
	return false
}

// strategyPlace is the resource and the line of a default strategy.
func (s *survey) strategyPlace(cluster *inventory.Cluster, item inventory.StrategyItem) (inventory.Item, inventory.Place) {
	if all := s.associations[cluster.LogicalID]; len(all) > 0 {
		return all[0].Item, item.Provider.Place
	}
	return cluster.Item, item.Provider.Place
}
