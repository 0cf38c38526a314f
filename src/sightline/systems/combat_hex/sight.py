"""The two lines of sight, what they meet, and what is found there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from sightline.i18n import Term
from sightline.lattice import Cell
from sightline.rules import Attack, Clause, Finding, Sight, Site, rule
from sightline.sight import Choose, ContactKind, ForEach, Max, Min, Reading, Reason, SightLine, SightPlan, sighting_of
from sightline.sight.plan import Role
from sightline.systems.combat_hex.pieces import Warrior
from sightline.systems.combat_hex.sight_plan import (
    BLOCKED,
    elevated_ground_blocks,
    foot_soldier_degrades,
    foot_soldier_met_degrades,
    needed_to_block,
    other_hill_blocks,
    printed_line_degrades,
    warrior_blocks,
)


@rule(
    Clause(
        "CH-TOUCH",
        "Meeting hexes and printed lines",
        "A line meets a hex when it crosses it, runs along a side of it or touches a corner of it, at its own end too; "
        "and a printed line when it has any point of that side.",
        "Ours: the reading under which the whole sheet comes out",
    ),
    off={},
)
def what_lines_meet() -> Mapping[ContactKind, Reading]:
    """Give what each contact of a line means."""
    printed = printed_line_degrades()
    return {
        "cell": Max((foot_soldier_degrades("cell"), *_blocking("cell"))),
        "touch": _met("cell"),
        "along": Max((_met("one"), _met("other"), printed)),
        "border": printed,
        "border-touch": printed,
    }


def _met(role: Role) -> Reading:
    return Max((foot_soldier_met_degrades(role), *_blocking(role)))


def _blocking(role: Role) -> tuple[Reading, ...]:
    return warrior_blocks(role), elevated_ground_blocks(role), other_hill_blocks(role)


@rule(
    Clause(
        "CH-LINES",
        "The two lines",
        "From the centre of one hex of the shooter's base two lines run to the outermost corners of the target's whole "
        "base, as seen from there, on one ray to the nearest. Of several hexes the one that serves the shooter best is "
        "taken: clear before degraded before blocked, then the first listed.",
        "Ours: the construction under which the whole sheet comes out",
    ),
    off=SightPlan("centre", "centre", SightLine({}), (Sight.CLEAR,)),
)
def lines_of_sight() -> SightPlan:
    """Give the plan of sight. The middle degree is a degraded shot, which is clear."""
    both_lines = ForEach("to", SightLine(what_lines_meet()))
    classes = (Sight.CLEAR, Sight.CLEAR, Sight.BLOCKED)
    return SightPlan("centre", "outermost", Choose("from", Min, both_lines), classes)


class _Met(NamedTuple):
    """Something that lines meet and a clause minds: on which line and where, and what it is, once for each contact."""

    reason: Reason
    contacts: list[tuple[int, Site, str]]


def obstacles(attack: Attack[Warrior]) -> Iterator[Finding]:
    """Find everything that blocks sight or degrades the shot: each warrior, hill and printed line once per clause."""
    for met in _everything_met(attack):
        sites = sorted({site for _, site, _ in met.contacts}, key=lambda site: _place(attack, site))
        place = ", ".join(map(attack.position.label, sites))
        lines = ", ".join(dict.fromkeys(str(line) for line, _, _ in met.contacts))
        message, what = _MESSAGES[met.reason.clause.id]
        find = attack.blocks if met.reason.degree == BLOCKED else attack.impedes
        yield find(met.reason.clause, message, sites, **{what: _what(met), "place": place, "lines": lines})


def _everything_met(attack: Attack[Warrior]) -> Iterable[_Met]:
    found: dict[tuple[str, str | Site], _Met] = {}
    for number, line in enumerate(sighting_of(attack).lines, start=1):
        for reason in line.reasons:
            for site, what in reason.sites:
                key = reason.clause.id, what if isinstance(site, Cell) else site
                found.setdefault(key, _Met(reason, [])).contacts.append((number, site, what))
    return found.values()


def _what(met: _Met) -> str:
    """Give what is met: the name of a warrior or hill, or the words for what is printed on a border."""
    _, site, what = met.contacts[0]
    kinds = ", ".join(dict.fromkeys(kind for _, _, kind in met.contacts))
    return what if isinstance(site, Cell) else Term(kinds)


def _place(attack: Attack[Warrior], site: Site) -> tuple[Fraction | int, str]:
    """Give where a line first meets a hex or border, then its label."""
    place = sighting_of(attack).place_of([site] if isinstance(site, Cell) else site)
    assert place is not None
    return place, attack.position.label(site)


_MESSAGES = {
    warrior_blocks.clause.id: ("warrior-blocks", "warrior"),
    elevated_ground_blocks.clause.id: ("ground-blocks", "hill"),
    other_hill_blocks.clause.id: ("hill-blocks", "hill"),
    needed_to_block.clause.id: ("foot-soldier-degrades", "warrior"),
    printed_line_degrades.clause.id: ("printed-line-degrades", "kind"),
}
"""What is said of something met, by clause, and as what it goes into the message."""
