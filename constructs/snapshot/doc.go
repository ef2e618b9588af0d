// Package snapshot is a kit for testing CDK stacks in Go: one jsii kernel per
// test binary, tests that take their turn at it, assertions on what was
// synthesized, and goldens of whole templates.
//
//	func TestMain(m *testing.M) { snapshot.Main(m) }
//
//	func TestCluster(t *testing.T) {
//		stack := snapshot.NewStack(t)
//		newCluster(stack)
//		snapshot.Match(t, stack, "cluster")
//	}
//
// The golden is testdata/cluster.yaml; `go test ./... -update` writes it anew.
package snapshot
