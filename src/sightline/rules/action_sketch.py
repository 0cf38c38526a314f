"""Sketches of actions: the parts of a picture that show one before it is taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from sightline.rules.answers import Place
from sightline.rules.position import Site

_NO_PLACES: Mapping[str, Any] = {}


class ActionSketch(Struct, frozen=True, kw_only=True):
    """An action of the piece `who`, as pictures show it.

    - `places` are those along its path, by label, its own first.
    - `attacks` is the name of the piece, or the label of the obstacle, that it attacks by the rules of attacks.
    - `aims_at` are the names of the pieces that it is about otherwise, `sites` the cells and borders that come under
      it.
    """

    who: str
    places: Mapping[str, Place] = _NO_PLACES
    attacks: str | None = None
    aims_at: tuple[str, ...] = ()
    sites: tuple[Site, ...] = ()
