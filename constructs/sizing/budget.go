package sizing

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

// What one plan looks at. A template that CloudFormation takes reaches none of
// the first two; what is not looked at is always said.
const (
	// maxPairs is how many pairs of a task, or a service, and a pool are looked at:
	// as many as a template of CloudFormation's resources can have.
	maxPairs = (cloudformation.MaxResources / 2) * (cloudformation.MaxResources / 2)
	// maxPacking bounds a packing: tasks and instances, times kinds of tasks.
	maxPacking = 20_000_000
)

// Within returns as many of the items as can be looked at together with the
// pools, and a note on the others; it is empty when there are none.
func Within[T any](items []T, pools int, what string) (within []T, note string) {
	most := maxPairs / max(1, pools)
	if len(items) <= most {
		return items, ""
	}
	return items[:most], fmt.Sprintf("only the first %d of %d %s were looked at: %d pools times %s is more than %d pairs",
		most, len(items), what, pools, what, maxPairs)
}
