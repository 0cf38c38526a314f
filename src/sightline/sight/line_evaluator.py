"""Evaluation of one line of a sight plan: quickly to a degree, or in full to its reasons.

The parts of a reading that depend on a single site are computed once per board, as the degree of each site, and indexed
by the places where lines meet the site; only the rest of a reading is evaluated contact by contact.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Set
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from msgspec import Struct

from sightline.board import Board
from sightline.deadline import check_limit
from sightline.lattice import Cell, Point, pack_coordinates
from sightline.rules.position import Mask, Position, Site, TerrainMask
from sightline.sight.contact_evaluator import Citation, CompiledReading, ContactEvaluator
from sightline.sight.contacts import BoardLine, find_contacts, places_of
from sightline.sight.line_result import Reason
from sightline.sight.normalize import normalize
from sightline.sight.plan import (
    Always,
    Condition,
    ContactKind,
    EndIsIn,
    Leaf,
    Max,
    Min,
    Reading,
    Role,
    Ruled,
    SightLine,
    iter_max_parts,
    iter_parts,
    masks_of,
)

Index = Mapping[int, tuple[Site, ...]]
"""Sites by the numbers of the places where lines meet them; see `places_of`."""


class _PreparedReading(Struct, frozen=True, eq=False):
    """A reading prepared for one board."""

    kind: ContactKind
    reading: CompiledReading
    degrees: Mapping[Site, int]
    index: Index
    rest: CompiledReading
    watched: Container[Site] | None
    watched_in_all: Container[Site]
    places: Set[int]
    known: dict[Site, tuple[Citation, ...]] = {}


class LineEvaluator:
    """Evaluates lines between two ends; `ends` are all cells of both."""

    def __init__(self, position: Position, ends: frozenset[Cell], contacts: ContactEvaluator) -> None:
        self.position = position
        self.ends = ends
        self.contacts = contacts
        self._prepared: dict[int, list[_PreparedReading]] = {}
        self._lines: dict[tuple[Point, Point], BoardLine] = {}

    def degree(self, line: SightLine, start: Point, stop: Point, enough: int) -> int:
        """Return the degree of a line, or the degree of any contact of at least `enough`."""
        check_limit()
        worst, drawn = 0, self._drawn(start, stop)
        for prepared in self._met_by(line, drawn):
            for degree in self._degrees(prepared, drawn):
                if degree > worst:
                    worst = degree
                    if worst >= enough:
                        return worst
        return worst

    def reasons(self, line: SightLine, start: Point, stop: Point) -> tuple[Reason, ...]:
        """Return the reasons on a line, in order along it, each once."""
        drawn = self._drawn(start, stop)
        found = [reason for prepared in self._met_by(line, drawn) for reason in self._reasons(prepared, drawn)]
        return tuple(sorted(found, key=attrgetter("at")))

    def _drawn(self, start: Point, stop: Point) -> BoardLine:
        if (start, stop) not in self._lines:
            self._lines[start, stop] = BoardLine(self.position.board, start, stop, self.ends)
        return self._lines[start, stop]

    def _met_by(self, line: SightLine, drawn: BoardLine) -> Iterator[_PreparedReading]:
        """Yield the readings that a line may have contacts for."""
        return (prepared for prepared in self._prepare(line) if not drawn.misses(prepared.kind, prepared.places))

    def _prepare(self, line: SightLine) -> list[_PreparedReading]:
        if id(line) not in self._prepared:
            case = self.contacts.case_of(line.conditions)
            self._prepared[id(line)] = _prepare(line, self.position, case)
        return self._prepared[id(line)]

    def _degrees(self, prepared: _PreparedReading, drawn: BoardLine) -> Iterator[int]:
        if prepared.degrees:
            for _, site in _FINDERS[prepared.kind](prepared.index, drawn):
                yield prepared.degrees[site]
        if prepared.watched is not None:
            for _, sites in find_contacts(drawn, prepared.kind, prepared.watched, prepared.places):
                degree, leaves = self.contacts.evaluate(prepared.rest, sites)
                if leaves:
                    yield degree

    def _reasons(self, prepared: _PreparedReading, drawn: BoardLine) -> Iterable[Reason]:
        """Return the reasons of a reading on a line, in order, each once."""
        kind, known = prepared.kind, prepared.known
        if prepared.watched is None:
            return [
                Reason(kind, clause, degree, sites, at)
                for at, site in _FINDERS[kind](prepared.index, drawn)
                for clause, degree, sites in (known[site] if site in known else self._citations(prepared, site))
            ]
        return dict.fromkeys(
            Reason(kind, clause, degree, sites, at)
            for at, contact in find_contacts(drawn, kind, prepared.watched_in_all, prepared.places)
            for clause, degree, sites in self.contacts.citations(prepared.reading, contact)
        )

    def _citations(self, prepared: _PreparedReading, site: Site) -> tuple[Citation, ...]:
        """Return the citations of a reading at a single site; cached."""
        sites = {_OWN_ROLE[prepared.kind]: site}
        found = prepared.known[site] = tuple(self.contacts.citations(prepared.reading, sites))
        return found


def _index(kind: ContactKind, board: Board, sites: Iterable[Site]) -> Index:
    if kind == "cell":
        return {pack_coordinates(*site): (site,) for site in sites if isinstance(site, Cell)}
    index: dict[int, tuple[Site, ...]] = {}
    for site in sites:
        for place in places_of(kind, board, site):
            index[place] = (*index.get(place, ()), site)
    return index


def _cells(index: Index, drawn: BoardLine) -> Iterator[tuple[int, Site]]:
    crossed, ends = drawn.course.crossed, drawn.ends
    for place, k in drawn.cells_in(index):
        [cell] = index[place]
        if cell not in ends:
            yield crossed[4 * k + 2], cell


def _crossed_borders(index: Index, drawn: BoardLine) -> Iterator[tuple[int, Site]]:
    for place, k in drawn.edges_in(index):
        for site in index[place]:
            yield drawn.course.crossings[4 * k + 3], site


def _touched_borders(index: Index, drawn: BoardLine) -> Iterator[tuple[int, Site]]:
    for place, k in drawn.corners_in(index):
        for site in index[place]:
            if site not in drawn.run_along:
                yield drawn.course.corners[3 * k + 2], site


_FINDERS: Mapping[ContactKind, Callable[[Index, BoardLine], Iterator[tuple[int, Site]]]] = {
    "cell": _cells,
    "border": _crossed_borders,
    "border-touch": _touched_borders,
}
"""The kinds of contacts whose sites can be indexed, each with a function that yields (position on the line, site)."""
_OWN_ROLE: Mapping[ContactKind, Role] = {"cell": "cell", "border": "border", "border-touch": "border"}


class _SplitReading(Struct, frozen=True, eq=False):
    """A reading compiled independently of the board, for ends that satisfy the same conditions.

    - `alone`: parts that depend on a single site; with `rest`, their maximum is the reading.
    - `masks`: the masks of the reading; `masks_of_rest`: those of `rest`.
    """

    kind: ContactKind
    reading: CompiledReading
    masks: tuple[Mask, ...]
    alone: tuple[_SitePart, ...]
    rest: CompiledReading
    masks_of_rest: tuple[Mask, ...]


class _SitePart(NamedTuple):
    """A part of a reading that depends on a single site: its masks with a clause, and all of its masks."""

    reading: CompiledReading
    masks: tuple[Mask, ...]
    all_masks: tuple[Mask, ...]

    @property
    def is_of_terrain(self) -> bool:
        """True if all masks depend only on terrain."""
        return all(isinstance(mask, TerrainMask) for mask in self.all_masks)


class _SplitLine(Struct, frozen=True, eq=False):
    """The readings of a line compiled; `is_of_terrain` is True if all that is a reason on it is terrain."""

    readings: tuple[_SplitReading, ...]
    is_of_terrain: bool


class _TerrainPart(Struct, frozen=True, eq=False):
    """The part of a reading that depends only on terrain, computed once for all positions of the pieces."""

    split: _SplitReading
    degrees: Mapping[Site, int]
    index: Index
    places: frozenset[int]


def _prepare(line: SightLine, position: Position, case: tuple[bool, ...]) -> list[_PreparedReading]:
    """Return the readings of a line prepared for a board, and for ends that satisfy these conditions.

    The line is cached with them, to keep it alive: its id is the key.
    """
    key, split_line = ("prepared", id(line), case), _split(line, case)

    def of_terrain() -> tuple[SightLine, list[_TerrainPart]]:
        return line, list(_terrain_parts(split_line, position))

    def with_pieces(at: Position) -> tuple[SightLine, list[_PreparedReading]]:
        return line, list(_with_pieces(at.cached_by_terrain(key, of_terrain)[1], at))

    if split_line.is_of_terrain:
        return position.cached_by_terrain(("all", *key), lambda: with_pieces(position))[1]
    return position.cached(key, with_pieces)[1]


def _split(line: SightLine, case: tuple[bool, ...]) -> _SplitLine:
    """Return the readings of a line, compiled once for all boards."""
    if case not in line.compiled:
        holding = dict(zip(line.conditions, case, strict=True))

        def known(condition: Condition) -> bool | None:
            return holding[condition] if isinstance(condition, EndIsIn) else None

        normal = ((kind, normalize(reading, known)) for kind, reading in line.readings.items())
        readings = tuple(_split_reading(kind, reading) for kind, reading in normal)
        masks = (mask for split in readings for mask in split.masks)
        line.compiled[case] = _SplitLine(readings, all(isinstance(mask, TerrainMask) for mask in masks))
    found: _SplitLine = line.compiled[case]
    return found


def _split_reading(kind: ContactKind, reading: Reading) -> _SplitReading:
    parts = list(iter_max_parts(reading))
    alone = [part for part in parts if _counts_alone(part, kind)]
    if not all(map(_needs_reason, parts)):
        alone = []  # the other masks may count only together with these as reasons
    rest = Max(tuple(part for part in parts if part not in alone))
    spread = [each for part in alone for each in _iter_distributed(part)]
    site_parts = (_SitePart(CompiledReading(part), masks_of(part), _all_masks_of(part)) for part in spread)
    return _SplitReading(
        kind, CompiledReading(reading), masks_of(reading), tuple(site_parts), CompiledReading(rest), masks_of(rest)
    )


def _terrain_parts(line: _SplitLine, position: Position) -> Iterator[_TerrainPart]:
    for split in line.readings:
        degrees = _degrees_of(position, [part for part in split.alone if part.is_of_terrain], split.kind)
        index = _index(split.kind, position.board, degrees)
        terrain = [mask for mask in split.masks if split.masks_of_rest and isinstance(mask, TerrainMask)]
        yield _TerrainPart(split, degrees, index, _places(split.kind, position, terrain))


def _with_pieces(of_terrain: Iterable[_TerrainPart], position: Position) -> Iterator[_PreparedReading]:
    """Yield the readings prepared for a position: the parts for its terrain, merged with those for its pieces."""
    for part in of_terrain:
        split, degrees, index = part.split, part.degrees, part.index
        in_all = _sites_in(position, split.masks)
        if in_all is None:
            continue
        pieces = _degrees_of(position, [part for part in split.alone if not part.is_of_terrain], split.kind)
        if pieces:
            added = _index(split.kind, position.board, [site for site in pieces if site not in degrees])
            degrees = {**degrees, **{site: max(degree, degrees.get(site, 0)) for site, degree in pieces.items()}}
            index = {**index, **{end: (*index.get(end, ()), *sites) for end, sites in added.items()}}
        watched = _sites_in(position, split.masks_of_rest)
        places: Set[int] = index.keys()
        if watched is not None:
            others = [mask for mask in split.masks if not isinstance(mask, TerrainMask)]
            places = part.places | _places(split.kind, position, others) if others else part.places
        yield _PreparedReading(split.kind, split.reading, degrees, index, split.rest, watched, in_all, places)


def _places(kind: ContactKind, position: Position, masks: Iterable[Mask]) -> frozenset[int]:
    """Return the places where contacts of a kind have a site that is in any of these masks."""
    sites = chain.from_iterable(map(position.mask, masks))
    return frozenset(place for site in sites for place in places_of(kind, position.board, site))


def _sites_in(position: Position, masks: tuple[Mask, ...]) -> Container[Site] | None:
    """Return the sites of a position that are in any of these masks, None if there are none."""
    filled = [sites for mask in masks if (sites := position.mask(mask))]
    return _Union(filled) if len(filled) > 1 else filled[0] if filled else None


class _Union(Container[Site]):
    """The sites that are in any of several masks."""

    def __init__(self, masks: list[Mapping[Site, str]]) -> None:
        self._masks = masks

    def __contains__(self, site: object) -> bool:
        return any(site in mask for mask in self._masks)


def _all_masks_of(reading: Reading) -> tuple[Mask, ...]:
    """Return the masks of a reading, including those of leaves without a clause."""
    return tuple(dict.fromkeys(part.mask for part in iter_parts(reading) if isinstance(part, Leaf)))


def _iter_distributed(reading: Reading) -> Iterator[Reading]:
    """Yield the parts of which a reading is the maximum, with `Min` distributed over `Max`."""
    match reading:
        case Max(parts):
            for part in parts:
                yield from _iter_distributed(part)
        case Min(parts) if any(isinstance(part, Max) for part in parts):
            first = next(part for part in parts if isinstance(part, Max))
            others = tuple(part for part in parts if part is not first)
            for part in first.parts:
                yield from _iter_distributed(Min((part, *others)))
        case _:
            yield reading


def _needs_reason(reading: Reading) -> bool:
    """Return whether every way to a degree above 0 cites a clause."""
    match reading:
        case Leaf(clause=clause):
            return clause is not None
        case Max(parts):
            return all(map(_needs_reason, parts))
        case Min(parts):
            return not parts or any(map(_needs_reason, parts))
        case Ruled(choices=choices):
            return all(map(_needs_reason, choices.values()))
    return False


def _counts_alone(reading: Reading, kind: ContactKind) -> bool:
    """Return whether a reading depends only on the single site of a contact of a kind, and cites a clause there."""
    leaves = (isinstance(part, Leaf) and _OWN_ROLE.get(kind) == part.at for part in _iter_nodes(reading))
    return _needs_reason(reading) and all(leaves)


def _iter_nodes(reading: Reading) -> Iterator[Reading]:
    """Yield the conditions of a reading, and its `Ruled` nodes without their choices."""
    if isinstance(reading, Max | Min):
        for part in reading.parts:
            yield from _iter_nodes(part)
    elif not isinstance(reading, Always):
        yield reading


def _degrees_of(position: Position, parts: Iterable[_SitePart], kind: ContactKind) -> Mapping[Site, int]:
    """Return the highest degree of each site. Sites in the same masks have equal degrees, and are evaluated once."""
    role = _OWN_ROLE.get(kind, "cell")
    contacts, degrees = ContactEvaluator(position, {}, {}), dict[Site, int]()
    for part in parts:
        masks, known = [position.mask(mask) for mask in part.all_masks], dict[tuple[bool, ...], int]()
        for site in chain.from_iterable(map(position.mask, part.masks)):
            if isinstance(site, Cell) != (role == "cell"):
                continue  # a mask may hold both cells and borders
            held_by = tuple([site in mask for mask in masks]) if len(masks) > 1 else ()
            if held_by not in known:
                known[held_by], _ = contacts.evaluate(part.reading, {role: site})
            if known[held_by] > degrees.get(site, 0):
                degrees[site] = known[held_by]
    return degrees
