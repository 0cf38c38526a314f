"""The unknowns of a board of Combat Hex as formulas: elevated hexes, printed lines, mounted warriors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from operator import ge, ne
from typing import Any

from msgspec import structs

from sightline.board import Board, Border
from sightline.i18n import _, pgettext, word
from sightline.inference.formulas import FALSE, TRUE, Literal
from sightline.inference.unknown_board import Assignment, Element, PossibleBase, Unknown
from sightline.lattice import Cell
from sightline.rules import Position, Site
from sightline.rules.position import Mask
from sightline.sight import Relation
from sightline.systems.combat_hex.terrain import (
    DOTTED_LINE,
    RED_LINE,
    dotted_lines,
    foot_soldiers,
    hill_label,
    hills,
    mounted,
    red_lines,
    standing_level,
    warriors,
)

_LEVEL = "level-"
_MOUNTED = "mounted"
_ALSO_AT = " also at "


class UnknownBoard(Unknown):
    """The elements that may be added to a known board: levels at ground level, printed lines, second hexes of warriors.

    Methods return the formula (a literal) that is true on a board with the property that they name.
    """

    def __init__(self, position: Position, highest_level: int) -> None:
        super().__init__(position)
        self.board = position.board
        levels = max(0, *self.board.levels) + len(self.board.pieces)
        self.highest = min(highest_level, levels)
        self._levels = sorted({*range(1, self.highest + 1), *self.board.levels})
        self._bases = {name: tuple(self._iter_bases(name)) for name in self.board.pieces}
        self._on: dict[Cell, dict[str, Literal]] = {}
        for name, bases in self._bases.items():
            for cell in dict.fromkeys(cell for base in bases for cell in base.cells):
                self._on.setdefault(cell, {})[name] = self.covers(name, cell)
        self._standing: dict[tuple[str, int], Literal] = {}
        self.hills_asked: dict[str, None] = {}

    # What may be added

    def level(self, cell: Cell, least: int = 1) -> Literal:
        """Return the formula that a hex has at least a level."""
        given = self.board.level(cell)
        if cell not in self.board or given or not 0 < least <= (self.highest if cell in self._on else 1):
            return TRUE if given >= least else FALSE
        return self.formulas.atom(("level", cell, least))

    def printed(self, kind: str, border: Border) -> Literal:
        """Return the formula that a line of a kind is printed on a border."""
        if kind in self.board.borders.get(border, ()):
            return TRUE
        return self.formulas.atom((kind, border))

    def bases(self, name: str) -> Sequence[PossibleBase]:
        return self._bases[name]

    def _iter_bases(self, name: str) -> Iterator[PossibleBase]:
        piece = self.board.pieces[name]
        if piece.beside:
            yield PossibleBase(piece.cells, TRUE)
            return
        near = [cell for cell in self.board.grid.neighbours(piece.cell) if cell in self.board]
        free = {cell: self.formulas.atom(("beside", name, cell)) for cell in near if not self.board.occupants.get(cell)}
        yield PossibleBase((piece.cell,), -self.formulas.any(free.values()))
        for cell, chosen in free.items():
            yield PossibleBase((piece.cell, cell), chosen)

    # The questions of a sight plan

    def is_in(self, mask: Mask, site: Site) -> Literal:
        if isinstance(site, Cell):
            if mask is hills:
                return self.level(site)
            return self.formulas.any(self._covers_as(name, site, mask) for name in self._on.get(site, ()))
        if mask is dotted_lines:
            return self.printed(DOTTED_LINE, site)
        if mask is not red_lines:
            raise NotImplementedError(mask)
        is_no_edge = self.formulas.equal(*map(self.level, site))
        return self.formulas.all((self.printed(RED_LINE, site), is_no_edge))

    def _covers_as(self, name: str, cell: Cell, mask: Mask) -> Literal:
        is_mounted = self.is_mounted(name)
        kinds: Mapping[Mask, Literal] = {warriors: TRUE, mounted: is_mounted, foot_soldiers: -is_mounted}
        return self.formulas.all((self._on[cell][name], kinds[mask]))

    def stands_in(self, mask: Mask, name: str) -> Literal:
        formulas: Mapping[Mask, Callable[[str], Literal]] = {hills: self.is_elevated, mounted: self.is_mounted}
        return formulas[mask](name)

    def is_related(self, relation: Relation, cell: Cell, name: str) -> Literal:
        if (relation.label, relation.holds) == (standing_level, ge):
            # Plans query this only for occupied hexes.
            on_cell = self._on.get(cell, {}).items()
            return self.formulas.any(self.formulas.all((on, self._is_as_high(other, name))) for other, on in on_cell)
        if (relation.label, relation.holds) == (hill_label, ne):
            return -self.is_on_hill(name, cell)
        raise NotImplementedError(relation)

    def is_mounted(self, name: str) -> Literal:
        """Return the formula that a warrior is mounted."""
        return self.formulas.any(base.chosen for base in self._bases[name] if len(base.cells) > 1)

    def is_elevated(self, name: str) -> Literal:
        """Return the formula that a warrior stands on elevated terrain; both hexes of a base do, or neither."""
        return self.level(self.board.pieces[name].cell)

    def stands_at(self, name: str, level: int) -> Literal:
        """Return the formula that a warrior stands at a level or higher."""
        if (name, level) not in self._standing:
            cells = dict.fromkeys(cell for base in self._bases[name] for cell in base.cells)
            parts = (self.formulas.all((self._on[cell][name], self.level(cell, level))) for cell in cells)
            self._standing[name, level] = self.formulas.any(parts)
        return self._standing[name, level]

    def _is_as_high(self, name: str, other: str) -> Literal:
        """Return the formula that a warrior stands as high as another, or higher."""
        return self.formulas.all(
            self.formulas.implies(self.stands_at(other, level), self.stands_at(name, level)) for level in self._levels
        )

    def is_on_hill(self, name: str, cell: Cell) -> Literal:
        """Return the formula that a hex belongs to the hill on which a warrior stands."""
        self.hills_asked[name] = None
        if cell == self.board.pieces[name].cell:
            return self.level(cell)
        return self.formulas.atom(("hill", name, cell))

    # Clauses that hold on every board

    def requirements(self) -> Iterator[tuple[Literal, ...]]:
        for bases in self._bases.values():
            chosen = [base.chosen for base in bases if len(base.cells) > 1]
            yield from ((-one, -other) for one, other in combinations(chosen, 2))
            for base in bases:
                levels = [self.level(cell) for cell in base.cells]
                yield -base.chosen, self.formulas.equal(levels[0], levels[-1])
        for names in self._on.values():
            yield from ((-one, -other) for one, other in combinations(names.values(), 2))
        for cell in self._on:
            yield from ((-self.level(cell, k + 1), self.level(cell, k)) for k in range(1, self.highest))
        for name in self.hills_asked:
            yield from self._hill_requirements(name)

    def _hill_requirements(self, name: str) -> Iterator[tuple[Literal, ...]]:
        """Yield the clauses about the hill on which a warrior stands. That it is connected is left to refinements."""
        at, grid = self.board.pieces[name].cell, self.board.grid
        for cell in self.board:
            on = self.is_on_hill(name, cell)
            near = [other for other in grid.neighbours(cell) if other in self.board]
            yield -on, self.level(cell)
            yield from ((-on, -self.level(other), self.is_on_hill(name, other)) for other in near)
            if cell != at:
                yield -on, self.level(at)
                yield -on, *(self.is_on_hill(name, other) for other in near)

    # Solutions

    def elements(self) -> Mapping[Literal, Element]:
        return {atom: self._element(kind, about) for atom, kind, about in self._iter_added()}

    def _iter_added(self) -> Iterator[tuple[Literal, str, tuple[Any, ...]]]:
        """Yield the atoms of what may be added, each with its kind and the arguments of its name."""
        for name, atom in self.formulas.atoms.items():
            match name:
                case ("level" | "beside" | "red-line" | "dotted-line" as kind, *about):
                    yield atom, kind, tuple(about)

    def _element(self, kind: str, about: tuple[Any, ...]) -> Element:
        label = self.position.label
        match kind:
            case "level":
                cell, level = about
                return Element(f"{_LEVEL}{level}", label(cell))
            case "beside":
                name, cell = about
                return Element(_MOUNTED, f"{name}{_ALSO_AT}{label(cell)}")
            case _:
                return Element(kind, label(about[0]))

    def position_of(self, found: Assignment) -> Position:
        """Return the board with exactly what an assignment adds."""
        board, levels, lines = self.board, dict[Cell, int](), dict[Border, list[str]]()
        pieces = []
        for atom, kind, about in self._iter_added():
            if not found.holds(atom):
                continue
            if kind == "level":
                cell, level = about
                levels[cell] = max(level, levels.get(cell, 0))
            elif kind == "beside":
                name, cell = about
                pieces.append(structs.replace(board.pieces[name], beside=(cell,), mounted=True))
            else:
                lines.setdefault(about[0], list(board.borders.get(about[0], ()))).append(kind)
        return self.position.with_surface(board.with_levels(levels).with_borders(lines).with_pieces(pieces))

    def refinements(self, found: Assignment) -> Iterator[tuple[Literal, ...]]:
        board = self.position_of(found).board
        left = {cell for cell in board if board.level(cell) > 0}
        while left:
            part = _flood(board, next(iter(left)), left)
            left -= part
            for name in self.hills_asked:
                if board.pieces[name].cell not in part and any(
                    found.holds(self.is_on_hill(name, cell)) for cell in part
                ):
                    yield from self._joining_requirements(board, name, part)

    def _joining_requirements(self, board: Board, name: str, part: set[Cell]) -> Iterator[tuple[Literal, ...]]:
        """Yield clauses: a separate part of elevated terrain is on a warrior's hill only if more hexes are elevated.

        A path that joins the two leaves the part over a separator around it, and enters the warrior's own part over
        another: each of these has to contain an elevated hex.
        """
        at = board.pieces[name].cell
        own = _flood(board, at, {cell for cell in board if board.level(cell) > 0})
        separators = [_separator(board, part, at), _separator(board, own, next(iter(part)))]
        for cell in sorted(part):
            for separator in separators:
                yield -self.is_on_hill(name, cell), *(self.level(near) for near in sorted(separator))


def localize_element(element: Element) -> Element:
    """Return an added element in the current language."""
    kind, place = element
    if kind == _MOUNTED:
        name, _separator, cell = place.rpartition(_ALSO_AT)
        return Element(pgettext("word", "mounted"), _("{name} also at {cell}").format(name=name, cell=cell))
    if kind.startswith(_LEVEL):
        return Element(pgettext("word", "level-{level}").format(level=kind.removeprefix(_LEVEL)), place)
    return Element(word(kind), place)


def _separator(board: Board, part: set[Cell], beyond: Cell) -> set[Cell]:
    """Return the cells next to a part that separate it from a cell beyond: those from which it can be reached."""
    edge = {near for cell in part for near in board.grid.neighbours(cell) if near in board} - part
    if beyond in edge:
        return edge
    outside = _flood(board, beyond, set(board) - part - edge)
    return {cell for cell in edge if any(near in outside for near in board.grid.neighbours(cell))}


def _flood(board: Board, start: Cell, allowed: set[Cell]) -> set[Cell]:
    """Return the connected component of a cell within the allowed cells; the cell itself always belongs to it."""
    found = edge = {start}
    while edge:
        edge = {near for cell in edge for near in board.grid.neighbours(cell) if near in allowed} - found
        found = found | edge
    return found
