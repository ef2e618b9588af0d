package placement

import (
	"github.com/ecsgpu/cdk/constructs/fact"
	"github.com/ecsgpu/cdk/constructs/inventory"
)

// Service is a service with the task that it runs and where.
type Service struct {
	*inventory.Service

	// Title is by what name messages speak of it; see inventory.ServiceNames.
	Title string

	Task   *Task  // nil when it is not in the inventory
	Demand Demand // of the task, with the service's own constraints
	Route  Route
}

// IsDaemon returns whether the service runs one task on each instance.
func (s *Service) IsDaemon() fact.Answer {
	strategy, known := s.SchedulingStrategy.Or("REPLICA")
	if !known {
		return fact.Maybe
	}
	return fact.AnswerOf(strategy == "DAEMON")
}

// runsIn reports whether the service certainly sends tasks to a pool of its route.
func (s *Service) runsIn(p *Pool) bool {
	sameCluster := s.Cluster.IsAbsent() || s.Cluster.Resolved() && p.ClusterID == s.Cluster.Target
	return s.Route.ByStrategy || sameCluster && !s.Strategy.Open
}

// Wants returns how many tasks the service keeps; false for daemons and when it
// is not known.
func (s *Service) Wants() (int, bool) {
	n, known := s.DesiredCount.Or(1)
	return n, known && s.IsDaemon() == fact.No && s.Task != nil && n > 0
}
