"""What may be done, found without the reasons that `sightline.rules.sodwa.play.acting` gives for each action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from sightline.board import format_cell
from sightline.rules import Effect, Ruleset
from sightline.rules.game import Action, Options
from sightline.rules.sodwa.pieces import Character
from sightline.rules.sodwa.play import actions as act
from sightline.rules.sodwa.play import clock
from sightline.rules.sodwa.play.acting import objections
from sightline.rules.sodwa.play.state import State
from sightline.rules.sodwa.play.ways import Way

_AGAINST = (Effect.BLOCKS, Effect.FORBIDS)


def legal_in(rules: Ruleset, state: State) -> Iterator[Options]:
    """Yield the groups of actions that may be taken, some of which may be empty."""
    if state.over is not None:
        return
    mover = state.mover
    if mover is None:
        yield Options(act.Choose, clock.may_choose(state), lambda who: act.Choose(who=who))
        return
    scene, who = _Scene(state, mover), mover.name
    may_move, may_attack = _may_take(state, mover, "move"), _may_take(state, mover, "attack")
    if may_move:
        yield Options(act.Move, scene.ways(), lambda way: act.Move(who=who, path=scene.path(way)))
    if may_attack:
        yield Options(act.Attack, scene.enemies_to_attack(), lambda target: act.Attack(who=who, target=target))
    if may_move:
        yield Options(act.PickUp, scene.objects_to_pick_up(), lambda target: act.PickUp(who=who, target=target))
    if may_attack:
        yield Options(act.Attack, scene.walls_to_attack(), lambda target: act.Attack(who=who, target=target))
    if "turn" not in state.acted:
        facings = [facing for facing in state.board.grid.facings if facing != mover.facing]
        yield Options(act.Turn, facings, lambda facing: act.Turn(who=who, facing=facing))
    if "put-down" not in state.acted and who in state.carries:
        yield Options(act.PutDown, _puttings_down(rules, state, mover), lambda action: action)
    yield Options(act.End, (who,), lambda who: act.End(who=who))


def _may_take(state: State, mover: Character, kind: Literal["move", "attack"]) -> bool:
    return kind not in state.acted and mover.ip >= clock.cost_of(kind)


def _puttings_down(rules: Ruleset, state: State, mover: Character) -> Sequence[Action]:
    near = [cell for cell in state.board.grid.ring(mover.cell, 1) if cell in state.board]
    possible = (
        act.PutDown(who=mover.name, target=name, at=format_cell(state.board, cell))
        for name in state.carries[mover.name]
        for cell in near
    )
    return [
        action
        for action in possible
        if not any(finding.effect in _AGAINST for finding in objections(rules, state, action))
    ]


class _Scene:
    """Where everybody stands as the active character looks round."""

    def __init__(self, state: State, mover: Character) -> None:
        self._arena, self._mover = state.arena, mover
        self._tiles = state.arena.tiles
        self._at = self._tiles.number(mover.cell)
        self._names = state.characters.keys()
        self._others = [other for other in state.characters.values() if other is not mover]
        enemies, friends = 0, 1 << self._at
        for other in self._others:
            bit = 1 << self._tiles.number(other.cell)
            if mover.is_friend_of(other):
                friends |= bit
            else:
                enemies |= bit
        self._standing = enemies | friends
        self._bits = self._arena.bits_with(self._standing)
        self._is_engaged = self._arena.is_any_adjacent(self._bits, self._at, enemies)

    def ways(self) -> Sequence[Way]:
        """Give a way to each tile where the character can move."""
        return self._arena.ways(self._mover).find(self._mover, self._others)

    def path(self, way: Way) -> tuple[str, ...]:
        """Give the labels of the tiles that a way enters."""
        found, (tile, before) = [], way
        while before is not None:
            found.append(self._tiles.labels[tile])
            tile, before = before
        return tuple(reversed(found))

    def enemies_to_attack(self) -> Sequence[str]:
        """Give the names of those that the character can attack."""
        return [other.name for other in self._others if self._can_attack(other)]

    def _can_attack(self, other: Character) -> bool:
        if self._mover.is_friend_of(other):
            return False
        arena, at, to = self._arena, self._at, self._tiles.number(other.cell)
        if arena.is_adjacent(self._bits, at, to):
            return True
        is_reached = not self._is_engaged and self._tiles.within(at, self._mover.range) >> to & 1
        return bool(is_reached) and not self._tiles.apart.is_blocked(self._bits, at, to)

    def objects_to_pick_up(self) -> Sequence[str]:
        """Give the names of the objects that the character can pick up."""
        return [
            thing.name for thing in self._arena.objects.values() if self._can_pick_up(self._tiles.number(thing.cell))
        ]

    def _can_pick_up(self, tile: int) -> bool:
        if tile == self._at:
            return True
        return not self._standing >> tile & 1 and self._arena.is_adjacent(self._bits, self._at, tile)

    def walls_to_attack(self) -> Sequence[str]:
        """Give the labels of the tiles and borders that the character can attack."""
        targets = self._arena.iter_targets(self._mover, self._bits, is_engaged=self._is_engaged)
        return [label for label in targets if label not in self._names]  # which mean the characters called so
