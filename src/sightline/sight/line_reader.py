"""Reading single lines of a plan: how bad a line is, fast, as folds compare many; and why, for those that decide."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Set
from itertools import chain
from operator import itemgetter

from msgspec import Struct

from sightline.board import Board
from sightline.lattice import Cell, Point
from sightline.rules.clause import Clause
from sightline.rules.position import Mask, Position, Site, TerrainMask
from sightline.sight.contacts import BoardLine, find_contacts, places_of
from sightline.sight.evaluate import ContactEvaluator
from sightline.sight.line_result import Reason
from sightline.sight.plan import (
    Always,
    ContactKind,
    Leaf,
    Max,
    Min,
    Reading,
    Role,
    Ruled,
    SightLine,
    iter_parts,
    masks_of,
    settled,
)

Named = tuple[Clause, int, tuple[tuple[Site, str], ...]]
"""A clause that counts at a contact, to which degree, and the sites with the word for what is there."""

Index = Mapping[int, tuple[Site, ...]]
"""Sites by where lines meet them, as `places_of` has it."""


class _Ready(Struct, frozen=True, eq=False):
    """A reading made ready for one board.

    `degrees` are those of sites that count by themselves, `index` says where lines meet these, `known` what was found
    there before. `rest` is read for each contact that has a site in `watched`, which is None where there are none. All
    contacts that count lie at `places`.
    """

    kind: ContactKind
    reading: Reading
    degrees: Mapping[Site, int]
    index: Index
    rest: Reading
    watched: Container[Site] | None
    watched_in_all: Container[Site]
    places: Set[int]
    known: dict[Site, tuple[Named, ...]] = {}


class LineReader:
    """Reads lines between two ends; `ends` are all cells of both."""

    def __init__(self, position: Position, ends: frozenset[Cell], judge: ContactEvaluator) -> None:
        self.position = position
        self.ends = ends
        self.judge = judge
        self._ready: dict[int, list[_Ready]] = {}
        self._lines: dict[tuple[Point, Point], BoardLine] = {}

    def degree(self, line: SightLine, start: Point, stop: Point, enough: int) -> int:
        """Give the degree of a line, or, once it is clear that it is `enough` or worse, any that is."""
        worst, drawn = 0, self._drawn(start, stop)
        for ready in self._met_by(line, drawn):
            for degree in self._degrees(ready, drawn):
                if degree > worst:
                    worst = degree
                    if worst >= enough:
                        return worst
        return worst

    def reasons(self, line: SightLine, start: Point, stop: Point) -> tuple[Reason, ...]:
        """Give what counts on a line, in order along it."""
        drawn = self._drawn(start, stop)
        found = [found for ready in self._met_by(line, drawn) for found in self._found(ready, drawn)]
        return tuple(reason for _, reasons in sorted(found, key=itemgetter(0)) for reason in reasons)

    def _drawn(self, start: Point, stop: Point) -> BoardLine:
        if (start, stop) not in self._lines:
            self._lines[start, stop] = BoardLine(self.position.board, start, stop, self.ends)
        return self._lines[start, stop]

    def _met_by(self, line: SightLine, drawn: BoardLine) -> Iterator[_Ready]:
        """Yield the readings that a line may have contacts for."""
        return (ready for ready in self._ready_for(line) if not drawn.misses(ready.kind, ready.places))

    def _ready_for(self, line: SightLine) -> list[_Ready]:
        if id(line) not in self._ready:
            case = self.judge.case_of(line.conditions)
            key = "ready", id(line), case
            _, self._ready[id(line)] = self.position.cached(key, lambda at: _ready_of(line, at, case))
        return self._ready[id(line)]

    def _degrees(self, ready: _Ready, drawn: BoardLine) -> Iterator[int]:
        if ready.degrees:
            for _, site in _FINDERS[ready.kind](ready.index, drawn):
                yield ready.degrees[site]
        if ready.watched is not None:
            for _, sites in find_contacts(drawn, ready.kind, ready.watched, ready.places):
                degree, leaves = self.judge.read(ready.rest, sites)
                if leaves:
                    yield degree

    def _found(self, ready: _Ready, drawn: BoardLine) -> Iterator[tuple[int, list[Reason]]]:
        """Yield where each contact that counts begins, and its reasons."""
        if ready.watched is None:
            contacts = ((at, self._known(ready, site)) for at, site in _FINDERS[ready.kind](ready.index, drawn))
        else:
            found = find_contacts(drawn, ready.kind, ready.watched_in_all, ready.places)
            contacts = ((at, tuple(self.judge.named(ready.reading, sites))) for at, sites in found)
        for at, named in contacts:
            if named:
                yield at, [Reason(ready.kind, clause, degree, sites, at) for clause, degree, sites in named]

    def _known(self, ready: _Ready, site: Site) -> tuple[Named, ...]:
        if site not in ready.known:
            ready.known[site] = tuple(self.judge.named(ready.reading, {_OWN_ROLE[ready.kind]: site}))
        return ready.known[site]


def _index(kind: ContactKind, board: Board, sites: Iterable[Site]) -> Index:
    """Give sites by where lines meet them."""
    index: dict[int, tuple[Site, ...]] = {}
    for site in sites:
        for place in places_of(kind, board, site):
            index[place] = (*index.get(place, ()), site)
    return index


def _cells(index: Index, drawn: BoardLine) -> Iterator[tuple[int, Site]]:
    for place, k in drawn.cells_in(index):
        [cell] = index[place]
        if cell not in drawn.ends:
            yield drawn.course.crossed[4 * k + 2], cell


def _crossed_borders(index: Index, drawn: BoardLine) -> Iterator[tuple[int, Site]]:
    for place, k in drawn.sides_in(index):
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
_OWN_ROLE: Mapping[ContactKind, Role] = {"cell": "cell", "border": "border", "border-touch": "border"}


class _OnGround(Struct, frozen=True, eq=False):
    """What is ready of a reading as long as the ground stays: the parts that pieces have a part in are left over.

    `masks` are those of the reading, `masks_of_rest` those of the rest. `places` are where the ground may count.
    """

    kind: ContactKind
    reading: Reading
    masks: tuple[Mask, ...]
    degrees: Mapping[Site, int]
    index: Index
    of_pieces: tuple[Reading, ...]
    rest: Reading
    masks_of_rest: tuple[Mask, ...]
    places: frozenset[int]


def _ready_of(line: SightLine, position: Position, case: tuple[bool, ...]) -> tuple[SightLine, list[_Ready]]:
    """Make the readings of a line ready for a board and for ends of which these conditions hold.

    The line comes along, so that its id stays its own.
    """
    key = "ready", id(line), case
    _, on_ground = position.cached_by_terrain(key, lambda: (line, list(_on_ground(line, position, case))))
    return line, list(_with_pieces(on_ground, position))


def _on_ground(line: SightLine, position: Position, case: tuple[bool, ...]) -> Iterator[_OnGround]:
    holding = dict(zip(line.conditions, case, strict=True))
    for kind, whole in line.readings.items():
        reading = settled(whole, holding)
        parts = list(_parts(reading))
        alone = [part for part in parts if _counts_alone(part, kind)]
        if not all(map(_needs_reason, parts)):
            alone = []  # as the others may count only where these are reasons for it
        rest = Max(tuple(part for part in parts if part not in alone))
        spread = [each for part in alone for each in _spread(part)]
        of_ground = [part for part in spread if _is_of_ground(part)]
        degrees = _degrees_of(position, of_ground, kind)
        index = _index(kind, position.board, degrees)
        of_pieces = tuple(part for part in spread if part not in of_ground)
        masks, of_rest = masks_of(reading), masks_of(rest)
        ground = [mask for mask in masks if of_rest and isinstance(mask, TerrainMask)]
        places = _places(kind, position, ground)
        yield _OnGround(kind, reading, masks, degrees, index, of_pieces, rest, of_rest, places)


def _with_pieces(on_ground: Iterable[_OnGround], position: Position) -> Iterator[_Ready]:
    for ready in on_ground:
        in_all = ContactEvaluator.watched_in(position, ready.masks)
        if in_all is None:
            continue
        degrees, index = ready.degrees, ready.index
        pieces = _degrees_of(position, ready.of_pieces, ready.kind)
        if pieces:
            added = _index(ready.kind, position.board, [site for site in pieces if site not in degrees])
            degrees = {**degrees, **{site: max(degree, degrees.get(site, 0)) for site, degree in pieces.items()}}
            index = {**index, **{end: (*index.get(end, ()), *sites) for end, sites in added.items()}}
        watched = ContactEvaluator.watched_in(position, ready.masks_of_rest)
        places: Set[int] = index.keys()
        if watched is not None:
            others = [mask for mask in ready.masks if not isinstance(mask, TerrainMask)]
            places = ready.places | _places(ready.kind, position, others) if others else ready.places
        yield _Ready(ready.kind, ready.reading, degrees, index, ready.rest, watched, in_all, places)


def _places(kind: ContactKind, position: Position, masks: Iterable[Mask]) -> frozenset[int]:
    """Give where contacts of a kind have a site that is in any of these masks."""
    sites = chain.from_iterable(map(position.mask, masks))
    return frozenset(place for site in sites for place in places_of(kind, position.board, site))


def _is_of_ground(reading: Reading) -> bool:
    """Tell whether no piece has a part in what a reading finds."""
    return all(isinstance(part.mask, TerrainMask) for part in iter_parts(reading) if isinstance(part, Leaf))


def _parts(reading: Reading) -> Iterator[Reading]:
    """Yield the parts of which the worst counts."""
    if isinstance(reading, Max):
        for part in reading.parts:
            yield from _parts(part)
    else:
        yield reading


def _spread(reading: Reading) -> Iterator[Reading]:
    """Yield parts of which the worst counts, none of them the least of something and the worst of others."""
    match reading:
        case Max(parts):
            for part in parts:
                yield from _spread(part)
        case Min(parts) if any(isinstance(part, Max) for part in parts):
            first = next(part for part in parts if isinstance(part, Max))
            others = tuple(part for part in parts if part is not first)
            for part in first.parts:
                yield from _spread(Min((part, *others)))
        case _:
            yield reading


def _needs_reason(reading: Reading) -> bool:
    """Tell whether a reading has no degree without a reason of its own."""
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
    """Tell whether a reading depends on what is at one site of a contact of that kind only, and is a reason there."""
    leaves = (isinstance(part, Leaf) and _OWN_ROLE.get(kind) == part.at for part in _made_of(reading))
    return _needs_reason(reading) and all(leaves)


def _made_of(reading: Reading) -> Iterable[Reading]:
    """Yield what a reading is made of, rulings themselves among it."""
    if isinstance(reading, Max | Min):
        for part in reading.parts:
            yield from _made_of(part)
    elif not isinstance(reading, Always):
        yield reading


def _degrees_of(position: Position, parts: Iterable[Reading], kind: ContactKind) -> Mapping[Site, int]:
    """Give the highest degree of each site."""
    judge, role = ContactEvaluator(position, {}, {}), _OWN_ROLE.get(kind, "cell")
    degrees: dict[Site, int] = {}
    for part in parts:
        for site in chain.from_iterable(map(position.mask, masks_of(part))):
            if isinstance(site, Cell) != (role == "cell"):
                continue  # as a mask may hold cells and borders
            degree, _ = judge.read(part, {role: site})
            if degree > degrees.get(site, 0):
                degrees[site] = degree
    return degrees
