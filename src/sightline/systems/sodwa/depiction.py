"""The depiction of SODWA: effects, borders around groups of terrain, and tiles in which a move must end."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, cast

from msgspec import Struct

from sightline.i18n import N_, _
from sightline.rules import (
    MOVE_ENDS,
    Badge,
    CellGroup,
    Depicted,
    MarkedArea,
    PieceDepiction,
    Place,
    PlaceRow,
    Position,
    TerrainMark,
)
from sightline.systems.sodwa import terrain_groups
from sightline.systems.sodwa.ability import ability_of_effect, title_of
from sightline.systems.sodwa.movement import SodwaPlace
from sightline.systems.sodwa.pieces import Character
from sightline.systems.sodwa.portals import portal_areas
from sightline.systems.sodwa.terrain import TERRAIN, SodwaTerrain


class SodwaDepiction(Depicted[Character]):
    """The depiction of SODWA."""

    terrain_adjectives: ClassVar[Collection[str]] = TERRAIN.keys() - {"clear"}
    terrain_marks: ClassVar[Sequence[TerrainMark]] = (
        TerrainMark("obstructing", N_("obstructs sight"), lambda terrain: terrain.sight == "obstructing"),
        TerrainMark("impassable", N_("impassable"), lambda terrain: terrain.movement == "obstructing"),
        TerrainMark("impeding", N_("impedes sight"), lambda terrain: terrain.sight == "impeding"),
        TerrainMark("difficult", N_("difficult ground"), lambda terrain: terrain.movement == "difficult"),
    )

    def piece_depiction(self, piece: Character) -> PieceDepiction:
        return PieceDepiction(words=tuple(map(title_of, piece.effects)), badges=tuple(map(_badge, piece.effects)))

    def terrain_words(self, terrain: Struct) -> Iterator[str]:
        if cast("SodwaTerrain", terrain).indoor:
            yield _("indoors")

    def cell_groups(self, position: Position) -> Iterator[CellGroup]:
        return terrain_groups.group_outlines(position)

    def marked_areas(self, position: Position) -> Iterator[MarkedArea]:
        return portal_areas(position.board)

    def place_badges(self, place: Place) -> Iterable[Badge]:
        return (MOVE_ENDS,) if place.ends_move else ()

    def place_clauses(self, place: Place) -> Iterable[str]:
        return (*place.stops, *cast("SodwaPlace", place).no_stop)

    def place_rows(self, places: Mapping[str, Place]) -> Iterable[PlaceRow]:
        del places  # the clauses are listed in any case
        return ()


def _badge(key: str) -> Badge:
    """Return the badge of an effect."""
    ability = ability_of_effect(key)
    return Badge("disc", ability.effect_title(key), letter=ability.effect_mark(key))
