// Package inventory is the model of what runs on ECS and on what: clusters,
// pools of container instances, task definitions, services, and the resources
// around them that decide whether a task can run.
//
// Several doors lead to it: package fromtemplate reads a CloudFormation
// template, and Go code fills the same structs from its props with [Known] and
// [KnownAt]. Every field is a [Fact], a [List] or a [Map]: absent, known or
// unknown. Unknown is what nobody can tell before the deployment; a rule must
// never take it for a value.
package inventory
