"""The kinds of terrain of Post Galactica, and the degrees of cover."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from sightline.i18n import Term
from sightline.rules import Terrain

CoverDegree = Literal["none", "light", "heavy"]
COVER_RANKS: Mapping[str, int] = {Term("none"): 0, Term("light"): 1, Term("heavy"): 2, Term("obscuring"): 0}
"""The rank of each degree of cover: higher is better, 0 is no cover."""


class GalacticTerrain(Terrain, frozen=True, kw_only=True):
    """A kind of terrain: its effects on sight and movement, and its cover. `blocks` has no default (PG-20.2)."""

    blocks: bool
    cover: Literal["none", "light", "heavy", "obscuring"] = "none"
    difficult: bool = False
    impassable: bool = False


TERRAIN: Mapping[str, GalacticTerrain] = MappingProxyType(
    {
        "clear": GalacticTerrain(letter=".", blocks=False),
        "difficult": GalacticTerrain(letter="d", blocks=False, difficult=True),
        "impassable": GalacticTerrain(letter="x", blocks=False, impassable=True),
        "blocking": GalacticTerrain(letter="#", blocks=True),
        "light-cover": GalacticTerrain(letter="l", blocks=False, cover="light"),
        "heavy-cover": GalacticTerrain(letter="h", blocks=False, cover="heavy"),
        "obscuring": GalacticTerrain(letter="s", blocks=False, cover="obscuring"),
    }
)
TERRAIN_ADJECTIVES = ("difficult", "impassable", "blocking", "obscuring")
