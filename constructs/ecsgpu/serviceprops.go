package ecsgpu

import "github.com/ecsgpu/cdk/constructs/hardware"

// problems says everything that is wrong with the props.
func (p ServiceProps) problems() error {
	var all problems
	if p.Task == nil || !p.Task.hasCapacity() {
		all.add("Task is required, and its Pool: a service runs on one pool")
		return all.join()
	}
	if p.DesiredCount < 0 {
		all.add("DesiredCount must not be negative, got %d", p.DesiredCount)
	}
	all.seconds("HealthCheckGracePeriod", p.HealthCheckGracePeriod)
	p = p.withDefaults()
	p.Strategy.check(p.Task, &all)
	p.checkIsolation(&all)
	p.checkRoom(&all)
	p.checkNeuron(&all)
	p.LoadBalancer.check(p.Task, &all)
	p.Scaling.check(p, &all)
	return all.join()
}

// checkIsolation keeps work without accelerators off the instances that have
// some: nothing on ECS repels it there.
func (p ServiceProps) checkIsolation(all *problems) {
	if kind := p.Task.types()[0].Kind(); kind != hardware.KindCPU && !p.Task.needsAccelerators() {
		all.add("Task asks for no accelerator and would fill the instances of %s pool %q; name a CPU pool, or run it as a Daemon", kind, p.Task.poolName())
	}
}

// checkRoom refuses tasks that would wait for ever, because the pool never
// grows large enough.
func (p ServiceProps) checkRoom(all *problems) {
	perInstance := p.tasksPerInstance()
	if perInstance == 0 {
		return
	}
	pool := p.Task.Pool
	room := perInstance * pool.props.MaxCapacity
	switch most := p.mostTasks(); {
	case most > room:
		all.add("the service may have %d tasks, and pool %q holds %d of them at MaxCapacity %d; raise it, or lower DesiredCount and Scaling.MaxTasks",
			most, pool.id, room, pool.props.MaxCapacity)
	case p.Surge && most == room:
		all.add("Surge needs room for one task more than the service may have (%d), and pool %q holds %d at MaxCapacity %d; raise it, or leave Surge out",
			most, pool.id, room, pool.props.MaxCapacity)
	}
}

// tasksPerInstance is how many tasks of the service run at once on an instance;
// 0 when nothing that is known limits them.
func (p ServiceProps) tasksPerInstance() int {
	switch {
	case p.Task.Pool == nil:
		return 0
	case p.DistinctInstances:
		return 1
	}
	return p.Task.tasksPerInstance()
}

// checkNeuron refuses two tasks on the same devices: ECS does not count them,
// and every task takes the first ones.
func (p ServiceProps) checkNeuron(all *problems) {
	if p.Task.Pool == nil || !p.Task.usesNeuron() || p.tasksPerInstance() == 1 {
		return
	}
	if p.mostTasks() > 1 || p.Surge {
		all.add("Task takes the first Neuron devices of its instance, so that two tasks on one instance would share them; set DistinctInstances")
	}
}
