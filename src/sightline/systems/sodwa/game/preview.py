"""What an action would come to, before it is taken: everything that can be known without the dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sightline.i18n import Term, _, localized, ngettext
from sightline.referee.judge import attack_on, judge
from sightline.rules import Ruleset
from sightline.rules.game import Action
from sightline.systems.sodwa import basic_attack as attacks
from sightline.systems.sodwa import destructible
from sightline.systems.sodwa.facing import facing_to
from sightline.systems.sodwa.game import actions as act
from sightline.systems.sodwa.game.clock import Standing, cost_of, ticks_to_next
from sightline.systems.sodwa.game.karma import gained_by_failing, spent_on
from sightline.systems.sodwa.game.legality import cell_named, site_named
from sightline.systems.sodwa.game.phases import type_of
from sightline.systems.sodwa.game.state import State
from sightline.systems.sodwa.movement import Course
from sightline.systems.sodwa.pieces import Character, attributes

_ROLLS = range(attacks.LOWEST, attacks.HIGHEST + 1)


def preview(rules: Ruleset[Any], state: State, action: Action) -> Mapping[str, Any]:
    """Give what a legal action comes to; `ip` is what is left, `next` the ticks to the next turn if this one ends."""
    mover = state.mover
    if mover is None or isinstance(action, act.Resign):
        return {}
    match action:
        case act.Attack(target=target) if target in state.characters:
            told = _attack(rules, state, mover, state.characters[target])
        case act.Attack(target=target):
            told = _strike(state, mover, target)
        case act.Move(path=path):
            told = _move(state, mover, path)
        case _:
            told = {}
    left = mover.ip - cost_of(type_of(action))
    return {**told, "ip": left, "next": ticks_to_next([Standing(mover.name, mover.side or "", left, mover.initiative)])}


def _attack(rules: Ruleset[Any], state: State, mover: Character, target: Character) -> dict[str, Any]:
    judged = judge(rules, attack_on(rules, state.position, mover, target, None))
    values, karma = judged.extra_fields, state.karma[mover.side or ""]
    difficulty = values["defense_value"] - values["attack_value"]
    left = max(0, target.health - values["damage"])
    to = attacks.thrown_to(judged.attack) if values["kind"] == "ranged" and left else None
    return {
        "kind": values["kind"],
        "attack_value": values["attack_value"],
        "defense_value": values["defense_value"],
        "difficulty": difficulty,
        "karma": karma,
        "odds": {
            "hit": _chance(difficulty, 0),
            "with_karma": _chance(difficulty, karma),
            "doubles": _chance(difficulty, karma, only_doubles=True),
        },
        "damage": values["damage"],
        "ignored": values["ignored"],
        "health": left,
        "knocked_back": None if to is None else state.position.label(to),
        "karma_on_failure": gained_by_failing(difficulty),
    }


def _chance(difficulty: int, karma: int, *, only_doubles: bool = False) -> Fraction:
    """Give the chance of a success with so much karma at hand; or of doubles on one."""
    hits = sum(
        attacks.is_success(roll, difficulty) or spent_on(roll, difficulty, karma) > 0
        for roll in _ROLLS
        if attacks.is_doubles(roll) or not only_doubles
    )
    return Fraction(hits, len(_ROLLS))


def _strike(state: State, mover: Character, place: str) -> dict[str, Any]:
    site = site_named(state, place)
    assert site is not None  # as the attack is legal
    kind, earlier = destructible.kind_against(state.position, mover, site), state.damage.get(site, 0)
    numbers = attributes(mover, kind)
    damage = numbers.damage if numbers else 0
    return {
        "kind": Term(kind),
        "damage": damage,
        "earlier": earlier,
        "destroys": destructible.is_destroyed(state.position, damage, earlier),
    }


def _move(state: State, mover: Character, path: tuple[str, ...]) -> dict[str, Any]:
    course, cost = Course(state.position, mover), 0
    spot = course.start(mover)
    budget = course.budget(spot)
    for label in path:
        to = cell_named(state, label)
        step = course.step(spot, to) if to is not None else None
        assert step is not None  # as the move is legal
        before, (spot, more) = spot, step
        cost += more
    return {
        "to": path[-1],
        "cost": cost,
        "move": budget,
        "stops": [clause.id for clause in spot.step.ends],
        "facing": str(facing_to(before.cell, [spot.cell])),
    }


def foretold(action: Action, told: Mapping[str, Any]) -> Iterator[str]:
    """Say what a preview holds, the most important first."""
    match action:
        case act.Attack(target=target) if "odds" in told:
            yield from _attack_foretold(target, told)
        case act.Attack():
            words = (
                _("{kind}, {damage} damage: it falls") if told["destroys"] else _("{kind}, {damage} damage: it stands")
            )
            yield words.format(kind=localized(told["kind"]), damage=told["damage"])
        case act.Move():
            yield _("costs {cost} of {move}, ends facing {facing}").format(**told)
            if told["stops"]:
                yield _("the movement ends there by {clauses}").format(clauses=", ".join(told["stops"]))
        case act.End():
            yield _("{ip} IP are kept, the next turn comes {then}").format(**told, then=_then(told["next"]))
            return
    if told:
        words = _("{ip} IP are left, the next turn comes {then} if this one ends then")
        yield words.format(**told, then=_then(told["next"]))


def _then(ticks: int) -> str:
    return ngettext("in {ticks} tick", "in {ticks} ticks", ticks).format(ticks=ticks)


def _attack_foretold(target: str, told: Mapping[str, Any]) -> Iterator[str]:
    odds = {name: int(100 * chance) for name, chance in told["odds"].items()}
    chances = _("{kind}, {hit} %")
    if odds["with_karma"] > odds["hit"]:
        chances = _("{kind}, {hit} %, with {karma} karma {with_karma} %")
    comes_to = (
        _("{damage} damage, {health} Health left") if told["health"] else _("{damage} damage, which defeats {target}")
    )
    words = {**told, **odds, "kind": localized(told["kind"]), "target": target}
    yield _("{chances}: {comes_to}").format(chances=chances, comes_to=comes_to).format(**words)
    yield _("{attack_value} against {defense_value}: {difficulty} or more is needed").format(**words)
    if told["ignored"]:
        yield _("{ignored} damage is ignored").format(**words)
    if told["knocked_back"]:
        yield _("doubles ({doubles} %) knock {target} back to {knocked_back}").format(**words)
    if told["karma_on_failure"]:
        yield _("a failure brings {karma_on_failure} karma").format(**words)
