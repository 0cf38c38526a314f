"""Questions about attacks: on pieces, and on obstacles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING

from sightline.api.answer import answer_as
from sightline.api.answer_types import ResolveAnswer, ShotAnswer, StrikeAnswer, WhyNotAnswer
from sightline.api.question import check_actors, find_actor, question
from sightline.board import Board, Piece, PlaceError, Weapon, parse_border, parse_cell
from sightline.deadline import limited
from sightline.formats.arguments import check_range, check_seed
from sightline.formats.problems import collecting_problems
from sightline.i18n import N_, _
from sightline.referee.resolve import resolve as referee_resolve
from sightline.referee.shot import shot as referee_shot
from sightline.referee.strike import strike as referee_strike
from sightline.rules import Destructible, Site, require, require_cells
from sightline.sight import PlannedSight
from sightline.too_much import MAX_ATTACKS, MAX_CHART_STEPS, MAX_LINES, check_amount

if TYPE_CHECKING:
    from sightline.api.scenario import Scenario


_MAX_DAMAGE = 1_000_000
"""The greatest damage to an obstacle."""


@question
def shot(scenario: Scenario, attacker: str, target: str, *, weapon: str | None, why_not: bool) -> ShotAnswer:
    """Judge an attack; with `why_not` also find every single change that would open the line or allow it."""
    attack = _attack(scenario, attacker, target, weapon)
    if why_not:
        from sightline.referee.why_not import why_not as referee_why_not

        return answer_as(WhyNotAnswer, scenario, referee_why_not(scenario.rules, scenario.position, *attack))
    return _judge(scenario, *attack)


@question
def resolve(scenario: Scenario, attacker: str, target: str, *, seed: int, weapon: str | None) -> ResolveAnswer:
    """Judge an attack, and resolve it with the dice of a seed."""
    check_seed(seed)
    attack = _attack(scenario, attacker, target, weapon)
    return answer_as(ResolveAnswer, scenario, referee_resolve(scenario.rules, scenario.position, *attack, seed))


@question
def chart(scenario: Scenario, attacker: str | None, target: str | None) -> Iterator[ShotAnswer]:
    """Yield the verdicts of a chart one by one; names are checked at once."""
    check_actors(scenario, {"from": attacker, "to": target})
    pairs = list(_iter_pairs(scenario, attacker, target))
    _check_size(scenario, pairs)
    return _iter_chart(scenario, pairs)


def _iter_pairs(scenario: Scenario, attacker: str | None, target: str | None) -> Iterator[tuple[str, str]]:
    """Yield the pairs of a chart, at most one more than the limit."""
    found = scenario.iter_pairs(attacker=attacker, target=target)
    return islice(found, MAX_ATTACKS + 1)


def _check_size(scenario: Scenario, pairs: Sequence[tuple[str, str]]) -> None:
    """Raise `TooMuch` if a chart has more attacks, or more lines between buildings, than the limits."""
    pieces = scenario.position.pieces
    extent = dict.fromkeys(pieces, 1)
    if not scenario.position.is_free:
        extent |= {name: len(piece.cells) for name, piece in pieces.items() if piece.building}
    attacks = sum(max(1, len(pieces[attacker].weapons)) for attacker, _target in pairs)
    message = N_(
        "a chart has at most {most} attacks, and this one {found} or more: choose an attacker, a target, or pairs"
    )
    check_amount(attacks, MAX_ATTACKS, "pairs", message)
    products = (extent[attacker] * extent[target] for attacker, target in pairs)
    lines = sum(count for count in products if count > 1)
    message = N_("a chart has at most {most} lines between hexes of buildings, and this one {found}")
    check_amount(lines, MAX_LINES, "pairs", message)
    message = N_("the lines of a chart pass at most {most} cells in all, and those of this one {found}")
    check_amount(_count_steps(scenario, pairs), MAX_CHART_STEPS, "pairs", message)


def _count_steps(scenario: Scenario, pairs: Sequence[tuple[str, str]]) -> int:
    """Return an estimate of how many cells all lines of a chart pass; large pieces and several weapons multiply it."""
    rules, position = scenario.rules, scenario.position
    if position.is_free or not isinstance(rules, PlannedSight):
        return 0
    pieces, distance = position.pieces, position.board.grid.distance
    counts = cache(partial(rules.count_lines, position))
    return sum(
        max(1, len(pieces[a].weapons))
        * counts(len(pieces[a].cells), len(pieces[t].cells))
        * (1 + distance(pieces[a].cell, pieces[t].cell))
        for a, t in pairs
    )


def _iter_chart(scenario: Scenario, pairs: Sequence[tuple[str, str]]) -> Iterator[ShotAnswer]:
    pieces = scenario.position.pieces
    for a, t in limited(pairs, N_("pairs"), len(pairs)):
        for weapon in pieces[a].weapons or (None,):
            yield _judge(scenario, pieces[a], pieces[t], weapon)


@question
def _judge(scenario: Scenario, attacker: Piece, target: Piece, weapon: Weapon | None) -> ShotAnswer:
    verdict = referee_shot(scenario.rules, scenario.position, attacker, target, weapon)
    return answer_as(ShotAnswer, scenario, verdict)


def _attack(scenario: Scenario, attacker: str, target: str, weapon: str | None) -> tuple[Piece, Piece, Weapon | None]:
    """Return the pieces and the weapon, the first one by default. Raise `ScenarioError` with all problems."""
    check_actors(scenario, {"from": attacker, "to": target})
    pieces = scenario.position.pieces
    weapons = {each.name: each for each in pieces[attacker].weapons}
    with collecting_problems() as problems:
        if attacker == target:
            message = _("{piece!r} cannot attack itself").format(piece=attacker)
            others = tuple(name for name in scenario.actors if name != attacker)
            problems.add(None, "to", message, found=target, allowed=others)
        if weapon is not None and weapon not in weapons:
            message = _("{piece!r} has no weapon {weapon!r}").format(piece=attacker, weapon=weapon)
            problems.add(None, "weapon", message, found=weapon, allowed=tuple(weapons))
    chosen = next(iter(weapons.values()), None) if weapon is None else weapons[weapon]
    return pieces[attacker], pieces[target], chosen


@question
def strike(scenario: Scenario, name: str, place: str, earlier: int) -> StrikeAnswer:
    """Judge an attack on the obstacle at a cell or border, which has taken `earlier` damage before."""
    attacker = find_actor(scenario, name)
    check_range("earlier", earlier, 0, _MAX_DAMAGE)
    with _obstacle_at(scenario, place) as site:
        value = referee_strike(scenario.rules, scenario.position, attacker, site, earlier)
    return answer_as(StrikeAnswer, scenario, value)


@question
def board_after_strike(scenario: Scenario, place: str, damage: int, earlier: int) -> Board:
    """Return the board after damage to the obstacle at a cell or border."""
    check_range("damage", damage, 0, _MAX_DAMAGE)
    check_range("earlier", earlier, 0, _MAX_DAMAGE)
    with _obstacle_at(scenario, place) as site:
        return require(scenario.rules, Destructible).after_damage(scenario.position, site, damage, earlier)


@contextmanager
def _obstacle_at(scenario: Scenario, place: str) -> Iterator[Site]:
    """Yield the cell or border with a label. Raise `ScenarioError` if the block finds no obstacle there."""
    require_cells(scenario.rules, scenario.position)
    with collecting_problems() as problems:
        try:
            yield parse_border(scenario.board, place) if "/" in place else parse_cell(scenario.board, place)
        except PlaceError as error:
            problems.add(None, "at", str(error), found=place, allowed=error.allowed, nearest=error.nearest)
        except ValueError:
            problems.add(None, "at", _("there is no obstacle at {place}").format(place=place), found=place)
