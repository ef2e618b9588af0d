// Package placement answers, for everything else in this module, where ECS runs
// a task: what a task requests ([Demand]), what an instance offers ([Offer]), why
// the one does not fit the other ([Shortage]), which pools a service may use
// ([Route]), and which instance types are suitable instead ([Suitable]). [Fleet]
// places tasks on many instances as ECS's scheduler does.
//
// [NewView] looks at an inventory that way. Every answer has three values: placed
// for certain, never placed, or not known, because ECS does not document it or
// only a deployment can tell.
package placement
