package checks

import (
	"fmt"

	"github.com/ecsgpu/cdk/constructs/cloudformation"
)

const (
	// maxPairs is how many pairs of a route and an instance type are judged: four
	// times as many as tasks and pools a template of CloudFormation's resources can
	// have.
	maxPairs = cloudformation.MaxResources * cloudformation.MaxResources
	// workPairs is how many pairs cost as much as a resource.
	workPairs = 8
)

// pairing is a route, or one of which nothing is said, because too many tasks
// and services come before it.
func (s *survey) pairing(r route) route {
	pairs := s.pairs
	for _, p := range r.pools {
		if pairs += max(1, len(p.options)); pairs > maxPairs {
			s.unrouted++
			return route{service: r.service}
		}
	}
	s.pairs = pairs
	return r
}

// unpaired says how many tasks and services were left out; empty for none.
func (s *survey) unpaired() string {
	if s.unrouted == 0 {
		return ""
	}
	return fmt.Sprintf("%d of the tasks and services were not held against the pools: all together have more than %d pairs with instance types", s.unrouted, maxPairs)
}
