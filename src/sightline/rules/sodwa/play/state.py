"""The state of a battle: a frozen value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from msgspec import structs

from sightline.board import Board
from sightline.lattice import Cell
from sightline.rules import Position, Site
from sightline.rules.game import Over
from sightline.rules.sodwa.pieces import Character, character_of


@dataclass(frozen=True)
class State:
    """A battle between two sides, as it stands.

    `origin` is the position that it began in, `position` the one now. `active` has its turn, or the side `choosing`
    has to say which of its characters is next; `last` is the side of the latest turn begun. `due` are those whose turn
    of this tick is still to come. `acted` are the kinds of what the active one has done. `carried` are the objects that
    are on no tile, by name; `carries` names them by who carries them. `damage` is what obstructing terrain has taken.
    """

    origin: Position
    position: Position
    sides: tuple[str, ...]
    limit: int
    karma: Mapping[str, int]
    tick: int = 0
    active: str | None = None
    choosing: str | None = None
    last: str | None = None
    due: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()
    carried: Mapping[str, Character] = field(default_factory=dict)
    carries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    damage: Mapping[Site, int] = field(default_factory=dict)
    over: Over | None = None

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return self.position.board

    @cached_property
    def characters(self) -> Mapping[str, Character]:
        """The characters on the map by name, in the order of the file."""
        pieces = map(character_of, self.position.pieces.values())
        return {piece.name: piece for piece in pieces if piece.as_terrain is None}

    @property
    def mover(self) -> Character | None:
        """The character that has its turn."""
        return None if self.active is None else self.characters[self.active]

    def other_side(self, side: str) -> str:
        """Give the opponent's side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def with_board(self, board: Board) -> State:
        """Give this state on another board."""
        return replace(self, position=self.position.with_surface(board))

    def with_characters(self, *changed: Character) -> State:
        """Give this state with other values of some characters."""
        return self.with_board(self.board.with_pieces(changed))

    def after(self, kind: str, character: Character, cost: int) -> State:
        """Give this state after the active character, as it is now, has taken an action of a kind at that cost."""
        paid = structs.replace(character, ip=character.ip - cost)
        return replace(self.with_characters(paid), acted=(*self.acted, kind))

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
            "damage": {self.position.label(site): points for site, points in self.damage.items()},
        }

    def _pieces(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield everybody and everything, in the order of the file."""
        for name in self.origin.pieces:
            if name in self.carried:
                yield name, {"is": str(self.carried[name].as_terrain), "at": None}
            elif name in self.position.pieces:
                yield name, self._piece(character_of(self.position.pieces[name]))

    def _piece(self, piece: Character) -> Mapping[str, Any]:
        at = self.position.label(piece.cell)
        if piece.as_terrain is not None:
            return {"is": str(piece.as_terrain), "at": at}
        return {
            "side": piece.side,
            "at": at,
            "facing": None if piece.facing is None else str(piece.facing),
            "health": piece.health,
            "ip": piece.ip,
            "moved": piece.moved,
            "acted": list(self.acted) if piece.name == self.active else [],
            "carries": list(self.carries.get(piece.name, ())),
        }

    def _terrain(self) -> Iterator[tuple[str, str]]:
        """Yield what differs from the position that the battle began in: the kinds now on a tile or border."""
        board, origin = self.board, self.origin.board
        for index, (kinds, before) in enumerate(zip(board.ground, origin.ground, strict=True)):
            if kinds != before and kinds is not None:
                cell: Cell = board.grid.cell_at(index % board.columns, index // board.columns)
                yield self.position.label(cell), _words(kinds)
        for border, before in origin.borders.items():
            kinds = board.borders.get(border, ())
            if kinds != before:
                yield self.position.label(border), _words(kinds)


def _words(kinds: tuple[str, ...]) -> str:
    return ", ".join(kinds) or "clear"
