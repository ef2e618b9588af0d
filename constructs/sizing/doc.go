// Package sizing says before deployment how much fits on a cluster: how many
// tasks run at once and what limits them, what the instances cost, which quota
// they need.
//
// The arithmetic of placement is in three types that know nothing of
// CloudFormation. An [Offer] is what one container instance registers with ECS,
// a [Request] is what one task takes from it, and an [Instance] is an offer with
// tasks on it. [NewPlan] applies them to an inventory; the package simulate
// applies them to a stream of tasks over time.
package sizing
