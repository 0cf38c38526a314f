"""The depiction of Penance: the sides that a shield covers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, cast

from msgspec import Struct

from sightline.i18n import N_, Term, _, word
from sightline.rules import Arc, Depicted, PieceDepiction, TerrainMark
from sightline.systems.penance.pieces import Casket
from sightline.systems.penance.terrain import PenanceTerrain

SHIELD_ARCS: Mapping[str, Arc] = MappingProxyType({"left": Arc(-2, 0), "right": Arc(0, 2)})
"""The covered sides by the side that bears the shield (PEN-4.3)."""
_WORDS = (Term("left"), Term("right"), Term("facings"), Term("heat"))
"""Words of answers, for the translation catalogues."""


class PenanceDepiction(Depicted[Casket]):
    """The depiction of Penance."""

    terrain_marks: ClassVar[Sequence[TerrainMark]] = (
        TerrainMark("blocking", N_("blocks sight"), lambda terrain: terrain.blocks),
        TerrainMark("impassable", N_("impassable"), lambda terrain: terrain.cost == "impassable"),
        TerrainMark("heavy-cover", N_("heavy cover"), lambda terrain: terrain.cover == "heavy"),
        TerrainMark("light-cover", N_("light cover"), lambda terrain: terrain.cover == "light"),
        TerrainMark("difficult", N_("difficult ground"), lambda terrain: terrain.cost not in (1, "impassable")),
    )

    def piece_depiction(self, piece: Casket) -> PieceDepiction:
        if piece.shield == "none":
            return PieceDepiction()
        words = _("shield {side}").format(side=word(piece.shield))
        return PieceDepiction(words=(words,), arc=SHIELD_ARCS[piece.shield])

    def terrain_words(self, terrain: Struct) -> Iterable[str]:
        cost = cast("PenanceTerrain", terrain).cost
        if cost not in (1, "impassable"):
            yield _("cost {cost}").format(cost=cost)
