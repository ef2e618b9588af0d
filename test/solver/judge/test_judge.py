"""Holds the solver against counts by hand, and against a search of everything."""

import itertools
import random
import unittest
from dataclasses import replace

from .case import ALL, Demand, Pool, Task
from .placement import optimum
from .query import admits
from .template import read, task

G5_12 = Pool("pool", "g5.12xlarge", cpu=49152, memory=180000, gpus=4, gpu_memory=22000, interfaces=14,
             architecture="x86_64", desired=1, max=1)
SMALL = Task("small", cpu=128, memory=256)


def count(pool, instances, *demands, daemons=()):
    answer = optimum([(pool, instances)], list(demands), daemons)
    assert answer.proved
    return answer.bound


class Instance(unittest.TestCase):
    def alone(self, **changes):
        return count(G5_12, 1, Demand(replace(SMALL, **changes), 1000))

    def test_each_resource_limits(self):
        self.assertEqual(self.alone(cpu=10000), 4)
        self.assertEqual(self.alone(memory=100000), 1)
        self.assertEqual(self.alone(memory=180001), 0)
        self.assertEqual(self.alone(interface=True), 14)
        self.assertEqual(self.alone(ports=frozenset({("tcp", 80)})), 1)
        self.assertEqual(self.alone(ports=frozenset({("tcp", 22)})), 0)
        self.assertEqual(self.alone(ports=frozenset({("udp", 22)})), 1)
        self.assertEqual(self.alone(architecture="arm64"), 0)
        self.assertEqual(self.alone(member_of=("attribute:ecs.instance-type == g5.xlarge",)), 0)

    def test_gpus(self):
        self.assertEqual(self.alone(gpus=1), 4)
        self.assertEqual(self.alone(gpus=3), 1)
        self.assertEqual(self.alone(gpus=5), 0)
        self.assertEqual(self.alone(gpus=ALL), 1)
        self.assertEqual(self.alone(shared=11000), 8)
        self.assertEqual(self.alone(shared=11001), 4, "a task is on one GPU")
        self.assertEqual(self.alone(shared=22001), 0)

    def test_a_gpu_is_whole_or_shared(self):
        share = Demand(replace(SMALL, name="share", shared=22000), 2)
        self.assertEqual(count(G5_12, 1, share, Demand(replace(SMALL, gpus=1), 9)), 4)
        self.assertEqual(count(G5_12, 1, replace(share, count=1), Demand(replace(SMALL, gpus=ALL), 9)), 1)

    def test_no_gpus(self):
        bare = replace(G5_12, gpus=0, gpu_memory=0)
        for changes in ({"gpus": 1}, {"gpus": ALL}, {"shared": 1}):
            self.assertEqual(count(bare, 1, Demand(replace(SMALL, **changes), 1)), 0)


class Cluster(unittest.TestCase):
    def test_a_task_spans_no_instances(self):
        self.assertEqual(count(G5_12, 3, Demand(replace(SMALL, gpus=3), 10)), 3)

    def test_distinct_instances(self):
        self.assertEqual(count(G5_12, 3, Demand(SMALL, 10, distinct=True)), 3)
        self.assertEqual(count(G5_12, 3, Demand(SMALL, 10, distinct=True), Demand(SMALL, 10, distinct=True)), 6)

    def test_shares(self):
        self.assertEqual(count(G5_12, 3, Demand(SMALL, 10, shares={"pool": 4})), 4)
        self.assertEqual(count(G5_12, 3, Demand(SMALL, 10, shares={})), 0)

    def test_daemons(self):
        daemon = Demand(replace(SMALL, name="daemon", shared=1000, ports=frozenset({("tcp", 80)}), interface=True), 1)
        self.assertEqual(count(G5_12, 2, Demand(replace(SMALL, gpus=1), 10), daemons=[daemon]), 6)
        self.assertEqual(count(G5_12, 2, Demand(replace(SMALL, shared=21000), 10), daemons=[daemon]), 8)
        self.assertEqual(count(G5_12, 2, Demand(replace(SMALL, interface=True), 100), daemons=[daemon]), 26)
        self.assertEqual(count(G5_12, 2, Demand(replace(SMALL, ports=daemon.task.ports), 10), daemons=[daemon]), 0)

    def test_a_daemon_runs_where_its_constraints_allow(self):
        for excluded in ({"architecture": "arm64"}, {"member_of": ("attribute:ecs.instance-type != g5.12xlarge",)}):
            daemon = Demand(replace(SMALL, memory=179900, **excluded), 1)
            self.assertEqual(count(G5_12, 1, Demand(SMALL, 10), daemons=[daemon]), 10)

    def test_what_must_be_placed(self):
        large, small = replace(SMALL, name="large", gpus=4), replace(SMALL, gpus=1)
        demands = [Demand(large, 1), Demand(small, 4)]
        self.assertEqual(optimum([(G5_12, 1)], demands).bound, 4)
        self.assertEqual(optimum([(G5_12, 1)], demands, least={"large": 1}).bound, 1)
        self.assertIsNone(optimum([(G5_12, 1)], demands, least={"large": 1, "small": 1}))


