"""A board of cells as a map of characters that fits a terminal, with lists of what is on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from sightline.board import MAX_BOARD_SIZE, Board, Border, format_border, format_cell
from sightline.i18n import _, word
from sightline.lattice import Cell, format_column
from sightline.render.scenes.scene import Scene
from sightline.render.text_maps.board_roster import roster
from sightline.render.text_maps.border_chars import BorderChars, border_chars
from sightline.render.text_maps.cell_tokens import LONGEST_NAME, CellTokens
from sightline.render.text_maps.map_form import cell_positions, map_form
from sightline.render.text_maps.map_signs import NO_SIGN, map_signs
from sightline.render.text_maps.text_canvas import Painter, TextCanvas, unpainted
from sightline.render.text_maps.text_layout import MAP_WIDTH, TextOptions, legend_lines
from sightline.rules.terrain_letters import CLEAR_LETTER

_MAX_CELLS = 100_000
"""The maximum number of cells of a drawn map: larger ones would be megabytes of text."""
_UPRIGHT, _LYING = 1, 2
"""The directions from a square to the one on its right and to the one below."""


class CellMap(Struct, frozen=True):
    """A map of characters.

    - `lines`: the lines of its parts; there are several parts if a row of cells does not fit.
    - `legend`: the entries of its legend.
    - `names`: the short names that pieces have on it, without the brackets of objects.
    """

    lines: Sequence[str]
    parts: int
    legend: Sequence[str]
    names: Mapping[str, str]


def map_blocks(scene: Scene, options: TextOptions) -> list[Sequence[str]]:
    """Return the map, the rows of pieces and borders, and the legend."""
    board = scene.board
    most = MAX_BOARD_SIZE if options.max_cells is None else options.max_cells
    if max(board.columns, board.rows) > most or len(board.ground) > _MAX_CELLS:
        rows = [*roster(scene, CellTokens(scene).names(LONGEST_NAME)), *_borders(scene), *_areas(scene)]
        return [[_too_large(board)], rows] if options.has_map else [rows]
    drawn = text_map(scene, width=options.width, paint=options.paint)
    rows = [*roster(scene, drawn.names), *_borders(scene), *_areas(scene)]
    return [drawn.lines, rows, legend_lines(drawn.legend, options.width)] if options.has_map else [rows]


def text_map(scene: Scene, *, width: int | None = None, paint: Painter = unpainted) -> CellMap:
    """Return the map of a board in at most `width` columns.

    With less room, names and cells are narrower; if that does not suffice, the map is cut into parts, one below the
    other.
    """
    return _MapDrawing(scene, width or MAP_WIDTH, paint).drawn()


class _MapDrawing:
    """A map of a scene while it is drawn."""

    def __init__(self, scene: Scene, width: int, paint: Painter) -> None:
        self.scene = scene
        self.board = scene.board
        self.paint = paint
        self.signs = map_signs(scene)
        self.is_square = self.board.grid.kind == "square"
        self.borders = border_chars(self.board) if self.is_square else {}
        self.margin = len(str(self.board.rows)) + 1
        self.cells = CellTokens(scene)
        upright = any(_direction(self.board, border) == _UPRIGHT for border in self._shown_borders())
        room = width - self.margin
        self.form = map_form(self.board, self.cells, room, has_signs=bool(self.signs), has_borders=upright)
        self.columns_at_once = self.form.cells_in(self.board, room)
        self.tokens = self.cells.of_width(self.form.token)
        self.position_of = cell_positions(self.board)

    def _shown_borders(self) -> Sequence[Border]:
        return [*self.board.borders] if self.is_square else []

    def drawn(self) -> CellMap:
        """Return the map, part by part."""
        lines: list[str] = []
        firsts = range(0, self.board.columns, self.columns_at_once)
        for first in firsts:
            part = range(first, min(first + self.columns_at_once, self.board.columns))
            lines += [*([""] if lines else []), *self._part(part)]
        return CellMap(lines, len(firsts), self._legend(), self.cells.names(self.form.token))

    def _part(self, shown: range) -> Iterator[str]:
        """Yield the lines of some columns: shifted columns half a row down, shifted rows half a cell to the right."""
        canvas = self._ground(shown).copy(self.paint)
        for cell, token in self.tokens.items():
            if self._is_in(cell, shown):
                line, x = self._place(cell, shown)
                canvas.put_parts(line, x + self.form.before, token)
        for site, (char, _meaning, css) in self.signs.items():
            if isinstance(site, Cell) and site in self.board and self._is_in(site, shown):
                canvas.put(*self._place(site, shown), char, css)
        self._draw_borders(canvas, shown)
        yield self._head(shown)
        for number in range(canvas.last_line + 1):
            drawn = canvas.line(number)
            if drawn or not self.is_square:
                yield drawn

    def _ground(self, shown: range) -> TextCanvas:
        """Return the canvas with the numbers of rows and the ground of all cells, which maps of one form share."""
        known = self.cells.ground.canvases
        if (self.form, shown) not in known:
            canvas = TextCanvas()
            for cell, text in self.cells.ground.within(self.form.token).items():
                if self._is_in(cell, shown):
                    line, x = self._place(cell, shown)
                    canvas.put(line, x + self.form.before, text)
            numbers = {self._row_line(row): row + 1 for row in range(self.board.rows)}
            for line, number in numbers.items():
                canvas.put(line, 0, f"{number:>{self.margin - 1}}")
            for line in range(canvas.last_line + 1):
                canvas.line(line)  # so that maps draw those lines anew on which they put something
            known[self.form, shown] = canvas
        return known[self.form, shown]

    def _is_in(self, cell: Cell, shown: range) -> bool:
        """Return whether a cell is in the columns shown."""
        return len(shown) == self.board.columns or self.board.grid.column_row(cell)[0] in shown

    def _head(self, shown: range) -> str:
        """Return the line with the labels of columns, as far as there is room for them."""
        canvas, free = TextCanvas(), 0
        for column in shown:
            label = format_column(column)
            x = self._place(self.board.grid.cell_at(column, 0), shown)[1] + self.form.before
            if x >= free:
                canvas.put(0, x, label)
                free = x + len(label) + 1
        return canvas.line(0)

    def _place(self, cell: Cell, shown: range) -> tuple[int, int]:
        """Return the line and column at which a cell begins. On squares there is a line for borders below each row."""
        line, halves = self.position_of(cell)
        x = self.margin + (halves - 2 * shown.start) * self.form.pitch // 2
        return (2 * line if self.is_square else line), x

    def _row_line(self, row: int) -> int:
        """Return the line with a row's number: that of its uppermost cell."""
        cells = (self.board.grid.cell_at(column, row) for column in range(min(2, self.board.columns)))
        return min(self._place(cell, range(1))[0] for cell in cells)

    def _draw_borders(self, canvas: TextCanvas, shown: range) -> None:
        """Put the borders between squares: beside them, and below them along their whole width."""
        form = self.form
        upright, lying = dict[tuple[int, int], str](), dict[tuple[int, int], str]()
        for border in self._shown_borders():
            kinds = tuple(sorted(self.board.borders[border]))
            place, chars = self.board.grid.column_row(border[0]), self.borders[kinds]
            if _direction(self.board, border) == _UPRIGHT:
                upright[place] = chars.upright
            else:
                lying[place] = chars.lying
            if place[0] in shown:
                self._put_border(canvas, border, chars, shown)
        gap = form.before + form.behind
        for (column, row), char in lying.items():
            if column in shown and column + 1 in shown and lying.get((column + 1, row)) == char:
                line, x = self._place(self.board.grid.cell_at(column, row), shown)
                canvas.put(line + 1, x + form.before + form.token, char * gap)
        for (column, row), char in upright.items():
            has_line = any(each in shown and (each, row) in lying for each in shown)
            if column in shown and has_line and upright.get((column, row + 1)) == char:
                line, x = self._place(self.board.grid.cell_at(column, row), shown)
                canvas.put(line + 1, x + form.before + form.token, char)

    def _put_border(self, canvas: TextCanvas, border: Border, chars: BorderChars, shown: range) -> None:
        """Put the terrain on a border, under the sign of a finding about it if there is one."""
        line, x = self._place(border[0], shown)
        sign, _meaning, css = self.signs.get(border, NO_SIGN)
        if _direction(self.board, border) == _UPRIGHT:
            canvas.put(line, x + self.form.before + self.form.token, sign or chars.upright, css)
        else:
            parts = [(sign, css), (chars.lying * (self.form.token - len(sign)), "")]
            canvas.put_parts(line + 1, x + self.form.before, [part for part in parts if part[0]])

    def _legend(self) -> list[str]:
        """Return the entries of the legend."""
        scene = self.scene
        entries = [*self._terrain_entries()]
        if scene.whole_level:
            entries.append(_("the whole board is at level {level}").format(level=scene.whole_level))
        if scene.levels:
            entries.append(_("a number after a letter is the level") if scene.values else _("a number is the level"))
        if scene.values:
            entries.append(_("a number is the {what}").format(what=scene.values_are))
        if any(value.is_barred for value in scene.values.values()):
            entries.append(_("(n) can only be passed through"))
        if scene.corner_values and scene.covered:
            entries.append(_("a number is the least {what} to stand there").format(what=scene.values_are))
        entries += self._piece_entries()
        return entries + [f"{sign} {_(meaning)}" for sign, meaning, _css in sorted(set(self.signs.values()))]

    def _terrain_entries(self) -> Iterator[str]:
        """Yield each kind of terrain behind its letter and the characters of its borders."""
        shown = {kind for kinds in set(self.board.ground) for kind in kinds or ()}
        of_borders = {kinds: f"{upright}{lying}" for kinds, (upright, lying) in self.borders.items()}
        if self.scene.letters.get("clear", CLEAR_LETTER) != CLEAR_LETTER:
            shown |= {"clear"}
        for kind, letter in sorted(self.scene.letters.items()):
            signs = [
                *([letter] if kind in shown else []),
                *([of_borders.pop((kind,))] if (kind,) in of_borders else []),
            ]
            if signs:
                yield f"{' '.join(signs)} {word(kind)}"
        yield from (f"{signs} {', '.join(map(word, kinds))}" for kinds, signs in of_borders.items())

    def _piece_entries(self) -> Iterator[str]:
        """Yield the meanings of the signs at the names of pieces."""
        parts = {text for token in self.tokens.values() for text, _css in token}
        if any(token[-1][0] == "+" for token in self.tokens.values()):
            yield _("+ more there")
        if any(text[:1] == "+" and text[1:].isdecimal() for text in parts):
            yield _("+n this many more there")
        if any(text.startswith("[") for text in parts):
            yield _("[x] an object")


def _direction(board: Board, border: Border) -> int:
    """Return the direction from the first square of a border to the second."""
    return _UPRIGHT if board.grid.neighbour(border[0], _UPRIGHT) == border[1] else _LYING


def _too_large(board: Board) -> str:
    message = _("(The map of {columns}x{rows} cells is too large to draw here.)")
    return message.format(columns=board.columns, rows=board.rows)


def _borders(scene: Scene) -> Iterator[str]:
    """Yield the kinds on borders, each with the labels of its borders."""
    places: dict[str, list[str]] = {}
    for border, kinds in sorted(scene.board.borders.items()):
        for kind in kinds:
            places.setdefault(kind, []).append(format_border(scene.board, border))
    for kind, names in sorted(places.items()):
        yield _("{kind} on {borders}").format(kind=word(kind), borders=" ".join(names))


def _areas(scene: Scene) -> Iterator[str]:
    """Yield the effect of each marked area, with the labels of its cells and borders."""
    for area in scene.marked_areas:
        labels = (
            format_cell(scene.board, site) if isinstance(site, Cell) else format_border(scene.board, site)
            for site in area.sites
        )
        yield _("{effect}: {places}").format(effect=area.meaning, places=" ".join(labels))
