"""The state of reading a file: its problems, and the data of earlier sections that later ones need."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field, structs

from sightline.board import MAX_BOARD_SIZE, MAX_LEVEL, MIN_LEVEL, Board, Piece, Table, Zone
from sightline.formats.problems import Problems
from sightline.formats.yaml_tree import Node, UnreadableText
from sightline.i18n import _
from sightline.lattice import Grid
from sightline.rules import NotAnswered, Playable, Position, Ruleset, Rulings, Systems, Terrain, placing_of, require
from sightline.rules.game import Game

_MAX_LISTED = 2 * MAX_BOARD_SIZE**2


class Context(Struct):
    """The state of reading one file. None stands for data that is not read yet, or invalid.

    While the system is not known, everything that any system could accept is accepted.

    `folder` contains the files named in the text; None for a text that is not from a file.
    """

    problems: Problems
    systems: Systems
    folder: Path | None = None
    rules: Ruleset[Any] | None = None
    grid: Grid | None = None
    board: Board | None = None
    table: Table | None = None
    own_kinds: Mapping[str, Terrain] = field(default_factory=dict)
    terrain: Mapping[str, Terrain] = field(default_factory=dict)
    """All kinds of cells: the system's and the file's own."""
    border_terrain: Mapping[str, Terrain] = field(default_factory=dict)
    """All kinds of borders: the system's and, if it has any, the file's own."""
    legend: dict[str, str] = field(default_factory=dict)
    piece_names: Collection[str] = ()
    pieces: tuple[Piece, ...] = ()
    """The valid pieces of the file."""
    zones: Mapping[str, Zone] | None = None
    objects: set[str] = field(default_factory=set)
    """The names of pieces that are objects, which cannot be in a pair."""
    places: dict[str, Node] = field(default_factory=dict)
    """The values of the places of pieces and of the size of the map, by dotted key without `at`."""
    stated: Mapping[str, Any] = field(default_factory=dict)
    """The values of the keys of the current piece or team so far, including INVALID ones."""
    is_free: bool = False
    """True if the map is a free table."""
    _listed: int = 0
    _position: Position | None = None

    def __post_init__(self) -> None:
        self._merge_kinds()

    def use_rules(self, rules: Ruleset[Any]) -> None:
        """Set the rule system of the file."""
        self.rules = rules
        self._merge_kinds()

    def use_surface(self, surface: Board | Table) -> None:
        """Set the board or table of a scenario that has been read before."""
        if isinstance(surface, Table):
            self.table, self.is_free = surface, True
        else:
            self.board, self.grid = surface, surface.grid

    def use_kinds(self, kinds: Mapping[str, Terrain]) -> None:
        """Set the file's own kinds of terrain."""
        self.own_kinds = kinds
        self._merge_kinds()

    def _merge_kinds(self) -> None:
        # Merged once, not on access: a file may have many kinds, and access them for each.
        self.terrain = {**(self.rules.terrain if self.rules else {}), **self.own_kinds}
        built_in = self.rules.border_terrain if self.rules else {}
        self.border_terrain = {**built_in, **self.own_kinds} if built_in else {}

    def count_listed(self, cells: int, node: Node, key: str) -> None:
        """Count the cells in lists. Raise `UnreadableText` if there are more than any map could need."""
        self._listed += cells
        if self._listed > _MAX_LISTED:
            message = _("the lists of the map name more than {most} cells").format(most=_MAX_LISTED)
            raise UnreadableText(node, message, key=key)

    def occupying(self, piece: Piece) -> Piece:
        """Return a piece with the cells that it occupies, if they are known."""
        if self.rules is None or self.surface is None:
            return piece
        occupying: Piece = placing_of(self.rules).occupy(self.position_of(self.surface), piece)
        return occupying

    def position_of(self, surface: Board | Table) -> Position:
        """Return the position of a surface. It has no rulings, because places of pieces do not depend on them."""
        if self._position is None or self._position.surface is not surface:
            self._position = Position(surface, self.terrain, self.border_terrain, Rulings(()))
        return self._position

    @property
    def is_played(self) -> bool:
        """True if the system has a game, or is not known."""
        try:
            return self.rules is None or bool(self.game)
        except NotAnswered:
            return False

    @property
    def game(self) -> Game[Any]:
        """The game of the system, which must be known. Raise `NotAnswered` if it has none."""
        assert self.rules is not None
        return require(self.rules, Playable).game()

    @property
    def surface(self) -> Board | Table | None:
        """The board or the free table; None while neither is known."""
        return self.board if self.table is None else self.table

    @property
    def letters(self) -> Mapping[str, str]:
        """The kinds of the letters of drawings: those of the system, redefined by the legend."""
        built_in = self.rules.terrain if self.rules else {}
        return {**{terrain.letter: kind for kind, terrain in built_in.items() if terrain.letter}, **self.legend}

    @property
    def lettered_terrain(self) -> Mapping[str, Terrain]:
        """All kinds of cells, each with its first letter in the legend, otherwise that of the system."""
        letters = self.letters
        by_kind: dict[str, str] = {}
        for letter in (*self.legend, *letters):
            by_kind.setdefault(letters[letter], letter)
        return {kind: _with_letter(means, by_kind.get(kind, "")) for kind, means in self.terrain.items()}

    @property
    def grids(self) -> Collection[str]:
        """The kinds of grid of the system; all of them while it is not known."""
        return self.rules.grids if self.rules else ("hex", "square", "free")

    @property
    def levels(self) -> range:
        """The levels that the system allows; those of any system while it is not known."""
        rules = self.rules
        return range(rules.lowest_level, rules.highest_level + 1) if rules else range(MIN_LEVEL, MAX_LEVEL + 1)


def _with_letter(terrain: Terrain, letter: str) -> Terrain:
    return terrain if terrain.letter == letter else structs.replace(terrain, letter=letter)
