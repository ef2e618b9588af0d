package checks

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
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
		Source: "Amazon ECS API reference, CreateCapacityProvider (as of 2026-11); aws/aws-cdk #36584 for capital letters",
		Fix:    "choose another name.",
		check:  onInventory(checkProviderName),
	},
	{
		ID: "ecsgpu-scaling-provider-stack-name", Category: Scaling, Severity: Error,
		Title:  "a capacity provider without a name in a stack whose name ECS refuses",
		Reason: "CloudFormation begins the provider's name with the stack's, and ECS refuses names that start with aws, ecs or fargate.",
		Source: "AWS CloudFormation template reference, AWS::ECS::CapacityProvider, and Amazon ECS API reference, CreateCapacityProvider (as of 2026-11); aws/aws-cdk #29151, #36584",
		Fix:    "give the provider a Name with another prefix, or deploy the stack under another name.",
		check:  onInventory(checkStackName),
	},
	{
		ID: "ecsgpu-scaling-managed-association", Category: Scaling, Severity: Warning,
		Title:  "a managed capacity provider in the association of a cluster",
		Reason: "a provider of ECS Managed Instances belongs to its cluster from its creation, and ECS refuses to associate it: \"Cannot associate Managed Instances capacity provider to clusters using this API\". The association then fails, for the other providers too. One report has ECS accept it once the provider is active.",
		Source: "Amazon ECS API reference, PutClusterCapacityProviders (as of 2026-11); hashicorp/terraform-provider-aws #44783, aws/aws-cdk #35783; the report is terraform-provider-aws #45693",
		Fix:    "leave the provider out of the list; its ClusterName is enough. A default strategy may still name it.",
		check:  onInventory(checkManagedAssociation),
	},
	{
		ID: "ecsgpu-scaling-gpu-default-strategy", Category: Scaling, Severity: Warning,
		Title:  "a group with GPUs in the default strategy of a cluster that has other capacity",
		Reason: "ECS also places tasks without a GPU request on instances with GPUs, so CPU work starts such instances and fills them.",
		Source: "Amazon ECS developer guide, capacity provider strategy considerations (as of 2026-11)",
		Fix:    "leave the GPU provider out of the default strategy and name it in services and run-task.",
		check:  onInventory(checkDefaultStrategy),
	},
}

func checkProtection(p *placement.Pool, r *report) {
	for _, c := range p.Providers {
		if on, ok := c.ManagedTerminationProtection.Get(); !ok || on != "ENABLED" || c.ManagedInstances {
			continue
		}
		if status, known := c.ManagedScaling.Or("DISABLED"); known && status != "ENABLED" {
			r.add(c.Item, c.ManagedTerminationProtection.Place, "capacity provider %s has termination protection without managed scaling", c.Label())
		}
		if protected, known := p.NewInstancesProtectedFromScaleIn.Or(false); known && !protected {
			r.add(c.Item, c.ManagedTerminationProtection.Place,
				"capacity provider %s has termination protection, and %s does not protect new instances from scale-in", c.Label(), r.pool(p)).
				fix("set NewInstancesProtectedFromScaleIn of %s to true, or disable the protection", p.Label())
		}
	}
}

var providerName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,255}$`)

// reservedPrefix is what no capacity provider's name may start with. Capitals
// do not help: ECS refused a name that began with EcsCp (aws/aws-cdk #36584).
var reservedPrefix = regexp.MustCompile(`(?i)^(aws|ecs|fargate)`)

// checkProviderName also judges a name of which only the beginning is known,
// such as ecs-${AWS::StackName}.
func checkProviderName(r *report) {
	for _, c := range r.CapacityProviders {
		name, known := c.Name.Get()
		if reservedPrefix.MatchString(c.Name.Text) || known && !providerName.MatchString(name) {
			r.add(c.Item, c.Name.Place, "capacity provider %s is named %q", c.Label(), c.Name.Text).
				fix("choose another name, %s.", lastingName(c))
		}
	}
}

func checkStackName(r *report) {
	if !reservedPrefix.MatchString(r.StackName) {
		return
	}
	for _, c := range r.CapacityProviders {
		if c.Name.IsAbsent() {
			r.add(c.Item, c.Place, "capacity provider %s has no Name, and stack %s makes it %s-%s-…", c.Label(), r.StackName, r.StackName, c.LogicalID).
				fix("set its Name, %s, or deploy the stack under another name.", lastingName(c))
		}
	}
}

// lastingName proposes a name that survives a replacement: CloudFormation
// creates the new provider before it deletes the old one, and both cannot have
// one name.
func lastingName(c *inventory.CapacityProvider) string {
	switch {
	case c.Group.Resolved():
		return fmt.Sprintf("for example !Sub 'cp-${%s}', which changes when the group is replaced", c.Group.Target)
	case c.Cluster.Resolved():
		return fmt.Sprintf("for example !Sub 'cp-${%s}-%s', which changes when the cluster is replaced", c.Cluster.Target, c.LogicalID)
	}
	return fmt.Sprintf("for example !Sub 'cp-${AWS::StackName}-%s'", c.LogicalID)
}

func checkManagedAssociation(r *report) {
	report := func(at inventory.Item, providers []inventory.Link) {
		for _, link := range providers {
			if c := r.ProviderByID(link.Target); c != nil && c.ManagedInstances {
				r.add(at, link.Place, "%s lists %s, which is of ECS Managed Instances", at.Label(), c.Label())
			}
		}
	}
	for _, a := range r.Associations {
		report(a.Item, a.CapacityProviders.Items)
	}
	for _, c := range r.Clusters {
		report(c.Item, c.CapacityProviders.Items)
	}
}

func checkDefaultStrategy(r *report) {
	for _, cluster := range r.Clusters {
		strategy := r.DefaultStrategy(cluster.LogicalID)
		if len(strategy.Items) == 0 || !r.hasOtherCapacity(cluster) {
			continue
		}
		for _, item := range strategy.Items {
			p := r.ProvidedBy(item.Provider)
			if p == nil || p.HasGPU() != fact.Yes {
				continue
			}
			at, place := r.strategyPlace(cluster, item)
			r.add(at, place, "the default strategy of cluster %s names %s, which has GPUs", cluster.Label(), r.pool(p))
		}
	}
}

// hasOtherCapacity reports whether a cluster certainly has instances without
// GPUs, or Fargate.
func (s *survey) hasOtherCapacity(cluster *inventory.Cluster) bool {
	links := slices.Clone(cluster.CapacityProviders.Items)
	for _, a := range s.associations[cluster.LogicalID] {
		links = append(links, a.CapacityProviders.Items...)
	}
	for _, link := range links {
		if name, ok := link.Get(); ok && strings.HasPrefix(name, "FARGATE") {
			return true
		}
		if p := s.ProvidedBy(link); p != nil && p.HasGPU() == fact.No && p.Closed {
			return true
		}
	}
	return false
}

// strategyPlace returns the resource and the line of a default strategy.
func (s *survey) strategyPlace(cluster *inventory.Cluster, item inventory.StrategyItem) (inventory.Item, inventory.Place) {
	if all := s.associations[cluster.LogicalID]; len(all) > 0 {
		return all[0].Item, item.Provider.Place
	}
	return cluster.Item, item.Provider.Place
}
