"""Whether an action may be taken: everything that speaks against it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sightline.board import PlaceError, parse_border, parse_cell
from sightline.i18n import Term
from sightline.lattice import Cell
from sightline.referee.judge import attack_on, judge
from sightline.rules import Clause, Effect, Finding, Message, Ruleset, Site
from sightline.rules.game import Action
from sightline.systems.sodwa import destructible, facing, sight, step_rules
from sightline.systems.sodwa.basic_attack import is_defeated, kind_of
from sightline.systems.sodwa.game import actions
from sightline.systems.sodwa.game.clock import cost_of, foremost, may_choose
from sightline.systems.sodwa.game.phases import CHOOSING, FREE, OVER, TURN, phase_of, tag_of, type_of
from sightline.systems.sodwa.game.state import State
from sightline.systems.sodwa.movement import Course, budgets, divisor_after_attack
from sightline.systems.sodwa.pieces import Character, attributes
from sightline.systems.sodwa.terrain import character_on, is_elevated, kinds_at, meaning, obstructs

_OUT_OF: Final = {CHOOSING: "not-its-turn", TURN: "not-to-choose", OVER: "battle-over"}
"""What is said of an action that its phase does not know."""


def noted_as(action: Action) -> str:
    """Give what a character has done for having taken an action: its type, or of free ones what it is."""
    kind = type_of(action)
    return tag_of(action) if kind == FREE else kind


def objections(rules: Ruleset[Any], state: State, action: Action) -> Iterator[Finding]:
    """Yield everything about an action: what speaks against it, and of attacks all that a preview shows."""
    phase, who = phase_of(state), getattr(action, "who", "")
    if not phase.allows(tag_of(action)):
        yield _forbids(phase.clauses[0], _OUT_OF[phase.phase], who=who)
        return
    match action:
        case actions.Resign(side=side):
            if side not in state.sides:
                yield _forbids(is_defeated.clause, "no-such-side", side=side)
        case actions.Choose():
            if who not in may_choose(state):
                yield _forbids(foremost.clause, "not-to-choose", who=who)
        case _:
            yield from _of_active(rules, state, action, who)


def _of_active(rules: Ruleset[Any], state: State, action: Action, who: str) -> Iterator[Finding]:
    mover = state.mover
    if mover is None or mover.name != who:
        yield _forbids(foremost.clause, "not-its-turn", who=who)
        return
    kind = type_of(action)
    if noted_as(action) in state.acted:
        clause = cost_of.clause if kind != FREE else facing.direction.clause
        yield _forbids(clause, "taken-already", who=who, action=noted_as(action))
    if mover.ip < cost_of(kind):
        yield _forbids(cost_of.clause, "too-little-ip", who=who, ip=mover.ip, cost=cost_of(kind))
    match action:
        case actions.Move(path=path):
            yield from _against_path(state, mover, path)
        case actions.Attack(target=target):
            yield from _of_attack(rules, state, mover, target)
        case actions.Turn(facing=name):
            if name not in state.board.grid.facings or name == mover.facing:
                yield _forbids(facing.direction.clause, "no-other-facing", who=who, facing=name)
        case actions.PickUp(target=target):
            yield from _against_picking_up(state, mover, target)
        case actions.PutDown(target=target, at=at):
            yield from _against_putting_down(state, mover, target, at)


def _against_path(state: State, mover: Character, path: tuple[str, ...]) -> Iterator[Finding]:
    position, course = state.position, Course(state.position, mover)
    spot, cost = course.start(mover), 0
    free, budget = spot.free, course.budget(spot)
    for label in path:
        to = cell_named(state, label)
        if to is None or state.board.grid.distance(spot.cell, to) != 1:
            yield _forbids(sight.distance.clause, "no-neighbour", at=[label], cell=label)
            return
        if spot.step.ends:
            yield _forbids(spot.step.ends[0], "ended-before", cell=position.label(spot.cell))
            return
        step = course.step(spot, to)
        if step is None:
            yield _forbids(_closed_by(state, spot.cell, to), "no-step", at=[label], cell=label)
            return
        spot, cost = step[0], cost + step[1]
    if spot.cell == mover.cell:
        yield _forbids(facing.direction.clause, "ends-where-it-began", who=mover.name)
    if cost > budget:
        yield _too_far(state, mover, free, cost)
    for clause in spot.step.no_stop:
        yield _forbids(clause, "no-stop", at=[position.label(spot.cell)], cell=position.label(spot.cell))


def _too_far(state: State, mover: Character, free: step_rules.Kinds, cost: int) -> Finding:
    """Say that a path is too long, by the first of the things that limit a Move to be exceeded."""
    who, (move, halved, quartered) = mover.name, budgets(mover, free)
    if cost > move:
        return _forbids(attributes.clause, "too-far", who=who, cost=cost, move=move)
    if cost > halved:
        (kind, clause), *_others = step_rules.hindering(sorted(free), state.position.terrain).items()
        return _forbids(clause, "too-far-from", who=who, cost=cost, move=halved, terrain=Term(kind))
    return _forbids(divisor_after_attack.clause, "too-far-after-attack", who=who, cost=cost, move=quartered)


def _closed_by(state: State, at: Cell, to: Cell) -> Clause:
    """Give the clause by which a step cannot be made: the first that would forbid it by itself."""
    position = state.position
    if character_on(position, to) is not None:
        return step_rules.occupied.clause
    if any(obstructs(meaning(position.terrain, kind)) for kind in kinds_at(position, to)):
        return obstructs.clause
    if is_elevated(position, at) != is_elevated(position, to):
        return step_rules.is_transition.clause
    return step_rules.corner_hinders.clause if at.q != to.q and at.r != to.r else obstructs.clause


def _of_attack(rules: Ruleset[Any], state: State, mover: Character, target: str) -> Iterator[Finding]:
    if target == mover.name:
        yield _forbids(kind_of.clause, "itself", who=target)
        return
    if target in state.characters:
        attack = attack_on(rules, state.position, mover, state.characters[target], None)
        yield from judge(rules, attack).findings
        return
    site = site_named(state, target)
    if site is None or not destructible.is_wall(state.position, site):
        yield _forbids(kind_of.clause, "no-target", target=target)
        return
    yield from destructible.against(state.position, mover, site)


def _against_picking_up(state: State, mover: Character, target: str) -> Iterator[Finding]:
    clause, thing = facing.direction.clause, state.position.pieces.get(target)
    if thing is None or thing.as_terrain is None:
        yield _forbids(clause, "no-object", target=target)
        return
    is_own = thing.cell == mover.cell
    if not is_own and not sight.is_adjacent(state.position, mover.cell, thing.cell):
        yield _forbids(sight.is_adjacent.clause, "object-not-adjacent", who=mover.name, target=target)
    if not is_own and (standing := character_on(state.position, thing.cell)) is not None:
        yield _forbids(clause, "object-stood-on", target=target, other=standing.name)


def _against_putting_down(state: State, mover: Character, target: str, at: str) -> Iterator[Finding]:
    clause, cell, position = facing.direction.clause, cell_named(state, at), state.position
    if target not in state.carries.get(mover.name, ()):
        yield _forbids(clause, "not-carried", who=mover.name, target=target)
    if cell is None or not sight.is_adjacent(position, mover.cell, cell):
        yield _forbids(sight.is_adjacent.clause, "tile-not-adjacent", who=mover.name, cell=at)
        return
    if position.board.occupants.get(cell):
        yield _forbids(clause, "tile-taken", at=[at], cell=at)
    if any(obstructs(meaning(position.terrain, kind)) for kind in kinds_at(position, cell)):
        yield _forbids(obstructs.clause, "tile-obstructing", at=[at], cell=at)


def cell_named(state: State, label: str) -> Cell | None:
    """Give the tile of that name, None where there is none."""
    try:
        return parse_cell(state.board, label)
    except PlaceError:
        return None


def site_named(state: State, label: str) -> Site | None:
    """Give the tile or border of that name, None where there is none."""
    if "/" not in label:
        return cell_named(state, label)
    try:
        return parse_border(state.board, label)
    except PlaceError:
        return None


def _forbids(clause: Clause, message: str, *, at: list[str] | None = None, **args: str | int) -> Finding:
    return Finding(clause=clause, effect=Effect.FORBIDS, at=tuple(at or ()), message=Message(message, args))
