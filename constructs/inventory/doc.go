// Package inventory is the model of an ECS cluster that checks and sizing read:
// pools of container instances, task definitions, services, and the resources
// around them that decide whether a task can run.
//
// It has two doors. [Read] takes what a CloudFormation template says; Go code
// fills the same structs from its props with [Known] and [KnownAt]. Every field
// is a [Fact], a [List] or a [Map]: absent, known or unknown. Unknown is what a
// template does not say before it is deployed; a rule must never take it for a
// value.
package inventory
