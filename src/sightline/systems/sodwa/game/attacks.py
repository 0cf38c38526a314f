"""Attacks in play: dice, karma, damage, defeat, knockback, and terrain that falls."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from sightline.lattice import Cell
from sightline.referee.judge import attack_on
from sightline.rules import Dice, Ruleset, Site
from sightline.rules.game import BattleOver, Event, Transition
from sightline.systems.sodwa import basic_attack as attacks
from sightline.systems.sodwa import destructible
from sightline.systems.sodwa.attack_numbers import ATTACK, DAMAGE, DEFENSE, numbers_of
from sightline.systems.sodwa.facing import facing_to
from sightline.systems.sodwa.game.actions import Attacked, Defeated, Destroyed, KarmaGained, KnockedBack, WasPutDown
from sightline.systems.sodwa.game.clock import cost_of
from sightline.systems.sodwa.game.encounter import Meeting, Scene
from sightline.systems.sodwa.game.karma import gain, gained_by_failing, spent_on
from sightline.systems.sodwa.game.state import State
from sightline.systems.sodwa.pieces import Character, attributes


def attack_character(rules: Ruleset[Any], state: State, mover: Character, name: str, dice: Dice) -> Transition[State]:
    """Give what comes of an attack on a character."""
    target, side = state.characters[name], mover.side or ""
    meeting, before = Scene(state, mover).meet(target), state
    attacked = _rolled(meeting, state.karma[side], dice)
    state = _after_attacking(state, mover, [target.cell])
    if not attacked.success:
        return _failed(state, side, attacked)
    karma = {**state.karma, side: state.karma[side] - attacked.karma_spent}
    hit = structs.replace(target, health=attacked.health or 0)
    state = structs.replace(state, karma=karma)
    if attacks.is_defeated(hit.health):
        return _defeated(state, hit, attacked)
    thrown_to = None
    if attacked.doubles and meeting.kind == "ranged":
        thrown_to = attacks.thrown_to(attack_on(rules, before.position, mover, target, None))
    if thrown_to is not None:
        moved = state.with_characters(structs.replace(hit, at=thrown_to))
        return Transition(moved, (attacked, KnockedBack(who=name, to=state.arena.label(thrown_to))))
    return Transition(state.with_characters(hit), (attacked,))


def _rolled(meeting: Meeting, points: int, dice: Dice) -> Attacked:
    """Give an attack as the dice have it; `points` is the karma of the attacker's side."""
    target, values = meeting.target, numbers_of(meeting)
    die, tens, ones = dice.thrown, dice.throw(attacks.DIE), dice.throw(attacks.DIE)
    roll, difficulty = attacks.read((tens, ones)), attacks.difficulty_of(values)
    is_success = attacks.is_success(roll, difficulty)
    spent = 0 if is_success else spent_on(roll, difficulty, points)
    damage = values[DAMAGE] if is_success or spent else 0
    return Attacked(
        who=meeting.attacker.name,
        target=target.name,
        kind=meeting.kind,
        attack_value=values[ATTACK],
        defense_value=values[DEFENSE],
        difficulty=difficulty,
        dice=(tens, ones),
        die=die,
        roll=roll,
        karma_spent=spent,
        success=is_success or spent > 0,
        doubles=tens == ones,
        damage=damage,
        health=max(0, target.health - damage),
    )


def _after_attacking(state: State, mover: Character, tiles: list[Cell]) -> State:
    """Give the state after the active character has attacked, and so faces the middle of some tiles."""
    turned = structs.replace(mover, attacked=True, facing=facing_to(mover.cell, tiles))
    return state.after("attack", turned, cost_of("attack"))


def _failed(state: State, side: str, attacked: Attacked) -> Transition[State]:
    gained = gained_by_failing(attacked.difficulty or 0)
    if not gained:
        return Transition(state, (attacked,))
    cancelled, karma = gain(state.karma, side, gained)
    told = KarmaGained(side=side, gained=gained, cancelled=cancelled, points=karma[side])
    return Transition(structs.replace(state, karma=karma), (attacked, told))


def _defeated(state: State, target: Character, attacked: Attacked) -> Transition[State]:
    """Give the state without a character, whose objects fall where it was; its side may have lost."""
    left = {name: other for name, other in state.characters.items() if name != target.name}
    due = tuple(name for name in state.due if name != target.name)
    state = structs.replace(state, characters=left, due=due)
    events: list[Event] = [attacked, Defeated(who=target.name)]
    at = state.arena.label(target.cell)
    for name in state.carries.get(target.name, ()):
        state = put(state, target.name, name, target.cell)
        events.append(WasPutDown(who=target.name, target=name, at=at))
    if not any(other.side == target.side for other in state.characters.values()):
        over = BattleOver(winner=state.other_side(target.side or ""), how="defeat")
        return Transition(finished(state, over), (*events, over))
    return Transition(state, tuple(events))


def put(state: State, carrier: str, name: str, cell: Cell) -> State:
    """Give the state with an object on a tile that somebody has carried."""
    thing = structs.replace(state.carried[name], at=cell)
    left = tuple(each for each in state.carries[carrier] if each != name)
    carries = {who: names for who, names in {**state.carries, carrier: left}.items() if names}
    carried = {each: other for each, other in state.carried.items() if each != name}
    arena = state.arena.with_board(state.board.with_pieces([thing]), [cell])
    return structs.replace(state, arena=arena, carried=carried, carries=carries)


def finished(state: State, over: BattleOver) -> State:
    """Give the state in which the battle is over."""
    return structs.replace(state, active=None, choosing=None, acted=(), over=over)


def attack_terrain(state: State, mover: Character, site: Site) -> Transition[State]:
    """Give what comes of an attack on obstructing terrain."""
    position, earlier = state.arena.position, state.damage.get(site, 0)
    label = position.label(site)
    kind = destructible.kind_against(position, mover, site)
    numbers = attributes(mover, kind)
    damage = numbers.damage if numbers else 0
    attacked = Attacked(who=mover.name, target=label, kind=kind, damage=damage)
    tiles = [site] if isinstance(site, Cell) else [*site]
    after = _after_attacking(state, mover, tiles)
    if destructible.is_destroyed(position, damage, earlier):
        left = {place: points for place, points in state.damage.items() if place != site}
        arena = after.arena.with_board(destructible.after_damage(position, site, damage, earlier), tiles)
        return Transition(
            structs.replace(after, arena=arena, damage=left), (attacked, Destroyed(at=label, damage=earlier + damage))
        )
    if damage and destructible.adds_up(position):
        after = structs.replace(after, damage={**state.damage, site: earlier + damage})
    return Transition(after, (attacked,))
