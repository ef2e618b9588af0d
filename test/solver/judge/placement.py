"""The largest number of tasks that run at once, by OR-tools CP-SAT.

Each instance has a variable for each demand: how many of its tasks run there.
Devices are equal, so only GPUs that tasks share are modelled one by one.
"""

from dataclasses import dataclass

from ortools.sat.python import cp_model

from .case import ALL, Demand
from .query import admits

# Ports of the container instance itself, which no task can have. Source: Amazon
# ECS API reference, PortMapping.
RESERVED = frozenset(("tcp", port) for port in (22, 2375, 2376, 51678, 51679, 51680))

# Deterministic units of work, about seconds. A case that takes more has an upper
# bound instead of an optimum.
EFFORT = 20.0


@dataclass(frozen=True)
class Answer:
    bound: int  # no placement has more tasks
    found: int  # a placement has so many

    @property
    def proved(self):
        return self.bound == self.found


def eligible(pool, demand):
    """Returns whether the instances are such that the tasks may run there."""
    task = demand.task
    attributes = {"ecs.instance-type": pool.type, "ecs.cpu-architecture": pool.architecture, "ecs.os-type": "linux"}
    return (
        task.architecture in ("", pool.architecture)
        and all(admits(query, attributes) for query in (*task.member_of, *demand.member_of))
        and (not task.shared or pool.gpus > 0)
        and (task.gpus != ALL or pool.gpus > 0)
        and not task.ports & RESERVED
    )


def optimum(pools, demands, daemons=(), least=None):
    """Returns how many tasks run at once on pools of (pool, instances).

    least has the tasks that must be among them, by family. Without a placement
    that has them, the answer is None.
    """
    model = _Model(demands)
    for pool, instances in pools:
        model.add(pool, instances, resident(pool, daemons))
    return model.solve(least or {})


def resident(pool, daemons):
    """Returns the daemons that run on each instance of the pool.

    One that does not fit beside those before it does not start.
    """
    running = []
    for daemon in daemons:
        if eligible(pool, daemon):
            together = [*running, daemon]
            model = _Model([Demand(d.task, 1) for d in together])
            model.add(pool, 1, [])
            if model.solve({}).found == len(together):
                running = together
    return running


class _Model:
    def __init__(self, demands):
        self.model = cp_model.CpModel()
        self.demands = demands
        self.placed = [[] for _ in demands]

    def add(self, pool, instances, daemons):
        here = [[] for _ in self.demands]
        before = None
        for _ in range(instances):
            tasks = self.instance(pool, daemons)
            for at, variable in tasks.items():
                here[at].append(variable)
            # Instances of a pool can be exchanged: one order of them is enough.
            rank = sum((1 + at * 31) * variable for at, variable in tasks.items())
            if before is not None and tasks:
                self.model.add(before >= rank)
            before = rank
        for at, demand in enumerate(self.demands):
            if demand.shares is not None and here[at]:
                self.model.add(sum(here[at]) <= demand.shares.get(pool.id, 0))
            self.placed[at] += here[at]

    def instance(self, pool, daemons):
        """Adds an instance and returns its variables by demand."""
        fixed = [(daemon.task, 1) for daemon in daemons]
        tasks = {}
        for at, demand in enumerate(self.demands):
            if eligible(pool, demand):
                most = 1 if demand.distinct or demand.task.ports else demand.count
                tasks[at] = self.model.new_int_var(0, min(most, demand.count), f"{pool.id}-{at}")
        running = [*fixed, *((self.demands[at].task, variable) for at, variable in tasks.items())]
        self.at_most(pool.cpu, [(task.cpu, n) for task, n in running])
        self.at_most(pool.memory, [(task.memory, n) for task, n in running])
        self.at_most(pool.interfaces, [(int(task.interface), n) for task, n in running])
        for port in sorted({port for task, _ in running for port in task.ports}):
            self.at_most(1, [(int(port in task.ports), n) for task, n in running])
        self.gpus(pool, running)
        return tasks

    def at_most(self, capacity, uses):
        uses = [(each, n) for each, n in uses if each]
        if uses:
            self.model.add(sum(each * n for each, n in uses) <= capacity)

    def gpus(self, pool, running):
        whole = [(pool.gpus if task.gpus == ALL else task.gpus, n) for task, n in running]
        sharing = [(task.shared, n) for task, n in running if task.shared]
        if not sharing:
            self.at_most(pool.gpus, whole)
            return
        shared, on = [], [[] for _ in sharing]
        for device in range(pool.gpus):
            used = self.model.new_bool_var(f"shared-{device}")
            load = []
            for at, (memory, _) in enumerate(sharing):
                n = self.model.new_int_var(0, pool.gpu_memory // memory, "")
                on[at].append(n)
                load.append(memory * n)
            self.model.add(sum(load) <= pool.gpu_memory * used)
            if shared:
                self.model.add_implication(used, shared[-1])
            shared.append(used)
        for at, (_, n) in enumerate(sharing):
            self.model.add(sum(on[at]) == n)
        self.at_most(pool.gpus, [*whole, *((1, used) for used in shared)])

    def solve(self, least):
        for demand, variables in zip(self.demands, self.placed):
            if variables:
                self.model.add(sum(variables) <= demand.count)
        for family, count in least.items():
            own = [v for d, variables in zip(self.demands, self.placed) if d.task.name == family for v in variables]
            if count > len(own) == 0:
                return None
            if own:
                self.model.add(sum(own) >= count)
        everything = [variable for variables in self.placed for variable in variables]
        if not everything:
            return Answer(0, 0)
        self.model.maximize(sum(everything))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1  # the same answer in every run
        solver.parameters.random_seed = 1
        solver.parameters.max_deterministic_time = EFFORT
        status = solver.solve(self.model)
        if status == cp_model.INFEASIBLE and least:
            return None
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise RuntimeError(f"the solver says {solver.status_name(status)}")
        return Answer(round(solver.best_objective_bound), round(solver.objective_value))
