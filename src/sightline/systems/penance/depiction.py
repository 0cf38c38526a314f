"""The depiction of Penance: the sides that a shield covers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sightline.i18n import Term, _, word
from sightline.rules import Arc, Depicted, PieceDepiction
from sightline.systems.penance.pieces import Casket

SHIELD_ARCS: Mapping[str, Arc] = MappingProxyType({"left": Arc(-2, 0), "right": Arc(0, 2)})
"""The covered sides by the side that bears the shield, as PEN-4.3 has them."""
_WORDS = (Term("left"), Term("right"), Term("facings"), Term("heat"))
"""Words of the answers, for the catalogues."""


class PenanceDepiction(Depicted[Casket]):
    """The depiction of Penance."""

    def piece_depiction(self, piece: Casket) -> PieceDepiction:
        if piece.shield == "none":
            return PieceDepiction()
        words = _("shield {side}").format(side=word(piece.shield))
        return PieceDepiction(words=(words,), arc=SHIELD_ARCS[piece.shield])
