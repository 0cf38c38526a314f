"""Cells and borders that pictures of a battle mark for a time, as stated by a game."""

from __future__ import annotations

from typing import NamedTuple

from sightline.rules.position import Site


class MarkedArea(NamedTuple):
    """Cells and borders under one effect: a short sign, the same at each part, and its meaning in the legend.

    The meaning is in the current language.
    """

    sites: tuple[Site, ...]
    sign: str
    meaning: str
