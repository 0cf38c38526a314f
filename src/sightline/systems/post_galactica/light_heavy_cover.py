"""PG-20.4: cover, from terrain and from buildings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, cast

from sightline.board import PieceName
from sightline.i18n import Term
from sightline.rules import Attack, Clause, Finding, Ruling, Sight, Site, rounded, rule
from sightline.systems.post_galactica.measures import measure_of
from sightline.systems.post_galactica.pieces import Cover, Unit, is_melee, unit_of
from sightline.systems.post_galactica.sight import buildings_between, told_of, view_of

COVER_IN_MELEE = Ruling(
    "cover-in-melee",
    "Does cover count against melee attacks?",
    ("none", "counts"),
)

_ARMOR = 1
_HEAVY_HIT = 1
_WORTH: Mapping[str, int] = {Term("none"): 0, Term("light"): 1, Term("heavy"): 2, Term("obscuring"): 0}


class Covering(NamedTuple):
    """Something that covers the target: how well, how far from it, where, what it is, and the clause that says so."""

    degree: str
    away: float
    sites: tuple[Site | str, ...]
    what: str
    clause: Clause


@rule(
    Clause(
        "PG-20.4",
        "Cover",
        "Light cover adds 1 to the target's Armor; heavy cover adds 1 to it and takes 1 from Hit Checks; obscuring "
        "cover blocks sight. The target has the cover of what it stands in, or of what a line between the two crosses "
        "within 1 inch of it, on hexes in a hex beside it; what the attacker alone stands in gives none. Only the best "
        "one counts, and whether any does in melee is ruled.",
        "20.4 Cover; where it has to be: ours",
    ),
    off=(),
)
def terrain_covers(attack: Attack[Unit]) -> Iterable[Covering]:
    """Yield the cover of terrain at the target."""
    for feature in measure_of(attack.position).covering(attack.attacker, attack.target):
        yield Covering(feature.cover, feature.away, (feature.site,), Term(feature.kind), terrain_covers.clause)


def _building_covers(attack: Attack[Unit]) -> Iterator[Covering]:
    """Yield the cover of buildings between the two, save one that is shot through."""
    position = attack.position
    for name, sites in buildings_between(position, attack.attacker, attack.target).items():
        if name != view_of(attack).through:
            building = unit_of(position.pieces[name])
            away = measure_of(position).distance(building, attack.target)
            yield Covering(building.cover, away, sites, PieceName(name), buildings_between.clause)


def covers(attack: Attack[Unit]) -> list[Covering]:
    """Give all that covers the target, what counts first: the best, of equal ones the nearest, then first by label."""
    in_melee = is_melee(attack.weapon)
    if not in_melee and attack.view.sight is Sight.BLOCKED:
        return []
    found = [cover for cover in (*terrain_covers(attack), *_building_covers(attack)) if _WORTH[cover.degree]]
    if found and in_melee and attack.position.rulings[COVER_IN_MELEE.name] == "none":
        return []
    label = attack.position.label
    return sorted(found, key=lambda cover: (-_WORTH[cover.degree], rounded(cover.away), min(map(label, cover.sites))))


def degree_of(attack: Attack[Unit]) -> Cover:
    """Give the cover that the target has."""
    return cast("Cover", Term(next((cover.degree for cover in covers(attack)), "none")))


def cover_findings(attack: Attack[Unit]) -> Iterator[Finding]:
    """Find the cover that counts, and those that do not."""
    best, *lower = covers(attack) or (None,)
    if best is None:
        return
    message, about = _told(attack, f"{best.degree}-cover", best)
    yield from attack.modifies(best.clause, "wound_threshold", _ARMOR, message, best.sites, **about)
    if best.degree == "heavy":
        yield from attack.modifies(best.clause, "hit_check", _HEAVY_HIT, message, best.sites, **about)
    for cover in lower:
        message, about = _told(attack, "lower-cover", cover)
        yield attack.notes(terrain_covers.clause, message, cover.sites, **about)


def _told(attack: Attack[Unit], message: str, cover: Covering) -> tuple[str, dict[str, str]]:
    message, about = told_of(attack, message, [cover.what], cover.sites)
    return message, {**about, "target": attack.target.name}
