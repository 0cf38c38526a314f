"""Sight on cells, stated once by each system as a plan, and evaluated for one pair with reasons.

A plan says which lines are drawn between two ends, what each contact of a line means, and how lines fold into one
result. `PlannedSight` is the capability of a system that states one.
"""

from sightline.sight.line_result import LineResult, Reason
from sightline.sight.pair_evaluator import find_sight, find_sighting, find_sighting_between
from sightline.sight.plan import (
    NOTHING,
    All,
    Always,
    ByAdjacency,
    Choose,
    ContactKind,
    Distances,
    End,
    EndIsIn,
    Fold,
    ForEach,
    IsOwnSide,
    Leaf,
    Max,
    Min,
    Reading,
    Relation,
    Role,
    Ruled,
    SightLine,
    SightPlan,
)
from sightline.sight.planned_sight import PlannedSight
from sightline.sight.sighting import LazyLines, Sighting, sighting_of

__all__ = [
    "NOTHING",
    "All",
    "Always",
    "ByAdjacency",
    "Choose",
    "ContactKind",
    "Distances",
    "End",
    "EndIsIn",
    "Fold",
    "ForEach",
    "IsOwnSide",
    "LazyLines",
    "Leaf",
    "LineResult",
    "Max",
    "Min",
    "PlannedSight",
    "Reading",
    "Reason",
    "Relation",
    "Role",
    "Ruled",
    "SightLine",
    "SightPlan",
    "Sighting",
    "find_sight",
    "find_sighting",
    "find_sighting_between",
    "sighting_of",
]
