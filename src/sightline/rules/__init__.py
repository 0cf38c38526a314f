"""Rule systems and the referee that asks them. A system of one's own needs only the names of this page."""

from sightline.rules.answer import Effect, Finding, Line, Message, Odds, Seen, Sight, Verdict
from sightline.rules.attack import Attack
from sightline.rules.chart import Column, Sign
from sightline.rules.clause import Clause, Rule, rule
from sightline.rules.dice import best, distribution, odds_of
from sightline.rules.plan import (
    Best,
    ContactKind,
    Each,
    Leaf,
    Over,
    Own,
    Reading,
    Relation,
    Ruled,
    SightPlan,
    Stands,
    Worst,
)
from sightline.rules.plan import Line as SightLine
from sightline.rules.position import OnMap, Position, Site, Terrain
from sightline.rules.registry import Systems, installed_systems, read_system
from sightline.rules.ruleset import NotAnswered, Ruleset
from sightline.rules.ruling import Ruling, Rulings
from sightline.rules.sighting import Sighting, look
from sightline.rules.traced import Reason, Traced

__all__ = [
    "Attack",
    "Best",
    "Clause",
    "Column",
    "ContactKind",
    "Each",
    "Effect",
    "Finding",
    "Leaf",
    "Line",
    "Message",
    "NotAnswered",
    "Odds",
    "OnMap",
    "Over",
    "Own",
    "Position",
    "Reading",
    "Reason",
    "Relation",
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
    "Sign",
    "Site",
    "Stands",
    "Systems",
    "Terrain",
    "Traced",
    "Verdict",
    "Worst",
    "best",
    "distribution",
    "installed_systems",
    "look",
    "odds_of",
    "read_system",
    "rule",
]
