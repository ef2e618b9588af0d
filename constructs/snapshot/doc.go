// Package snapshot is a kit for testing CDK stacks in Go.
//
//	func TestMain(m *testing.M) { snapshot.Main(m) }
//
//	func TestCluster(t *testing.T) {
//		stack := snapshot.NewStack(t)
//		newCluster(stack)
//
//		snapshot.Validate(t, stack)
//		snapshot.Match(t, stack, "cluster")
//		service := snapshot.Of(t, stack).One("AWS::ECS::Service")
//		assert.EqualValues(t, 2, service.Get("DesiredCount"))
//	}
//
// # One kernel
//
// CDK runs in a Node.js process, the kernel, which takes a quarter of a second
// to start and does not survive two callers at once. [Main] keeps one for the
// whole test binary, and tests take turns at it by themselves: call t.Parallel
// where you like, but before the first call of this package.
//
// # Goldens
//
// [Match] compares a whole template with testdata/NAME.yaml. A golden that is
// missing is a failure. To write goldens anew, read the difference and commit
// them, run one of
//
//	go test ./stacks -update
//	SNAPSHOT_UPDATE=true go test ./...
//
// Goldens are never written where the environment variable CI is set.
//
// What does not say anything about the stack is left out of a golden. In this
// order:
//
//  1. The parameter BootstrapVersion and the rule CheckBootstrapVersion, which
//     CDK's default synthesizer adds.
//  2. The resource CDKMetadata and its condition, the usage report of CDK.
//  3. Hashes of assets, which change with every byte of the asset. They read
//     ASSET1, ASSET2 and so on, in the order in which the template names them.
//  4. The suffix that CDK appends to the logical ids of parameters whose value
//     is read from SSM: C96584B6F00A464EAD1953AFF4B05118Parameter.
//
// [Template], as [Of] returns it, is what would be deployed, with all of that.
//
// # Speed
//
// CDK's validator of templates takes two thirds of a synthesis. [Main] turns it
// off, and [Validate] runs it where a test asks for it. To run it at every
// synthesis, set CDK_VALIDATION=true in the environment.
package snapshot
