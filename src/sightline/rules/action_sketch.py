"""Sketches of actions: how pictures show an action before it is taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from sightline.rules.answers import Place
from sightline.rules.position import Site

_NO_PLACES: Mapping[str, Any] = {}


class ActionSketch(Struct, frozen=True, kw_only=True):
    """A sketch of an action of the piece `who`.

    - `places` are the places along its path, by label, its own first.
    - `attacks` is the name of the piece, or the label of the obstacle, that it attacks.
    - `aims_at` are the names of the pieces that it affects otherwise, `sites` the cells and borders that it affects.
    """

    who: str
    places: Mapping[str, Place] = _NO_PLACES
    attacks: str | None = None
    aims_at: tuple[str, ...] = ()
    sites: tuple[Site, ...] = ()
