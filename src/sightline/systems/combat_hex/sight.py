"""The findings about the lines of sight: everything that blocks them or degrades the shot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from sightline.i18n import Term
from sightline.lattice import Cell
from sightline.rules import Attack, Finding, Site
from sightline.sight import Reason, sighting_of
from sightline.systems.combat_hex.pieces import Warrior
from sightline.systems.combat_hex.sight_plan import (
    BLOCKED,
    blocking_conditions,
    elevated_ground_blocks,
    other_hill_blocks,
    printed_line_degrades,
    warrior_blocks,
)


class _Obstacle(NamedTuple):
    """Something on the lines for which a clause is a reason; `contacts` are (line number from 1, site, name)."""

    reason: Reason
    contacts: list[tuple[int, Site, str]]


def obstacles(attack: Attack[Warrior]) -> Iterator[Finding]:
    """Yield everything that blocks sight or degrades the shot: each warrior, hill and printed line once per clause."""
    for obstacle in _collect_obstacles(attack):
        sites = sorted({site for _, site, _ in obstacle.contacts}, key=lambda site: _position_on_line(attack, site))
        place = ", ".join(map(attack.position.label, sites))
        lines = ", ".join(dict.fromkeys(str(line) for line, _, _ in obstacle.contacts))
        message, argument = _MESSAGES[obstacle.reason.clause.id]
        find = attack.blocks if obstacle.reason.degree == BLOCKED else attack.impedes
        args = {argument: _obstacle_name(obstacle), "place": place, "lines": lines}
        yield find(obstacle.reason.clause, message, sites, **args)


def _collect_obstacles(attack: Attack[Warrior]) -> Iterable[_Obstacle]:
    found: dict[tuple[str, str | Site], _Obstacle] = {}
    for number, line in enumerate(sighting_of(attack).lines, start=1):
        for reason in line.reasons:
            for site, what in reason.sites:
                key = reason.clause.id, what if isinstance(site, Cell) else site
                found.setdefault(key, _Obstacle(reason, [])).contacts.append((number, site, what))
    return found.values()


def _obstacle_name(obstacle: _Obstacle) -> str:
    """Return the name of a warrior or hill, or the words for what is printed on a border."""
    _, site, what = obstacle.contacts[0]
    kinds = ", ".join(dict.fromkeys(kind for _, _, kind in obstacle.contacts))
    return what if isinstance(site, Cell) else Term(kinds)


def _position_on_line(attack: Attack[Warrior], site: Site) -> tuple[Fraction | int, str]:
    """Return the sort key of a site: the position at which a line first meets it, then its label."""
    at = sighting_of(attack).position_of([site] if isinstance(site, Cell) else site)
    assert at is not None
    return at, attack.position.label(site)


_MESSAGES = {
    warrior_blocks.clause.id: ("warrior-blocks", "warrior"),
    elevated_ground_blocks.clause.id: ("ground-blocks", "hill"),
    other_hill_blocks.clause.id: ("hill-blocks", "hill"),
    blocking_conditions.clause.id: ("foot-soldier-degrades", "warrior"),
    printed_line_degrades.clause.id: ("printed-line-degrades", "kind"),
}
"""The message id of an obstacle and the argument for its name, by clause id."""
