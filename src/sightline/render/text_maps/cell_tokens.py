"""The contents of the cells of a map of characters: names of pieces, numbers, letters of terrain, levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence, Set
from functools import cached_property
from itertools import chain
from string import ascii_letters

from sightline.board import Piece
from sightline.lattice import Cell
from sightline.render.primitives.text_metrics import columns, cut, names_with_room, short_names
from sightline.render.scenes.scene import Scene
from sightline.render.scenes.shown_pieces import shown_among
from sightline.render.text_maps.ground_texts import GroundTexts, ground_texts, longest_within

Token = tuple[tuple[str, str], ...]
"""The content of a cell: texts, each with the class of its colour, "" for none."""
LONGEST_NAME, LONGEST_OBJECT = 4, 3
"""The maximum columns of names on a map: of pieces, and of objects, which are in brackets."""
MAX_NAMES = 2
"""The maximum number of names in a cell."""
_WIDEST, NARROWEST = 5, 3
"""The limits of the full width of cells, in which nothing is shortened."""
_BRACKETS = 2


class CellTokens:
    """The texts of the cells of a scene, for cells that are wide or narrow."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._colours = scene.side_colours

    @cached_property
    def ground(self) -> GroundTexts:
        """The texts of the ground. Lazy, because a map that is too large is not drawn."""
        return ground_texts(self.scene)

    @cached_property
    def full_width(self) -> int:
        """The width at which nothing, or almost nothing, is shortened."""
        names = self.names(_WIDEST)
        filled = (width_of(self._full(cell, names)) for cell in self._filled)
        bare = (columns(longest_within(texts, _WIDEST)) for texts in self._bare)
        return min(_WIDEST, max(NARROWEST, *filled, *bare))

    @cached_property
    def least_width(self) -> int:
        """The minimum width for numbers, terrain and levels to be readable."""
        least = (*map(self._least, self._filled), *(columns(texts[-1]) for texts in self._bare))
        return min(self.full_width, max(least, default=1))

    @cached_property
    def _filled(self) -> Collection[Cell]:
        """The cells that may have a piece or a number."""
        scene = self.scene
        cells = chain(scene.board.occupants, scene.values, scene.covered if scene.corner_values else ())
        return {cell for cell in cells if cell in scene.board}

    @cached_property
    def _bare(self) -> Collection[Sequence[str]]:
        """The distinct texts of the ground of the other cells."""
        filled = Counter(self.ground.of_cell[cell] for cell in self._filled)
        return [texts for texts, cells in self.ground.counts.items() if cells > filled[texts]]

    def _least(self, cell: Cell) -> int:
        if self.scene.board.occupants.get(cell):
            return 1
        number = self._number(cell)
        return columns(number or self.ground.of_cell[cell][-1])

    def names(self, width: int) -> Mapping[str, str]:
        """Return the short name of each piece on a map with cells of that width.

        If there is no room for brackets, names of objects differ from those of pieces; no name is a letter of terrain.
        """
        shown = self.scene.board.pieces
        short = self._short_names({**self.scene.former_pieces, **shown}, width)
        return {name: short[name] for name in shown}

    def _short_names(self, pieces: Mapping[str, Piece], width: int) -> Mapping[str, str]:
        if width > _BRACKETS:
            objects = [name for name, piece in pieces.items() if piece.as_terrain is not None]
            others = [name for name, piece in pieces.items() if piece.as_terrain is None]
            room = min(width - _BRACKETS, LONGEST_OBJECT)
            return {
                **names_with_room(others, min(width, LONGEST_NAME)),
                **(_letters(objects) if room == 1 else short_names(objects, room)),
            }
        taken = {longest_within(texts, width) for texts in self.ground.counts}
        return _letters(list(pieces), taken) if width == 1 else short_names(pieces, width, taken)

    def of_width(self, width: int) -> Mapping[Cell, Token]:
        """Return the token, in at most `width` columns, of each cell that may have a piece or a number."""
        names = self.names(width)
        return {cell: self._token(cell, names, width) for cell in self._filled}

    def _token(self, cell: Cell, names: Mapping[str, str], width: int) -> Token:
        full = self._full(cell, names, width)
        if width_of(full) <= width:
            return full
        pieces = self._by_rank(cell)
        if not pieces:
            return ((cut(self._number(cell) or longest_within(self.ground.of_cell[cell], width), width), ""),)
        more = f"+{len(pieces) - 1}"[: width - 1] if len(pieces) > 1 else ""
        first = self._name(pieces[0], names, width)
        if columns(first) + len(more) > width:
            first = cut(names[pieces[0].name], width - len(more))
        return (first, self._css(pieces[0])), (more, "")

    def _full(self, cell: Cell, names: Mapping[str, str], width: int = _WIDEST) -> Token:
        """Return the pieces of a cell, otherwise its number, otherwise its terrain and level.

        Up to two pieces are named; of more, the first one and the number of the others; then objects.
        """
        pieces = self._by_rank(cell)
        if not pieces:
            return ((self._number(cell) or longest_within(self.ground.of_cell[cell], width), ""),)
        standing = [piece for piece in pieces if piece.as_terrain is None]
        if len(standing) <= MAX_NAMES:
            named = [(names[piece.name], self._css(piece)) for piece in standing]
            parts = [*chain.from_iterable((("+", ""), part) for part in named)][1:]
        else:
            parts = [(names[standing[0].name], self._css(standing[0])), (f"+{len(standing) - 1}", "")]
        objects = (self._name(piece, names, width) for piece in pieces if piece.as_terrain is not None)
        return (*parts, *((name, "") for name in objects))

    def _name(self, piece: Piece, names: Mapping[str, str], width: int) -> str:
        """Return the short name of a piece, that of an object in brackets if there is room for them."""
        short = names[piece.name]
        return f"[{short}]" if piece.as_terrain is not None and width > _BRACKETS else short

    def _by_rank(self, cell: Cell) -> Sequence[Piece]:
        """Return the pieces in a cell: first those that are drawn, objects last."""
        pieces = self.scene.board.occupants.get(cell, ())
        standing = [piece for piece in pieces if piece.as_terrain is None]
        if len(standing) > MAX_NAMES:
            shown = shown_among(self.scene, standing)
            standing = [*shown, *(piece for piece in standing if piece not in shown)]
        return [*standing, *(piece for piece in pieces if piece.as_terrain is not None)]

    def _css(self, piece: Piece) -> str:
        about = " about" if piece.name in (self.scene.viewer, *self.scene.about) else ""
        return f"side-{self._colours[piece.side]}{about}"

    def _number(self, cell: Cell) -> str:
        """Return the number in a cell; on boards with numbers at corners, the least cost to cover the cell."""
        scene = self.scene
        if cell in scene.values:
            return scene.values[cell].text
        return str(scene.covered[cell]) if scene.corner_values and cell in scene.covered else ""


def width_of(token: Token) -> int:
    """Return the width of a token in columns."""
    return sum(columns(text) for text, _css in token)


def _letters(names: Sequence[str], taken: Set[str] = frozenset()) -> Mapping[str, str]:
    """Return a letter for each name: one of its letters if free, otherwise any, "?" if there are no more."""
    used, found = set(taken), dict[str, str]()
    for name in names:
        candidates = (char for char in name + name.swapcase() + ascii_letters if char.isalpha() and columns(char) == 1)
        found[name] = next((char for char in candidates if char not in used), "?")
        used.add(found[name])
    return found
