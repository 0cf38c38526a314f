"""A position: the board with its pieces, the meaning of its terrain, the rulings in force; and caches of masks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeVar, cast

from msgspec import Struct, structs

from sightline.board import Board, Border, OnSurface, Table, format_border, format_cell, parse_cell
from sightline.lattice import Cell
from sightline.rules.ruling import Rulings, TrackedRulings

Found = TypeVar("Found")
Site = Cell | Border
Mask = Callable[["Position"], Mapping[Site, str]]
"""A function from a position to the sites that have some quality, each with the word for what is there."""


class TerrainMask(Struct, frozen=True):
    """A mask that depends only on terrain, levels and borders: cached while pieces change."""

    find: Mask

    def __call__(self, position: Position) -> Mapping[Site, str]:
        return self.find(position.with_surface(structs.replace(position.board, pieces=MappingProxyType({}))))


class MapMask(Mapping[Site, str]):
    """The mask of all cells of the map, not materialized."""

    def __init__(self, position: Position) -> None:
        self._board = position.board

    def __contains__(self, site: object) -> bool:
        match site:
            case (int(q), int(r)):
                return Cell(q, r) in self._board
        return False

    def __getitem__(self, site: Site) -> str:
        if site not in self:
            raise KeyError(site)
        return "map"

    def __iter__(self) -> Iterator[Site]:
        return iter(self._board)

    def __len__(self) -> int:
        return sum(kinds is not None for kinds in self._board.ground)


class Terrain(Struct, frozen=True, kw_only=True):
    """The meaning of a kind of terrain. A rule system derives from it; `letter` stands for it in drawings."""

    letter: str = ""


@dataclass(frozen=True)
class Position(OnSurface):
    """A board or table, the meaning of its cell and border terrain by name, and the rulings in force."""

    surface: Board | Table
    terrain: Mapping[str, Terrain]
    border_terrain: Mapping[str, Terrain]
    rulings: Rulings
    _masks: dict[Mask, Mapping[Site, str]] = field(default_factory=dict, repr=False, compare=False)
    _ground_masks: dict[Mask, Mapping[Site, str]] = field(default_factory=dict, repr=False, compare=False)
    _known: dict[Hashable, list[tuple[Mapping[str, str], Any]]] = field(default_factory=dict, repr=False, compare=False)
    _of_ground: dict[Hashable, Any] = field(default_factory=dict, repr=False, compare=False)
    _plans: dict[Callable[[], Any], Any] = field(default_factory=dict, repr=False, compare=False)
    _of_rulings: dict[Hashable, list[tuple[Mapping[str, str], Any]]] = field(
        default_factory=dict, repr=False, compare=False
    )
    _labels: dict[Site, str] = field(default_factory=dict, repr=False, compare=False)
    _cells: dict[str, Cell] = field(default_factory=dict, repr=False, compare=False)

    def mask(self, mask: Mask) -> Mapping[Site, str]:
        """Return the sites of a mask, cached per board, or per terrain for a `TerrainMask`."""
        known = self._ground_masks if isinstance(mask, TerrainMask) else self._masks
        if mask not in known:
            known[mask] = mask(self)
        return known[mask]

    def cached(self, key: Hashable, find: Callable[[Position], Found]) -> Found:
        """Return `find(self)`, cached per board and per value of the rulings that `find` consults."""
        return self._find_cached(self._known.setdefault(key, []), find)

    def cached_by_rulings(self, key: Hashable, find: Callable[[Position], Found]) -> Found:
        """Return `find(self)`, which may only depend on rulings, cached for all derived positions."""
        return self._find_cached(self._of_rulings.setdefault(key, []), find)

    def _find_cached(self, known: list[tuple[Mapping[str, str], Any]], find: Callable[[Position], Found]) -> Found:
        for choices, found in known:
            if all(self.rulings[name] == choice for name, choice in choices.items()):
                return cast("Found", found)
        tracked, consulted = self.tracking_rulings()
        found = find(tracked)
        known.append(({name: self.rulings[name] for name in consulted}, found))
        return found

    def cached_by_terrain(self, key: Hashable, find: Callable[[], Found]) -> Found:
        """Return `find()`, which must not depend on pieces or rulings, cached while the terrain is the same."""
        if key not in self._of_ground:
            self._of_ground[key] = find()
        found: Found = self._of_ground[key]
        return found

    def plan(self, build: Callable[[], Found]) -> Found:
        """Return `build()`, such as a sight plan, cached for all derived positions."""
        if build not in self._plans:
            self._plans[build] = build()
        return cast("Found", self._plans[build])

    def cells_with(self, word: Callable[[tuple[str, ...]], str | None]) -> Mapping[Site, str]:
        """Return the cells for whose kinds of terrain `word` returns a word, and that word.

        `word` gets all kinds of a cell together, and is called once per combination.
        """
        board = self.board
        words = {kinds: found for kinds in set(board.ground) if kinds and (found := word(kinds))}
        if not words:
            return {}
        cell_at, columns = board.grid.cell_at, board.columns
        return {
            cell_at(index % columns, index // columns): words[kinds]
            for index, kinds in enumerate(board.ground)
            if kinds in words
        }

    def label(self, site: Site | str) -> str:
        """Return the label of a cell or border; a text is returned unchanged."""
        if isinstance(site, str):
            return site
        label = self._labels.get(site)
        if label is None:
            label = format_cell(self.board, site) if isinstance(site, Cell) else format_border(self.board, site)
            self._labels[site] = label
        return label

    def cell(self, label: str) -> Cell:
        """Return the cell of the map with a label: the inverse of `label`."""
        cell = self._cells.get(label)
        if cell is None:
            cell = self._cells[label] = parse_cell(self.board, label)
        return cell

    def with_surface(self, surface: Board | Table) -> Position:
        """Return this position with another board or table; caches that are still valid are kept."""
        if _is_same_ground(self.surface, surface):
            return self._copy(surface=surface, _masks={}, _known={})
        labels = self._labels if _has_same_grid(self.surface, surface) else {}
        return self._copy(
            surface=surface, _masks={}, _known={}, _ground_masks={}, _of_ground={}, _labels=labels, _cells={}
        )

    def with_rulings(self, rulings: Rulings) -> Position:
        """Return this position under other rulings. Caches are shared: masks do not depend on rulings."""
        return self._copy(rulings=rulings)

    def _copy(self, **changes: object) -> Position:
        """Return this position with other values of some fields. Must be fast: called for every attack."""
        other = object.__new__(Position)
        other.__dict__.update(self.__dict__, **changes)
        return other

    def tracking_rulings(self) -> tuple[Position, set[str]]:
        """Return a tracking position, and the set to which the rulings that are consulted in it are added."""
        rulings = TrackedRulings(self.rulings)
        return self.with_rulings(rulings), rulings.consulted


def _has_same_grid(one: Board | Table, other: Board | Table) -> bool:
    """Return whether all sites have the same labels on two boards."""
    return isinstance(one, Board) and isinstance(other, Board) and one.grid == other.grid


def _is_same_ground(one: Board | Table, other: Board | Table) -> bool:
    if not (isinstance(one, Board) and isinstance(other, Board)):
        return False
    return one.ground is other.ground and one.levels is other.levels and one.borders is other.borders
