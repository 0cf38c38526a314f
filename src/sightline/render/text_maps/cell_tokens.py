"""The contents of the cells of a map of characters: names of pieces, numbers, letters of terrain, levels."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import chain
from string import ascii_letters

from sightline.board import Piece
from sightline.lattice import Cell
from sightline.render.primitives.colours import side_colours
from sightline.render.primitives.text_metrics import columns, cut, names_with_room, short_names
from sightline.render.scenes.scene import Scene
from sightline.render.scenes.shown_pieces import shown_among
from sightline.rules.terrain_letters import CLEAR_LETTER

Token = tuple[tuple[str, str], ...]
"""The content of a cell: texts, each with the class of its colour, "" for none."""
LONGEST_NAME, LONGEST_OBJECT = 4, 3
"""The maximum columns of names on a map: of pieces, and of objects, which are in brackets."""
MOST_NAMES = 2
"""The maximum number of names in a cell."""
_WIDEST, NARROWEST = 5, 3
"""The limits of the full width of cells, in which nothing is shortened."""
_BRACKETS = 2


class CellTokens:
    """The texts of the cells of a scene, for cells that are wide or narrow."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._colours = side_colours(tuple(dict.fromkeys(piece.side for piece in scene.pieces.values())))

    @cached_property
    def full_width(self) -> int:
        """The width at which nothing, or almost nothing, is shortened."""
        names = self.names(_WIDEST)
        filled = (width_of(self._full(cell, names)) for cell in self._filled)
        bare = (columns(_ground_in(texts, _WIDEST)) for texts in self._bare)
        return min(_WIDEST, max(NARROWEST, *filled, *bare))

    @cached_property
    def least_width(self) -> int:
        """The minimum width for numbers, terrain and levels to be readable."""
        least = (*map(self._least, self._filled), *(columns(texts[-1]) for texts in self._bare))
        return min(self.full_width, max(least, default=1))

    @cached_property
    def _grounds(self) -> Mapping[Cell, Sequence[str]]:
        """The texts of the ground of each cell, in decreasing length. Cells with equal ground share them."""
        board, texts = self.scene.board, dict[tuple[tuple[str, ...], int], Sequence[str]]()
        found = {}
        for cell, ground in zip(board, board.iter_ground(), strict=True):
            if ground not in texts:
                texts[ground] = tuple(self._ground_texts(*ground))
            found[cell] = texts[ground]
        return found

    @cached_property
    def _filled(self) -> Collection[Cell]:
        """The cells that may have a piece or a number."""
        scene = self.scene
        cells = chain(scene.board.occupants, scene.values, scene.covered if scene.corner_values else ())
        return {cell for cell in cells if cell in scene.board}

    @cached_property
    def _bare(self) -> Collection[Sequence[str]]:
        """The distinct texts of the ground of the other cells."""
        return {texts for cell, texts in self._grounds.items() if cell not in self._filled}

    def _least(self, cell: Cell) -> int:
        if self.scene.board.occupants.get(cell):
            return 1
        number = self._number(cell)
        return columns(number or self._grounds[cell][-1])

    def names(self, width: int) -> Mapping[str, str]:
        """Return the short name of each piece on a map with cells of that width.

        If there is no room for brackets, names of objects differ from those of pieces; no name is a letter of terrain.
        """
        shown = self.scene.board.pieces
        short = self._short_names({**self.scene.once, **shown}, width)
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
        taken = {_ground_in(texts, width) for texts in {*self._grounds.values()}}
        return _letters(list(pieces), taken) if width == 1 else short_names(pieces, width, taken)

    def of_width(self, width: int) -> Mapping[Cell, Token]:
        """Return the token of each cell in at most `width` columns."""
        names = self.names(width)
        bare = {texts: _bare_token(texts, width) for texts in self._bare}
        return {
            cell: self._token(cell, names, width) if cell in self._filled else bare[texts]
            for cell, texts in self._grounds.items()
        }

    def _token(self, cell: Cell, names: Mapping[str, str], width: int) -> Token:
        full = self._full(cell, names, width)
        if width_of(full) <= width:
            return full
        pieces = self._by_rank(cell)
        if not pieces:
            return ((cut(self._number(cell) or _ground_in(self._grounds[cell], width), width), ""),)
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
            return ((self._number(cell) or _ground_in(self._grounds[cell], width), ""),)
        standing = [piece for piece in pieces if piece.as_terrain is None]
        if len(standing) <= MOST_NAMES:
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
        if len(standing) > MOST_NAMES:
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

    def _ground_texts(self, kinds: Sequence[str], level: int) -> Iterator[str]:
        """Yield the letters of terrain and its level, in decreasing length: a level alone means clear ground."""
        letters = "".join(self.scene.letters[kind] for kind in kinds)
        is_told = level in self.scene.levels
        yield f"{letters or self.scene.letters.get('clear', CLEAR_LETTER)}{level if is_told else ''}"
        if is_told and not letters and not self.scene.values:
            yield str(level)
        if is_told and len(letters) > 1:
            yield f"{letters[0]}{level}"


def _ground_in(texts: Sequence[str], width: int) -> str:
    """Return the longest text of the ground of a cell that fits in a width, otherwise the shortest."""
    return next((text for text in texts if len(text) <= width), texts[-1])


def _bare_token(texts: Sequence[str], width: int) -> Token:
    """Return the token of a cell without a piece or number, in at most `width` columns."""
    text = _ground_in(texts, width)
    return ((text if columns(text) <= width else cut(text, width), ""),)


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
