package checks

import "github.com/ecsgpu/cdk/constructs/inventory"

// awsvpcRules are about tasks with a network interface of their own.
var awsvpcRules = []Rule{
	{
		ID: "ecsgpu-network-awsvpc-public", Category: Network, Severity: Warning,
		Title:  "tasks in awsvpc mode in a public subnet",
		Reason: "on container instances the network interface of a task gets no public address, whatever the subnet says, and an internet gateway takes nothing without one: the task reaches neither the internet nor, without VPC endpoints, AWS.",
		Source: "Amazon ECS developer guide, Connect Amazon ECS applications to the internet (as of 2026-11)",
		Fix:    "place the tasks in private subnets behind a NAT gateway, or use network mode bridge or host, in which they share the instance's address.",
		check:  onService(checkPublicTasks),
	},
}

func checkPublicTasks(v *service, r *report) {
	if v.task == nil || !v.route.sure {
		return
	}
	if mode, known := v.task.NetworkMode.Get(); !known || mode != "awsvpc" {
		return
	}
	for _, p := range v.route.pools {
		if p.Kind == inventory.ManagedInstances {
			return // of which the guide does not say it
		}
	}
	for _, link := range v.Subnets.Items {
		subnet := v.survey.inv.Subnet(link.Target)
		if subnet == nil {
			continue
		}
		if public, known := subnet.PublicIPOnLaunch.Get(); known && public {
			r.add(v.Item, link.Place, "%s runs %s in awsvpc mode, and its subnet %s is a public one",
				v.speaks(), v.task.speaks(), subnet.Label())
			return
		}
	}
}
