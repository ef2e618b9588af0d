package checks

import (
	"math"
	"slices"

	"github.com/ecsgpu/cdk/constructs/inventory"
	"github.com/ecsgpu/cdk/constructs/placement"
)

// serviceRules are about services on pools.
var serviceRules = []Rule{
	{
		ID: "ecsgpu-scaling-service-association", Category: Scaling, Severity: Warning,
		Title:  "a service does not depend on the association of its capacity providers",
		Reason: "CloudFormation may create the service before the cluster knows the provider, and on deletion takes the provider away while the service uses it: \"capacity provider is in use and cannot be removed\".",
		Source: "aws/containers-roadmap #631; aws/aws-cdk #15366",
		Fix:    "let the service depend on the AWS::ECS::ClusterCapacityProviderAssociations.",
		check:  onService(checkAssociation),
	},
	{
		ID: "ecsgpu-scaling-rollout", Category: Scaling, Severity: Warning,
		Title:  "a GPU service whose deployments cannot make progress",
		Reason: "the new task needs the GPU that the old one holds, the old one may not stop before the new one runs, and the group cannot grow: the update waits indefinitely.",
		Source: "aws/amazon-ecs-cli #286, convox/rack #849; Amazon ECS developer guide, rolling update (as of 2026-11)",
		Fix:    "set MinimumHealthyPercent to 0, or raise the group's maximum by one.",
		check:  onService(checkRollout),
	},
}

func checkAssociation(v *placement.Service, r *report) {
	associations := r.associations[v.Cluster.Target]
	if !v.Cluster.Resolved() || len(associations) == 0 || v.DependsOnOpen || !r.usesStrategy(v) {
		return
	}
	reached := r.dependencies(v.Item)
	for _, a := range associations {
		if reached[a.LogicalID] {
			return
		}
	}
	r.add(v.Item, firstPlace(v.Strategy.Place), "%s uses capacity providers and does not depend on %s", serviceName(v), associations[0].LogicalID).
		fix("add DependsOn: %s", associations[0].LogicalID)
}

// usesStrategy reports whether a service certainly runs by a capacity provider
// strategy, its own or the cluster's, that needs the association. A strategy of
// managed providers does not.
func (r *report) usesStrategy(v *placement.Service) bool {
	if len(v.Strategy.Items) > 0 {
		for _, item := range v.Strategy.Items {
			if c := r.ProviderByID(item.Provider.Target); c != nil && !c.ManagedInstances {
				return true
			}
		}
		return false
	}
	return v.Strategy.IsAbsent() && v.LaunchType.IsAbsent() && len(r.DefaultStrategy(v.Cluster.Target).Items) > 0
}

// dependencies returns the logical ids that an item depends on, through DependsOn
// and references, as far as the inventory goes.
func (s *survey) dependencies(item inventory.Item) map[string]bool {
	reached := map[string]bool{}
	next := slices.Concat(item.DependsOn, item.References)
	for len(next) > 0 {
		id := next[0]
		next = next[1:]
		if reached[id] {
			continue
		}
		reached[id] = true
		if other, ok := s.items()[id]; ok {
			next = append(next, other.DependsOn...)
			next = append(next, other.References...)
		}
	}
	return reached
}

func (s *survey) itemsByID() map[string]inventory.Item {
	items := map[string]inventory.Item{}
	add := func(i inventory.Item) { items[i.LogicalID] = i }
	for _, x := range s.Clusters {
		add(x.Item)
	}
	for _, x := range s.Associations {
		add(x.Item)
	}
	for _, x := range s.CapacityProviders {
		add(x.Item)
	}
	for _, x := range s.Pools {
		add(x.Item)
	}
	for _, x := range s.TaskDefinitions {
		add(x.Item)
	}
	for _, x := range s.Services {
		add(x.Item)
	}
	return items
}

// capacity returns how many tasks the pools of a service can hold together; false
// when that is not known.
func (r *report) capacity(v *placement.Service) (int, bool) {
	total := 0
	for _, p := range v.Route.Pools() {
		one, known := r.roomIn(p, v)
		if !known {
			return 0, false
		}
		total += one.tasks()
	}
	return total, v.Route.Known
}

func checkRollout(v *placement.Service, r *report) {
	wanted, ok := v.Wants()
	if !ok || v.Demand.GPU.IsZero() {
		return
	}
	capacity, known := r.capacity(v)
	least, leastKnown := v.MinimumHealthyPercent.Or(100)
	most, mostKnown := v.MaximumPercent.Or(200)
	controller, controllerKnown := v.DeploymentController.Or("ECS")
	if !known || !leastKnown || !mostKnown || !controllerKnown || controller != "ECS" || len(r.shortfalls(v)) > 0 {
		return
	}
	mayStop := wanted - int(math.Ceil(float64(wanted)*float64(least)/100))
	mayStart := min(wanted*most/100, capacity) - wanted
	if mayStop > 0 || mayStart > 0 {
		return
	}
	r.add(v.Item, firstPlace(v.MinimumHealthyPercent.Place, v.DesiredCount.Place),
		"%s keeps %s at %d %% healthy, and %s cannot hold one more", serviceName(v), count(wanted, "GPU task"), least, r.pools(v.Route.Pools()))
}
