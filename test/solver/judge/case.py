"""What the solver decides on: pools, tasks, and how many of them are to run."""

from dataclasses import dataclass, field

ALL = "all"  # every GPU of an instance


@dataclass(frozen=True)
class Task:
    """What one task reserves on the instance that it runs on.

    CPU and memory are the task's, or else the sum of its containers'; of a
    container the memory reservation goes before the limit. Sharing containers
    of a task use the same GPU. Source: Amazon ECS API reference,
    TaskDefinition, ContainerDefinition and ResourceRequirement.
    """

    name: str
    cpu: int = 0
    memory: int = 0
    gpus: int | str = 0  # whole GPUs, or ALL
    shared: int = 0  # MiB of one GPU
    ports: frozenset = frozenset()  # (protocol, number)
    interface: bool = False  # has a network interface of its own
    architecture: str = ""  # x86_64 or arm64; any if empty
    member_of: tuple = ()  # cluster queries that the instance must satisfy


@dataclass(frozen=True)
class Pool:
    """Equal instances, and what each of them offers before any task runs."""

    id: str
    type: str
    cpu: int
    memory: int
    gpus: int
    gpu_memory: int  # MiB of each GPU
    interfaces: int
    architecture: str
    desired: int
    max: int
    grows: bool = False  # waiting tasks of its capacity provider start instances


@dataclass(frozen=True)
class Demand:
    """Tasks that are to run at once."""

    task: Task
    count: int
    distinct: bool = False  # at most one of them on an instance
    member_of: tuple = ()
    shares: dict | None = None  # the most tasks by pool; None: any number on any
    scales: bool = True  # waiting tasks start instances


@dataclass(frozen=True)
class Case:
    pools: list[Pool]
    tasks: list[Task]
    demands: list[Demand]
    daemons: list[Demand] = field(default_factory=list)  # one on each instance
