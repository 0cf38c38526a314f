"""Rule systems and the referee that asks them. A system of one's own needs only the names of this page."""

from sightline.rules.answer import (
    Advice,
    Advised,
    Change,
    Danger,
    Effect,
    Finding,
    Line,
    Message,
    Odds,
    Place,
    Reach,
    Rolled,
    Seen,
    Sight,
    Step,
    Threat,
    Verdict,
    WhyNot,
    extended_type,
)
from sightline.rules.attack import Attack
from sightline.rules.clause import Clause, Rule, rule
from sightline.rules.dice import Dice, best, distribution, odds_of, percent
from sightline.rules.plan import Best, ContactKind, Leaf, Over, Reading, Relation, Ruled, SightPlan, Worst
from sightline.rules.plan import Line as SightLine
from sightline.rules.position import GroundMask, OnMap, Position, Site, Terrain
from sightline.rules.registry import Systems, UnusableSystem, installed_systems, read_system
from sightline.rules.ruleset import NotAnswered, Ruleset
from sightline.rules.ruling import Ruling, Rulings
from sightline.rules.search import Way, cheapest_ways
from sightline.rules.sighting import Reason, Sighting, look

__all__ = [
    "Advice",
    "Advised",
    "Attack",
    "Best",
    "Change",
    "Clause",
    "ContactKind",
    "Danger",
    "Dice",
    "Effect",
    "Finding",
    "GroundMask",
    "Leaf",
    "Line",
    "Message",
    "NotAnswered",
    "Odds",
    "OnMap",
    "Over",
    "Place",
    "Position",
    "Reach",
    "Reading",
    "Reason",
    "Relation",
    "Rolled",
    "Rule",
    "Ruled",
    "Ruleset",
    "Ruling",
    "Rulings",
    "Seen",
    "Sight",
    "SightLine",
    "SightPlan",
    "Sighting",
    "Site",
    "Step",
    "Systems",
    "Terrain",
    "Threat",
    "UnusableSystem",
    "Verdict",
    "Way",
    "WhyNot",
    "Worst",
    "best",
    "cheapest_ways",
    "distribution",
    "extended_type",
    "installed_systems",
    "look",
    "odds_of",
    "percent",
    "read_system",
    "rule",
]
