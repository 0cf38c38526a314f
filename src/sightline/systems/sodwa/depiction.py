"""The depiction of SODWA: borders around groups of terrain, and tiles in which a move has to end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, cast

from msgspec import Struct

from sightline.i18n import N_, _
from sightline.rules import MOVE_ENDS, Badge, CellGroup, Depicted, Place, PlaceRow, Position, TerrainMark
from sightline.systems.sodwa import terrain_groups
from sightline.systems.sodwa.movement import SodwaPlace
from sightline.systems.sodwa.pieces import Character
from sightline.systems.sodwa.terrain import SodwaTerrain


class SodwaDepiction(Depicted[Character]):
    """The depiction of SODWA."""

    terrain_marks: ClassVar[Sequence[TerrainMark]] = (
        TerrainMark("obstructing", N_("obstructs sight"), lambda terrain: terrain.sight == "obstructing"),
        TerrainMark("impassable", N_("impassable"), lambda terrain: terrain.movement == "obstructing"),
        TerrainMark("impeding", N_("impedes sight"), lambda terrain: terrain.sight == "impeding"),
        TerrainMark("difficult", N_("difficult ground"), lambda terrain: terrain.movement == "difficult"),
    )

    def terrain_words(self, terrain: Struct) -> Iterator[str]:
        if cast("SodwaTerrain", terrain).indoor:
            yield _("indoors")

    def cell_groups(self, position: Position) -> Iterator[CellGroup]:
        return terrain_groups.group_outlines(position)

    def place_badges(self, place: Place) -> Iterable[Badge]:
        return (MOVE_ENDS,) if place.ends_move else ()

    def place_clauses(self, place: Place) -> Iterable[str]:
        return (*place.stops, *cast("SodwaPlace", place).no_stop)

    def place_rows(self, places: Mapping[str, Place]) -> Iterable[PlaceRow]:
        del places  # the clauses are listed anyhow
        return ()
