"""The state of a battle: a frozen value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from msgspec import Struct, structs

from sightline.board import Board
from sightline.lattice import Cell
from sightline.rules import Position, Site
from sightline.rules.game import BattleOver
from sightline.systems.sodwa.game.battle_map import Arena
from sightline.systems.sodwa.pieces import Character

_NOTHING: Mapping[Any, Any] = MappingProxyType({})


class State(Struct, frozen=True, dict=True):
    """A battle between two sides, as it stands.

    `origin` is the position that it began in, `arena` the ground with the objects on it now. `characters` are those on
    the map by name, in the order of the file. `active` has its turn, or the side `choosing` has to say which of its
    characters is next; `last` is the side of the latest turn begun. `due` are those whose turn of this tick is still to
    come. `acted` are the kinds of what the active one has done. `carried` are the objects that are on no tile, by name;
    `carries` names them by who carries them. `damage` is what obstructing terrain has taken.
    """

    origin: Position
    arena: Arena
    characters: Mapping[str, Character]
    sides: tuple[str, ...]
    limit: int
    karma: Mapping[str, int]
    tick: int = 0
    active: str | None = None
    choosing: str | None = None
    last: str | None = None
    due: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()
    carried: Mapping[str, Character] = _NOTHING
    carries: Mapping[str, tuple[str, ...]] = _NOTHING
    damage: Mapping[Site, int] = _NOTHING
    over: BattleOver | None = None

    @property
    def board(self) -> Board:
        """The ground as it is now, with the objects on it, without characters."""
        return self.arena.board

    @cached_property
    def position(self) -> Position:
        """The position with everybody and everything on it, in the order of the file."""
        there = {**self.arena.objects, **self.characters}
        pieces = {name: there[name] for name in self.origin.pieces if name in there}
        return self.arena.position.with_surface(replace(self.board, pieces=MappingProxyType(pieces)))

    @property
    def mover(self) -> Character | None:
        """The character that has its turn."""
        return None if self.active is None else self.characters[self.active]

    def other_side(self, side: str) -> str:
        """Give the opponent's side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def with_characters(self, *changed: Character) -> State:
        """Give this state with other values of some characters."""
        return structs.replace(self, characters={**self.characters, **{each.name: each for each in changed}})

    def after(self, kind: str, character: Character, cost: int) -> State:
        """Give this state after the active character, as it is now, has taken an action of a kind at that cost."""
        paid = structs.replace(character, ip=character.ip - cost)
        characters = {**self.characters, paid.name: paid}
        return structs.replace(self, characters=characters, acted=(*self.acted, kind))

    def to_json(self) -> Mapping[str, Any]:
        """Give the state as JSON has it."""
        return {
            "tick": self.tick,
            "active": self.active,
            "choosing": self.choosing,
            "last": self.last,
            "due": list(self.due),
            "karma": {side: self.karma[side] for side in self.sides},
            "pieces": dict(self._pieces()),
            "terrain": dict(self._terrain()),
            "damage": {self.arena.position.label(site): points for site, points in self.damage.items()},
        }

    def _pieces(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield everybody and everything, in the order of the file."""
        for name in self.origin.pieces:
            if name in self.characters:
                yield name, self._character(self.characters[name])
            elif name in self.carried:
                yield name, {"is": str(self.carried[name].as_terrain), "at": None}
            elif name in self.arena.objects:
                thing = self.arena.objects[name]
                yield name, {"is": str(thing.as_terrain), "at": self.arena.label(thing.cell)}

    def _character(self, character: Character) -> Mapping[str, Any]:
        return {
            "side": character.side,
            "at": self.arena.label(character.cell),
            "facing": None if character.facing is None else str(character.facing),
            "health": character.health,
            "ip": character.ip,
            "moved": character.moved,
            "acted": list(self.acted) if character.name == self.active else [],
            "carries": list(self.carries.get(character.name, ())),
        }

    def _terrain(self) -> Iterator[tuple[str, str]]:
        """Yield what differs from the position that the battle began in: the kinds now on a tile or border."""
        board, origin, label = self.board, self.origin.board, self.arena.position.label
        if board.ground is origin.ground and board.borders is origin.borders:
            return
        for index, (kinds, before) in enumerate(zip(board.ground, origin.ground, strict=True)):
            if kinds != before and kinds is not None:
                cell: Cell = board.grid.cell_at(index % board.columns, index // board.columns)
                yield label(cell), _words(kinds)
        for border, before in origin.borders.items():
            kinds = board.borders.get(border, ())
            if kinds != before:
                yield label(border), _words(kinds)


def _words(kinds: tuple[str, ...]) -> str:
    return ", ".join(kinds) or "clear"
