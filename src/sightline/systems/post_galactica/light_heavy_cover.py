"""PG-20.4: cover, from terrain and from buildings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, cast

from sightline.board import PieceName
from sightline.i18n import Term
from sightline.rules import Attack, Clause, Finding, Ruling, Sight, Site, rounded, rule
from sightline.systems.post_galactica.measures import measure_of
from sightline.systems.post_galactica.pieces import Unit, is_melee, unit_of
from sightline.systems.post_galactica.sight import buildings_between, obstacle_message, view_of
from sightline.systems.post_galactica.terrain import COVER_RANKS, CoverDegree

COVER_IN_MELEE = Ruling(
    "cover-in-melee",
    "Does cover count against melee attacks?",
    ("none", "counts"),
)

_COVER_ARMOR = 1
_HEAVY_COVER_HIT = 1


class CoverSource(NamedTuple):
    """A source of cover for the target: degree, distance from it, sites, name or kind, and the clause."""

    degree: str
    gap: float
    sites: tuple[Site | str, ...]
    what: str
    clause: Clause


@rule(
    Clause(
        "PG-20.4",
        "Cover",
        "Light cover adds 1 to the target's Armor. Heavy cover adds 1 to it and takes 1 off Hit Checks. Obscuring "
        "cover blocks sight. The target has the cover of a feature that it stands in, or that a line between the "
        "two crosses within 1 inch of it; on hexes, of a hex beside it that such a line crosses. A feature that "
        "only the attacker stands in gives none. Only the best cover counts, and a ruling says whether any counts "
        "in melee.",
        "20.4 Cover; where it has to be: ours",
    ),
    off=(),
)
def terrain_covers(attack: Attack[Unit]) -> Iterable[CoverSource]:
    """Yield the cover of terrain at the target."""
    for feature in measure_of(attack.position).covering(attack.attacker, attack.target):
        yield CoverSource(feature.cover, feature.gap, (feature.site,), Term(feature.kind), terrain_covers.clause)


def _building_covers(attack: Attack[Unit]) -> Iterator[CoverSource]:
    """Yield the cover of buildings between attacker and target, except one that is shot through."""
    position = attack.position
    for name, sites in buildings_between(position, attack.attacker, attack.target).items():
        if name != view_of(attack).through:
            building = unit_of(position.pieces[name])
            gap = measure_of(position).distance(building, attack.target)
            yield CoverSource(building.cover, gap, sites, PieceName(name), buildings_between.clause)


def find_covers(attack: Attack[Unit]) -> list[CoverSource]:
    """Return all cover of the target, the one that counts first: the best, then the nearest, then first by label."""
    in_melee = is_melee(attack.weapon)
    if not in_melee and attack.view.sight is Sight.BLOCKED:
        return []
    found = [cover for cover in (*terrain_covers(attack), *_building_covers(attack)) if COVER_RANKS[cover.degree]]
    if found and in_melee and attack.position.rulings[COVER_IN_MELEE.name] == "none":
        return []
    label = attack.position.label
    return sorted(
        found, key=lambda cover: (-COVER_RANKS[cover.degree], rounded(cover.gap), min(map(label, cover.sites)))
    )


def cover_of(attack: Attack[Unit]) -> CoverDegree:
    """Return the degree of cover of the target."""
    return cast("CoverDegree", Term(next((cover.degree for cover in find_covers(attack)), "none")))


def cover_findings(attack: Attack[Unit]) -> Iterator[Finding]:
    """Yield the modifiers of the cover that counts, and notes for those that do not."""
    best, *lower = find_covers(attack) or (None,)
    if best is None:
        return
    message, args = _cover_message(attack, f"{best.degree}-cover", best)
    yield from attack.modifies(best.clause, "wound_threshold", _COVER_ARMOR, message, best.sites, **args)
    if best.degree == "heavy":
        yield from attack.modifies(best.clause, "hit_check", _HEAVY_COVER_HIT, message, best.sites, **args)
    for cover in lower:
        message, args = _cover_message(attack, "lower-cover", cover)
        yield attack.notes(terrain_covers.clause, message, cover.sites, **args)


def _cover_message(attack: Attack[Unit], message: str, cover: CoverSource) -> tuple[str, dict[str, str]]:
    message, args = obstacle_message(attack, message, [cover.what], cover.sites)
    return message, {**args, "target": attack.target.name}
