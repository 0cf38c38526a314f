"""The depiction of SODWA: borders around groups of terrain, and tiles in which a move has to end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from sightline.rules import MOVE_ENDS, Badge, CellGroup, Depicted, Place, PlaceRow, Position
from sightline.systems.sodwa import terrain_groups
from sightline.systems.sodwa.movement import SodwaPlace
from sightline.systems.sodwa.pieces import Character


class SodwaDepiction(Depicted[Character]):
    """The depiction of SODWA."""

    def cell_groups(self, position: Position) -> Iterator[CellGroup]:
        return terrain_groups.group_outlines(position)

    def place_badges(self, place: Place) -> Iterable[Badge]:
        return (MOVE_ENDS,) if place.ends_move else ()

    def place_clauses(self, place: Place) -> Iterable[str]:
        return (*place.stops, *cast("SodwaPlace", place).no_stop)

    def place_rows(self, places: Mapping[str, Place]) -> Iterable[PlaceRow]:
        del places  # the clauses are listed anyhow
        return ()
