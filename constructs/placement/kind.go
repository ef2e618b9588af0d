package placement

// Kind is a group of tasks that ECS treats alike: the same demand, the same
// pools, the same strategy.
type Kind struct {
	Demand Demand

	// Pools are the pools that the tasks may go to, in the order in which they
	// are tried. Default: none, so that no task is ever placed.
	Pools []int

	// AnyPool has ECS choose among the instances of all these pools at once, as it
	// does for the launch type EC2. Default: the first pool with room.
	AnyPool bool

	// Strategy chooses the instance. Default: BinpackMemory.
	Strategy Strategy
}
