"""Generator: a small system on squares whose pictures show all that a system may ask for, and its boards.

Cells of a kind are a group, wherever they lie; so are all raised ones. Gates open the borders round them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import sightline
from sightline.api import Scenario
from sightline.board import Piece, format_cell
from sightline.render import Scene
from sightline.rules import (
    MOVE_ENDS,
    PLAIN_MOVE,
    Badge,
    CellGroup,
    Depicted,
    GroupColour,
    Movable,
    MoveOptions,
    Place,
    Placed,
    Position,
    Terrain,
    find_cheapest_paths,
    installed_systems,
)
from tests.render.boards import of_board
from tests.rules.tiny_system import Lamplighter, Lantern

COLOURS: Mapping[str, GroupColour] = {
    "obstructing": "black",
    "impeding": "yellow",
    "difficult": "gray",
    "liquid": "blue",
    "icy": "cyan",
    "corrosive": "purple",
    "transition": "green",
}


class Prop(Lamplighter, frozen=True, kw_only=True):
    """A piece, or a crate of which light is dim."""

    crate: bool = False

    @property
    def as_terrain(self) -> str | None:
        return "impeding" if self.crate else None


class Yard(Lantern, Placed[Any], Movable[Any, Place], Depicted[Any]):
    """The system."""

    key: ClassVar[str] = "yard"
    title: ClassVar[str] = "Yard"
    terrain: ClassVar[Mapping[str, Terrain]] = {
        "clear": Terrain(letter="."),
        "wall": Terrain(letter="#"),
        **{kind: Terrain(letter="y" if kind == "icy" else kind[0]) for kind in COLOURS},
    }
    border_terrain: ClassVar[Mapping[str, Terrain]] = {
        "hedge": Terrain(letter="h"),
        "gate": Terrain(letter="g"),
        "obstructing": Terrain(letter="o"),
    }
    piece_type: ClassVar[type[Piece]] = Prop

    def can_share(self, *_where: object) -> bool:
        return True

    def place_badges(self, place: Place) -> tuple[Badge, ...]:
        return (MOVE_ENDS,) if place.ends_move else ()

    def cell_groups(self, position: Position) -> Iterator[CellGroup]:
        board = position.board
        gaps = frozenset(border for border, kinds in board.borders.items() if "gate" in kinds)
        if raised := frozenset(cell for cell in board if board.level(cell)):
            yield CellGroup("raised", "red", raised, gaps)
        for kind, colour in COLOURS.items():
            if cells := frozenset(cell for cell in board if kind in (board.kinds(cell) or ())):
                yield CellGroup(kind, colour, cells, gaps)

    def placements(self, position: Position, piece: Piece, label: str, place: Place) -> Iterator[Piece]:
        raise NotImplementedError

    def places(self, position: Position, piece: Piece, options: MoveOptions = PLAIN_MOVE) -> Mapping[str, Place]:
        board = position.board
        ways = find_cheapest_paths(
            piece.cell, lambda cell: ((near, 1) for near in board.grid.neighbours(cell) if near in board), 2
        )
        return {
            format_cell(board, cell): Place(
                cost=cost, path=tuple(format_cell(board, each) for each in path), ends_move=bool(board.kinds(cell))
            )
            for cell, (cost, path) in ways.items()
        }


SYSTEMS = installed_systems().with_system(Yard())


def scenario(cells: str, pieces: str = "", borders: str = "") -> Scenario:
    """Read a drawing, in rows between slashes, with pieces and borders."""
    rows = "".join(f"    {row.strip()}\n" for row in cells.split("/"))
    text = f"sightline: 1\nrules: yard\nmap:\n  grid: square\n  cells: |\n{rows}  borders: {{{borders}}}\n"
    return sightline.parse(f"{text}pieces: {{{pieces}}}\n", systems=SYSTEMS)


def scene(cells: str, pieces: str = "", borders: str = "") -> Scene:
    """Return the scene of a drawing."""
    return of_board(scenario(cells, pieces, borders).scene)
