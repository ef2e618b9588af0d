"""Reads a case from a CloudFormation template in JSON.

It reads the shapes that a template of a whole cluster has, and fails on others
rather than to guess.
"""

import itertools
import json
import pathlib
import re

from .case import ALL, Case, Demand, Pool, Task

# EC2 DescribeInstanceTypes, as moto 5.2.5 (2026-10-27) records it. Types with
# several network cards are left out: ECS does not document which card it uses.
INSTANCES = json.loads(pathlib.Path(__file__).with_name("instances.json").read_text())


def read(template, registered, wanted):
    """Returns the cases of a template, one for each choice of instance types.

    Of a group of several types, EC2 may start any. What can run for certain can
    run in every case. Source: Amazon EC2 Auto Scaling user guide, "Auto Scaling
    groups with multiple instance types and purchase options".

    registered has the memory, and that of a GPU, that ECS registers for each
    instance type, in MiB. wanted are the tasks to run, by family; if there are
    none, the services say how many.
    """
    return _Reader(template, registered).cases(wanted)


class _Reader:
    def __init__(self, template, registered):
        self.resources = template["Resources"]
        self.registered = registered

    def of(self, kind):
        return {id: r.get("Properties", {}) for id, r in self.resources.items() if r["Type"] == f"AWS::{kind}"}

    def target(self, value):
        """Returns the logical id that Ref or Fn::GetAtt names."""
        if "Ref" in value:
            return value["Ref"]
        return value["Fn::GetAtt"][0]

    def cases(self, wanted):
        self.groups = self.providers()
        choices = [self.pools(id, group) for id, group in self.of("AutoScaling::AutoScalingGroup").items()]
        return [self.case(list(pools), wanted) for pools in itertools.product(*choices)]

    def case(self, pools, wanted):
        tasks = {id: task(definition) for id, definition in self.of("ECS::TaskDefinition").items()}
        demands, daemons = [], []
        for service in self.of("ECS::Service").values():
            demand = self.service(service, tasks, pools)
            (daemons if service.get("SchedulingStrategy") == "DAEMON" else demands).append(demand)
        if wanted:
            names = {each.name: each for each in tasks.values()}
            demands = [Demand(names[family], count) for family, count in wanted.items()]
        return Case(pools, list(tasks.values()), demands, daemons)

    def providers(self):
        """Returns the group of each capacity provider, and whether it scales it."""
        groups = {}
        for id, provider in self.of("ECS::CapacityProvider").items():
            group = provider["AutoScalingGroupProvider"]
            managed = group.get("ManagedScaling", {}).get("Status") == "ENABLED"
            groups[id] = (self.target(group["AutoScalingGroupArn"]), managed)
        return groups

    def pools(self, id, group):
        """Returns the pool of a group, for each of its instance types."""
        mixed = group.get("MixedInstancesPolicy", {}).get("LaunchTemplate")
        template = mixed["LaunchTemplateSpecification"] if mixed else group["LaunchTemplate"]
        launch = self.resources[self.target(template["LaunchTemplateId"])]["Properties"]["LaunchTemplateData"]
        types = [each["InstanceType"] for each in mixed["Overrides"]] if mixed else [launch["InstanceType"]]
        return [self.pool(id, group, launch, each) for each in types]

    def pool(self, id, group, data, name):
        kind, registered = INSTANCES[name], self.registered[name]
        # The agent registers GPUs only on an image with NVIDIA's driver. Source:
        # Amazon ECS developer guide, "Task definitions for GPU workloads".
        driver = "/gpu/" in data["ImageId"]
        return Pool(
            id=id,
            type=name,
            cpu=kind["vcpus"] * 1024,
            memory=registered["memoryMiB"] - reserved_memory(data["UserData"]),
            gpus=kind["gpus"] if driver else 0,
            gpu_memory=registered["gpuMemoryMiB"] if driver else 0,
            # The instance itself has one. Source: Amazon ECS developer guide,
            # "Task networking with the awsvpc network mode".
            interfaces=kind["interfaces"] - 1,
            architecture=kind["architecture"],
            desired=int(group.get("DesiredCapacity", group["MinSize"])),
            max=int(group["MaxSize"]),
            grows=any(managed for group, managed in self.groups.values() if group == id),
        )

    def service(self, service, tasks, pools):
        constraints = service.get("PlacementConstraints", [])
        shares, scales = None, False
        count = int(service.get("DesiredCount", 1))
        strategy = service.get("CapacityProviderStrategy") or (
            [] if "LaunchType" in service else self.default_strategy()
        )
        if strategy:
            shares, scales = self.shares(strategy, count), True
        return Demand(
            task=tasks[self.target(service["TaskDefinition"])],
            count=count,
            distinct=any(each["Type"] == "distinctInstance" for each in constraints),
            member_of=member_of(constraints),
            shares=shares,
            scales=scales,
        )

    def default_strategy(self):
        for association in self.of("ECS::ClusterCapacityProviderAssociations").values():
            return association["DefaultCapacityProviderStrategy"]
        return []

    def shares(self, strategy, count):
        """Returns the most tasks that a strategy sends to each pool.

        The base comes first, and the rest is divided by the weights. Of several
        providers, one with weight 0 gets no task. How a remainder is rounded is
        not documented, so each share is rounded up. Source: Amazon ECS API
        reference, CapacityProviderStrategyItem.
        """
        if len(strategy) == 1:
            pool, _ = self.groups[self.target(strategy[0]["CapacityProvider"])]
            return {pool: count}
        base = sum(int(item.get("Base", 0)) for item in strategy)
        total = sum(int(item.get("Weight", 0)) for item in strategy)
        shares = {}
        for item in strategy:
            weight = int(item.get("Weight", 0))
            if weight == 0:
                continue
            pool, _ = self.groups[self.target(item["CapacityProvider"])]
            rest = -(-max(0, count - base) * weight // total)
            shares[pool] = shares.get(pool, 0) + min(count, int(item.get("Base", 0)) + rest)
        return shares


def reserved_memory(user_data):
    """Returns ECS_RESERVED_MEMORY in MiB."""
    found = re.search(r"ECS_RESERVED_MEMORY=(\d+)", json.dumps(user_data))
    return int(found[1]) if found else 0


def member_of(constraints):
    return tuple(each["Expression"] for each in constraints if each["Type"] == "memberOf")


def task(definition):
    containers = definition["ContainerDefinitions"]
    mode = definition.get("NetworkMode", "bridge")
    gpus, shared = 0, 0
    for container in containers:
        for requirement in container.get("ResourceRequirements", []):
            if "SharingStrategy" in requirement:
                shared += int(requirement["SharingStrategy"]["NvidiaMps"]["Memory"])
            elif requirement["Value"] == "ALL":
                gpus = ALL
            else:
                gpus += int(requirement["Value"])
    return Task(
        name=definition["Family"],
        cpu=int(definition["Cpu"]) if "Cpu" in definition else sum(int(c.get("Cpu", 0)) for c in containers),
        memory=int(definition["Memory"]) if "Memory" in definition else sum(
            int(c.get("MemoryReservation", c.get("Memory"))) for c in containers
        ),
        gpus=gpus,
        shared=shared,
        ports=host_ports(containers, mode),
        interface=mode == "awsvpc",
        architecture=definition.get("RuntimePlatform", {}).get("CpuArchitecture", "").lower(),
        member_of=member_of(definition.get("PlacementConstraints", [])),
    )


def host_ports(containers, mode):
    """Returns the fixed ports of the host that a task occupies.

    In the host network mode a container's port is the host's. In the bridge
    mode a port of 0, or none, is one that Docker chooses. Source: Amazon ECS API
    reference, PortMapping.
    """
    ports = set()
    if mode == "awsvpc":
        return frozenset()
    for container in containers:
        for mapping in container.get("PortMappings", []):
            port = int(mapping["ContainerPort"] if mode == "host" else mapping.get("HostPort", 0))
            if port:
                ports.add((mapping.get("Protocol", "tcp"), port))
    return frozenset(ports)
