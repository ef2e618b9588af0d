// Package checks says before a deployment what would fail after it: rules that
// know GPUs, machine images, instance types and ECS, over an inventory.
//
// A rule is a pure function of one inventory. [Run] applies all rules to one;
// [Template] and [Document] apply them to a CloudFormation template under each
// value that its parameters allow; [Pool] and [Task] are for Go code that builds the same
// things from props. What is unknown before deployment never causes a finding.
//
// An error is something that certainly fails, by AWS's documentation or the
// source code of the agent. A warning fails sometimes, costs money or opens a
// hole, or rests on a fact that AWS does not document. An info is worth knowing.
package checks

//go:generate go test . -run ^TestDocs_current$ -update
