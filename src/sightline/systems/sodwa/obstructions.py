"""Whether lines are blocked or impeded, for many pairs on boards of one size: plans of sight made into tests of bits.

What a line meets depends on its displacement only, and so does the test; it is made from the plan itself, by walking
its contacts and readings, when a displacement is first asked for. It says nothing but yes or no: `look` explains.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from sightline.board import Board
from sightline.lattice import Cell
from sightline.rules import Position, Rulings, Site
from sightline.rules.position import Mask
from sightline.sight import Reading, SightPlan
from sightline.sight.contacts import BoardLine, Sites, find_contacts
from sightline.sight.plan import Always, ContactKind, EndIsIn, Leaf, Max, Min, Ruled, SightLine, settled
from sightline.systems.sodwa.sight_plan import BLOCKED

_PLANES = 3
"""The planes of a layer: cells, their borders to the east, their borders to the south."""


class Layout:
    """Where the sites of masks lie in one whole number, on boards of one size; a cell's number counts row by row.

    Each mask has a layer. Sites that lie the same way apart on the board are the same number of bits apart. `column`
    holds all bits of the first cell and its borders to the east and south.
    """

    def __init__(self, board: Board, masks: Iterable[Mask]) -> None:
        self.board = board
        self.columns = board.columns
        self.cells = board.columns * board.rows
        self.layers = {mask: number * _PLANES * self.cells for number, mask in enumerate(dict.fromkeys(masks))}
        planes = (layer + plane * self.cells for layer in self.layers.values() for plane in range(_PLANES))
        self.column = sum(1 << plane for plane in planes)

    def bit(self, mask: Mask, site: Site) -> int:
        """Give the number of the bit of a site in the layer of a mask."""
        return self.layers[mask] + self._in_layer(site)

    def _in_layer(self, site: Site) -> int:
        if isinstance(site, Cell):
            return site.r * self.columns + site.q
        first, second = site
        return (1 if first.r == second.r else 2) * self.cells + first.r * self.columns + first.q

    def packed(self, position: Position) -> int:
        """Give the bits of all sites that are in the masks of a position."""
        found = 0
        for mask in self.layers:
            for site in position.mask(mask):
                found |= 1 << self.bit(mask, site)
        return found

    def in_all_layers(self, site: Site) -> int:
        """Give the bits of a site in the layers of all masks."""
        return sum(1 << layer + self._in_layer(site) for layer in self.layers.values())


class _Formula(NamedTuple):
    """Holds where any bit of the mask is set, or where for one of the rows all formulas hold."""

    mask: int
    rows: tuple[tuple[_Formula, ...], ...] = ()

    def holds(self, bits: int) -> bool:
        if bits & self.mask:
            return True
        for row in self.rows:
            for formula in row:
                if not (bits & formula.mask or (formula.rows and formula.holds(bits))):
                    break
            else:
                return True
        return False


_NEVER = _Formula(0)


class Obstructions:
    """What on the lines of a plan is as bad as a degree, or worse, under these rulings.

    The plan draws one line, from centre to centre.
    """

    def __init__(self, plan: SightPlan, layout: Layout, rulings: Rulings, degree: int = BLOCKED) -> None:
        if not isinstance(plan.fold, SightLine):
            raise TypeError(plan.fold)
        self._line, self._layout, self._rulings, self._degree = plan.fold, layout, rulings, degree
        self._stands = [*dict.fromkeys(self._asked(each) for each in plan.fold.conditions)]
        self._standing = sum(((1 << layout.cells) - 1) << layer for layer in {layer for layer, _ in self._stands})
        self._readings: dict[tuple[int, ...], Mapping[ContactKind, Reading]] = {}
        self._formulas: dict[tuple[int, int, tuple[int, ...]], _Formula] = {}

    def hinder(self, bits: int, start: int, stop: int) -> bool:
        """Tell whether what is there is as bad for a line from cell to cell; both are given by their numbers."""
        columns = self._layout.columns
        (y, x), (to_y, to_x) = divmod(start, columns), divmod(stop, columns)
        case: tuple[int, ...] = ()  # for where neither end stands on anything
        if bits & self._standing:
            case = tuple([bits >> layer + (start if is_from else stop) & 1 for layer, is_from in self._stands])
        corner = (min(to_y, y)) * columns + (min(to_x, x))
        key = to_x - x, to_y - y, case
        formula = self._formulas.get(key)
        if formula is None:
            self._formulas[key] = formula = self._formula(Cell(x, y), Cell(to_x, to_y), case, corner)
        here = bits >> corner
        return bool(here & formula.mask or (formula.rows and formula.holds(here)))

    def _asked(self, condition: EndIsIn) -> tuple[int, bool]:
        """Give what a condition asks for: the layer of its mask, and whether it is about the start of the line."""
        return self._layout.layers[condition.mask], condition.end == "from"

    def _formula(self, start: Cell, stop: Cell, case: tuple[int, ...], corner: int) -> _Formula:
        """Give what hinders a line in that case of the conditions on its ends, its bits counted from a corner."""
        board = self._layout.board
        line = BoardLine(board, board.grid.centre(start), board.grid.centre(stop), frozenset((start, stop)))
        found = _any_of(
            self._read(reading, sites, corner)
            for kind, reading in self._settled(case).items()
            for _, sites in find_contacts(line, kind, _EVERYWHERE)
        )
        return _NEVER if found is None else found  # as nothing counts without a reason

    def _settled(self, case: tuple[int, ...]) -> Mapping[ContactKind, Reading]:
        """Give the readings in that case of the conditions."""
        if case not in self._readings:
            stands = dict(zip(self._stands, case, strict=True)) if case else dict.fromkeys(self._stands, 0)
            holding = {each: bool(stands[self._asked(each)]) != each.negated for each in self._line.conditions}
            self._readings[case] = {kind: settled(reading, holding) for kind, reading in self._line.readings.items()}
        return self._readings[case]

    def _read(self, reading: Reading, sites: Sites, corner: int) -> _Formula | None:
        """Give where a reading is as bad, None for always; TypeError for what no plan of this system has."""
        match reading:
            case Always(degree):
                return None if degree >= self._degree else _NEVER
            case Leaf(mask, at, degree, _, negated=False):
                is_bad = degree >= self._degree
                return _Formula(1 << self._layout.bit(mask, sites[at]) - corner) if is_bad else _NEVER
            case Max(parts):
                return _any_of(self._read(part, sites, corner) for part in parts)
            case Min(parts):
                return _all_of([self._read(part, sites, corner) for part in parts])
            case Ruled(name, choices):
                return self._read(choices[self._rulings[name]], sites, corner)
        raise TypeError(reading)


def _any_of(formulas: Iterable[_Formula | None]) -> _Formula | None:
    mask, rows = 0, list[tuple[_Formula, ...]]()
    for formula in formulas:
        if formula is None:
            return None
        mask |= formula.mask
        rows += formula.rows
    return _Formula(mask, tuple(rows))


def _all_of(formulas: Sequence[_Formula | None]) -> _Formula | None:
    if _NEVER in formulas:
        return _NEVER
    needed = tuple(formula for formula in formulas if formula is not None)
    return _Formula(0, (needed,)) if len(needed) > 1 else needed[0] if needed else None


class _Everywhere(Container[Site]):
    def __contains__(self, site: object) -> bool:
        return True


_EVERYWHERE = _Everywhere()