class Search(unittest.TestCase):
    """The solver finds what a search of all placements finds."""

    def test_small_clusters(self):
        rng = random.Random(1)
        for _ in range(150):
            pool = replace(G5_12, cpu=8, memory=8, gpus=rng.randint(1, 3), gpu_memory=6, interfaces=rng.randint(1, 3))
            demands = [self.demand(rng, str(at)) for at in range(rng.randint(1, 3))]
            instances = rng.randint(1, 2)
            self.assertEqual(count(pool, instances, *demands), search(pool, instances, demands), (pool, demands))

    def demand(self, rng, name):
        gpus, shared = rng.choice([(0, 0), (1, 0), (2, 0), (ALL, 0), (0, 2), (0, 3), (0, 4)])
        ports = frozenset(rng.sample([("tcp", 80), ("tcp", 81)], rng.choice([0, 0, 1, 2])))
        task = Task(name, rng.randint(0, 4), rng.randint(1, 4), gpus, shared, ports, rng.random() < 0.3)
        return Demand(task, rng.randint(1, 3), distinct=rng.random() < 0.2)


def search(pool, instances, demands):
    """Returns the most tasks of any assignment of tasks to instances and GPUs."""
    tasks = [demand for demand in demands for _ in range(demand.count)]
    best = 0

    def place(at, state, placed):
        nonlocal best
        best = max(best, placed)
        if at == len(tasks) or placed + len(tasks) - at <= best:
            return
        demand = tasks[at]
        seen = set()
        for number, instance in enumerate(state):
            for after in take(pool, instance, demand):
                if after not in seen:
                    seen.add(after)
                    place(at + 1, (*state[:number], after, *state[number + 1:]), placed + 1)
        place(at + 1, state, placed)

    empty = (pool.cpu, pool.memory, pool.interfaces, (None,) * pool.gpus, frozenset(), frozenset())
    place(0, (empty,) * instances, 0)
    return best


def take(pool, instance, demand):
    """Yields the instance with one more task, for each choice of GPUs.

    A GPU is None when it is free, "whole" when a task has it, or else the memory
    that tasks share of it.
    """
    cpu, memory, interfaces, gpus, ports, names = instance
    t = demand.task
    if t.cpu > cpu or t.memory > memory or int(t.interface) > interfaces or t.ports & ports:
        return
    if demand.distinct and t.name in names:
        return
    left = (cpu - t.cpu, memory - t.memory, interfaces - int(t.interface))
    after = (ports | t.ports, names | {t.name})
    if t.shared:
        for device, used in enumerate(gpus):
            if used != "whole" and (used or 0) + t.shared <= pool.gpu_memory:
                yield (*left, (*gpus[:device], (used or 0) + t.shared, *gpus[device + 1:]), *after)
        return
    wanted = len(gpus) if t.gpus == ALL else t.gpus
    for chosen in itertools.combinations([d for d, used in enumerate(gpus) if used is None], wanted):
        yield (*left, tuple("whole" if d in chosen else used for d, used in enumerate(gpus)), *after)


