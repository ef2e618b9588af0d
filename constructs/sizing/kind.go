package sizing

// Kind is a group of tasks that ECS treats alike: the same request, the same
// pools, the same strategy.
type Kind struct {
	Request Request

	// Pools are the pools that the tasks may go to, in the order in which they
	// are tried. Default: none, so that no task is ever placed.
	Pools []int

	// Strategy chooses the instance within a pool.
	// Default: BinpackMemory.
	Strategy Strategy

	// Distinct is the distinctInstance constraint: no two tasks of the kind on
	// one instance.
	Distinct bool
}
