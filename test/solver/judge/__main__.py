"""Answers one case to a line, in JSON, until its input ends."""

import json
import sys

from .case import Demand
from .placement import optimum
from .template import read


def answer(request):
    cases = read(request["template"], request["registered"], request["tasks"])
    return certain([decide(case, request["placed"]) for case in cases])


def certain(answers):
    """Returns what holds in every case."""
    first, *others = answers
    for other in others:
        for figure in ("atDesired", "atMax"):
            first[figure] = min(first[figure], other[figure])
        both = None not in (first["beside"], other["beside"])
        first["beside"] = min(first["beside"], other["beside"]) if both else None
        first["proved"] = first["proved"] and other["proved"]
        for row, same in zip(first["families"], other["families"]):
            if row != same:
                row["exact"] = False
            for figure in ("atDesired", "atMax"):
                row[figure] = min(row[figure], same[figure])
    return first


def decide(case, placed):
    now = [(pool, pool.desired) for pool in case.pools]
    grown = [(pool, size(pool, case)) for pool in case.pools]
    desired, largest = (optimum(pools, case.demands, case.daemons) for pools in (now, grown))
    beside = optimum(grown, case.demands, case.daemons, placed)
    return {
        "wanted": sum(demand.count for demand in case.demands),
        "atDesired": desired.bound,
        "atMax": largest.bound,
        "beside": beside and beside.bound,
        "proved": all(each is None or each.proved for each in (desired, largest, beside)),
        "families": [alone(task, pool, case) for task in case.tasks for pool in case.pools],
    }


def size(pool, case):
    """Returns how many instances the pool can have.

    Only waiting tasks of a capacity provider start instances. Source: Amazon ECS
    developer guide, "Automatically manage Amazon ECS capacity with cluster auto
    scaling".
    """
    starts = (
        demand.scales
        and demand.count > 0
        and (demand.shares is None or demand.shares.get(pool.id, 0) > 0)
        and optimum([(pool, 1)], [demand], case.daemons).found > 0
        for demand in case.demands
    )
    return pool.max if pool.grows and any(starts) else pool.desired


# More tasks than an instance of any type runs.
MANY = 1_000_000


def alone(task, pool, case):
    """Returns how many tasks run if they have the pool to themselves."""
    each = optimum([(pool, 1)], [Demand(task, MANY)], case.daemons)
    return {
        "family": task.name,
        "pool": pool.id,
        "atDesired": each.bound * pool.desired,
        "atMax": each.bound * pool.max,
        "exact": True,  # the same on every type
    }


for line in sys.stdin:
    try:
        reply = answer(json.loads(line))
    except Exception as problem:  # the caller says which case it was
        reply = {"error": f"{type(problem).__name__}: {problem}"}
    print(json.dumps(reply), flush=True)