class Query(unittest.TestCase):
    def test_operators(self):
        attributes = {"ecs.instance-type": "g5.xlarge"}
        kind = "attribute:ecs.instance-type"
        for query in (
            f"{kind} == g5.xlarge", f"{kind} equals g5.xlarge", f"{kind} != t2.small", f"{kind} =~ g5.*",
            f"{kind} in [t2.small, g5.xlarge]", f"{kind} !in [t2.small]", f"{kind} not_in [t2.small]", f"{kind} !~ t2.*",
            f"{kind} == t2.small or {kind} == g5.xlarge", f"not({kind} == t2.small)", f"!({kind} =~ t.*) && {kind} =~ g.*",
            f"({kind} == t2.small or {kind} == g5.xlarge) and {kind} =~ .*xlarge",
        ):
            self.assertTrue(admits(query, attributes), query)
            self.assertFalse(admits(f"not({query})", attributes), query)

    def test_what_it_does_not_know(self):
        for query in ("attribute:stack == prod", "attribute:ecs.instance-type ~ g5", "attribute:ecs.instance-type =="):
            with self.assertRaises((KeyError, ValueError)):
                admits(query, {"ecs.instance-type": "g5.xlarge"})


class Reader(unittest.TestCase):
    def definition(self, *containers, **properties):
        return task({"Family": "f", "ContainerDefinitions": list(containers), **properties})

    def test_figures(self):
        t = self.definition({"Cpu": 256, "Memory": 512}, {"Memory": 1024, "MemoryReservation": 128})
        self.assertEqual((t.cpu, t.memory), (256, 640))
        t = self.definition({"Cpu": 256, "Memory": 512}, Cpu="1024", Memory="2048")
        self.assertEqual((t.cpu, t.memory), (1024, 2048))

    def test_gpus(self):
        def gpu(**requirement):
            return {"Memory": 1, "ResourceRequirements": [{"Type": "GPU", **requirement}]}

        self.assertEqual(self.definition(gpu(Value="1"), gpu(Value="2")).gpus, 3)
        self.assertEqual(self.definition(gpu(Value="ALL")).gpus, ALL)
        share = gpu(SharingStrategy={"NvidiaMps": {"Memory": 1000}})
        self.assertEqual(self.definition(share, share).shared, 2000)

    def test_ports(self):
        def ports(mode, **mapping):
            return self.definition({"Memory": 1, "PortMappings": [mapping]}, NetworkMode=mode).ports

        self.assertEqual(ports("bridge", ContainerPort=80), frozenset())
        self.assertEqual(ports("bridge", ContainerPort=80, HostPort=0), frozenset())
        self.assertEqual(ports("bridge", ContainerPort=80, HostPort=81, Protocol="udp"), {("udp", 81)})
        self.assertEqual(ports("host", ContainerPort=80), {("tcp", 80)})
        self.assertEqual(ports("awsvpc", ContainerPort=80), frozenset())

    def test_strategies(self):
        def shares(count, *items):
            resources = {"Task": {"Type": "AWS::ECS::TaskDefinition", "Properties": {
                "Family": "f", "ContainerDefinitions": [{"Memory": 1}]}}}
            for name, base, weight in items:
                group = {"AutoScalingGroupArn": {"Ref": f"Group{name}"}}
                resources[name] = {"Type": "AWS::ECS::CapacityProvider", "Properties": {"AutoScalingGroupProvider": group}}
            strategy = [{"CapacityProvider": {"Ref": name}, "Base": base, "Weight": weight} for name, base, weight in items]
            resources["Service"] = {"Type": "AWS::ECS::Service", "Properties": {
                "TaskDefinition": {"Ref": "Task"}, "DesiredCount": count, "CapacityProviderStrategy": strategy}}
            return read({"Resources": resources}, {}, None)[0].demands[0].shares

        self.assertEqual(shares(10, ("A", 0, 1), ("B", 0, 4)), {"GroupA": 2, "GroupB": 8})
        self.assertEqual(shares(10, ("A", 4, 1), ("B", 0, 1)), {"GroupA": 7, "GroupB": 3})
        self.assertEqual(shares(3, ("A", 4, 1), ("B", 0, 1)), {"GroupA": 3, "GroupB": 0})
        self.assertEqual(shares(10, ("A", 0, 0), ("B", 0, 1)), {"GroupB": 10})
        self.assertEqual(shares(10, ("A", 0, 0)), {"GroupA": 10})


if __name__ == "__main__":
    unittest.main()
