"""The depiction of Post Galactica: the marks of features, and the corridor of sight on free tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import ClassVar, cast

from msgspec import Struct

from sightline.i18n import N_
from sightline.rules import Depicted, MeasuredCorridor, TerrainMark, Verdict
from sightline.systems.post_galactica.pieces import Unit
from sightline.systems.post_galactica.terrain import TERRAIN_ADJECTIVES
from sightline.systems.post_galactica.verdict import GalacticVerdict


class GalacticDepiction(Depicted[Unit]):
    """The depiction of Post Galactica."""

    terrain_adjectives: ClassVar[Collection[str]] = TERRAIN_ADJECTIVES
    terrain_marks: ClassVar[Sequence[TerrainMark]] = (
        TerrainMark("blocking", N_("blocks sight"), lambda terrain: terrain.blocks),
        TerrainMark("impassable", N_("impassable"), lambda terrain: terrain.impassable),
        TerrainMark("obscuring", N_("obscures sight"), lambda terrain: terrain.cover == "obscuring"),
        TerrainMark("heavy-cover", N_("heavy cover"), lambda terrain: terrain.cover == "heavy"),
        TerrainMark("light-cover", N_("light cover"), lambda terrain: terrain.cover == "light"),
        TerrainMark("difficult", N_("difficult ground"), lambda terrain: terrain.difficult),
    )

    def terrain_words(self, terrain: Struct) -> Iterable[str]:
        del terrain  # no words: every quality has a mark
        return ()

    def corridor(self, verdict: Verdict) -> MeasuredCorridor:
        verdict = cast("GalacticVerdict", verdict)
        return MeasuredCorridor(verdict.margin, verdict.too_close)
