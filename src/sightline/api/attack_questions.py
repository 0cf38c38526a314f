"""Questions about attacks: on pieces, and on obstacles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sightline import referee
from sightline.api.answer import answer_as
from sightline.api.answer_types import ResolveAnswer, ShotAnswer, StrikeAnswer, WhyNotAnswer
from sightline.api.question import check_actors, find_actor, question
from sightline.board import Board, Piece, PlaceError, Weapon, parse_border, parse_cell
from sightline.deadline import limited
from sightline.formats.problems import collecting_problems
from sightline.i18n import N_, _
from sightline.rules import Destructible, Site, require, require_cells

if TYPE_CHECKING:
    from sightline.api.scenario import Scenario


@question
def shot(scenario: Scenario, attacker: str, target: str, *, weapon: str | None, why_not: bool) -> ShotAnswer:
    """Judge an attack; with `why_not` also every single change that would open the line or allow the attack."""
    attack = _attack(scenario, attacker, target, weapon)
    if why_not:
        return answer_as(WhyNotAnswer, scenario, referee.why_not(scenario.rules, scenario.position, *attack))
    return _judge(scenario, *attack)


@question
def resolve(scenario: Scenario, attacker: str, target: str, *, seed: int, weapon: str | None) -> ResolveAnswer:
    """Judge an attack, and roll it with the dice of a seed."""
    attack = _attack(scenario, attacker, target, weapon)
    return answer_as(ResolveAnswer, scenario, referee.resolve(scenario.rules, scenario.position, *attack, seed))


@question
def chart(scenario: Scenario, attacker: str | None, target: str | None) -> Iterator[ShotAnswer]:
    """Return the verdicts of a chart, judged one after the other; names are checked at once."""
    check_actors(scenario, {"from": attacker, "to": target})
    return _iter_chart(scenario, attacker, target)


def _iter_chart(scenario: Scenario, attacker: str | None, target: str | None) -> Iterator[ShotAnswer]:
    pieces, pairs = scenario.position.pieces, scenario.pairs
    for a, t in limited(pairs, N_("pairs"), len(pairs)):
        if attacker in (None, a) and target in (None, t):
            for weapon in pieces[a].weapons or (None,):
                yield _judge(scenario, pieces[a], pieces[t], weapon)


@question
def _judge(scenario: Scenario, attacker: Piece, target: Piece, weapon: Weapon | None) -> ShotAnswer:
    verdict = referee.shot(scenario.rules, scenario.position, attacker, target, weapon)
    return answer_as(ShotAnswer, scenario, verdict)


def _attack(scenario: Scenario, attacker: str, target: str, weapon: str | None) -> tuple[Piece, Piece, Weapon | None]:
    """Return the pieces and the weapon, the first one by default. Raise `ScenarioError` with all that is wrong."""
    check_actors(scenario, {"from": attacker, "to": target})
    pieces = scenario.position.pieces
    weapons = {each.name: each for each in pieces[attacker].weapons}
    with collecting_problems() as problems:
        if attacker == target:
            message = _("{piece!r} attacks itself here").format(piece=attacker)
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
    with _obstacle_at(scenario, place) as site:
        value = referee.strike(scenario.rules, scenario.position, attacker, site, earlier)
    return answer_as(StrikeAnswer, scenario, value)


@question
def board_after_strike(scenario: Scenario, place: str, damage: int, earlier: int) -> Board:
    """Return the board after damage to the obstacle at a cell or border."""
    with _obstacle_at(scenario, place) as site:
        return require(scenario.rules, Destructible).after_damage(scenario.position, site, damage, earlier)
    raise AssertionError("refused above")


@contextmanager
def _obstacle_at(scenario: Scenario, place: str) -> Iterator[Site]:
    """Yield the cell or border of that name. Raise `ScenarioError` where the block finds no obstacle there."""
    require_cells(scenario.rules, scenario.position)
    with collecting_problems() as problems:
        try:
            yield parse_border(scenario.board, place) if "/" in place else parse_cell(scenario.board, place)
        except PlaceError as error:
            problems.add(None, "at", str(error), found=place, allowed=error.allowed, nearest=error.nearest)
        except ValueError:
            problems.add(None, "at", _("nothing obstructs at {place}").format(place=place), found=place)
