// Package e2e deploys the stacks with the tools that a user has (the pinned CDK
// CLI and the AWS CLI) to a local AWS, and compares what came into being with
// the template.
//
// The local AWS is moto's server. docs/testing.md lists what it cannot do, how
// the tests work around that, and what covers it instead. They carry the build
// tag e2e, because they need the tools of "make tools" and take minutes:
//
//	make e2e
package e2e
