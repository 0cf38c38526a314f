"""Readings prepared for a board: the degrees of single sites are computed once, and indexed by where lines meet them.

What depends on terrain alone is prepared once for all positions of the pieces on it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Set
from itertools import chain

from msgspec import Struct

from sightline.lattice import Cell
from sightline.rules.position import Mask, Position, Site, TerrainMask
from sightline.sight.board_line import OWN_ROLE, elements_of
from sightline.sight.contact_evaluator import Citation, CompiledReading, ContactEvaluator
from sightline.sight.plan import ContactKind, SightLine
from sightline.sight.site_index import SiteIndex, build_site_index
from sightline.sight.split_reading import SitePart, SplitLine, SplitReading, split_line


class PreparedReading(Struct, frozen=True, eq=False):
    """A reading prepared for one board.

    - `reading`: the whole reading; `rest`: what is left of it without the parts that depend on a single site.
    - `degrees`: the degrees of the sites of those parts; `index`: these sites, by element.
    - `watched`: the sites with which `rest` can have a reason, None without any; `watched_in_all`: those of `reading`.
    - `elements`: the elements at which a contact can have a reason. A line that meets none of them has none.
    - `known`: the citations at single sites, found so far.
    """

    kind: ContactKind
    reading: CompiledReading
    degrees: Mapping[Site, int]
    index: SiteIndex
    rest: CompiledReading
    watched: Container[Site] | None
    watched_in_all: Container[Site]
    elements: Set[int]
    known: dict[Site, tuple[Citation, ...]] = {}


class _TerrainPart(Struct, frozen=True, eq=False):
    """The part of a prepared reading that depends only on terrain."""

    split: SplitReading
    degrees: Mapping[Site, int]
    index: SiteIndex
    elements: frozenset[int]


def prepare_readings(plan_line: SightLine, position: Position, truths: tuple[bool, ...]) -> list[PreparedReading]:
    """Return the readings of a line of a plan prepared for a board; `truths` are those of its `conditions`.

    The line is cached with them, to keep it alive: its id is the key.
    """
    key, split = ("prepared", id(plan_line), truths), split_line(plan_line, truths)

    def of_terrain() -> tuple[SightLine, list[_TerrainPart]]:
        return plan_line, list(_terrain_parts(split, position))

    def with_pieces(at: Position) -> tuple[SightLine, list[PreparedReading]]:
        return plan_line, list(_with_pieces(at.cached_by_terrain(key, of_terrain)[1], at))

    if split.is_of_terrain:
        return position.cached_by_terrain(("all", *key), lambda: with_pieces(position))[1]
    return position.cached(key, with_pieces)[1]


def _terrain_parts(line: SplitLine, position: Position) -> Iterator[_TerrainPart]:
    """Yield the part of each reading of a line that depends only on terrain."""
    for split in line.readings:
        degrees = _degrees_of(position, [part for part in split.alone if part.is_of_terrain], split.kind)
        index = build_site_index(split.kind, position.board, degrees)
        terrain = [mask for mask in split.masks if split.masks_of_rest and isinstance(mask, TerrainMask)]
        yield _TerrainPart(split, degrees, index, _elements(split.kind, position, terrain))


def _with_pieces(of_terrain: Iterable[_TerrainPart], position: Position) -> Iterator[PreparedReading]:
    """Yield the readings prepared for a position: the parts for its terrain, merged with those for its pieces."""
    for part in of_terrain:
        split, degrees, index = part.split, part.degrees, part.index
        in_all = _sites_in(position, split.masks)
        if in_all is None:
            continue
        pieces = _degrees_of(position, [part for part in split.alone if not part.is_of_terrain], split.kind)
        if pieces:
            added = build_site_index(split.kind, position.board, [site for site in pieces if site not in degrees])
            degrees = {**degrees, **{site: max(degree, degrees.get(site, 0)) for site, degree in pieces.items()}}
            index = {**index, **{element: (*index.get(element, ()), *sites) for element, sites in added.items()}}
        watched = _sites_in(position, split.masks_of_rest)
        elements: Set[int] = index.keys()
        if watched is not None:
            others = [mask for mask in split.masks if not isinstance(mask, TerrainMask)]
            elements = part.elements | _elements(split.kind, position, others) if others else part.elements
        yield PreparedReading(split.kind, split.reading, degrees, index, split.rest, watched, in_all, elements)


def _elements(kind: ContactKind, position: Position, masks: Iterable[Mask]) -> frozenset[int]:
    """Return the elements at which a contact of a kind has a site in any of these masks."""
    sites = chain.from_iterable(map(position.mask, masks))
    return frozenset(element for site in sites for element in elements_of(kind, position.board, site))


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


def _degrees_of(position: Position, parts: Iterable[SitePart], kind: ContactKind) -> Mapping[Site, int]:
    """Return the highest degree of each site. Sites in the same masks have equal degrees, and are evaluated once."""
    role = OWN_ROLE.get(kind, "cell")
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
