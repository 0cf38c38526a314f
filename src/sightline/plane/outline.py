"""A part of a table, by what goes round it."""

from __future__ import annotations

from dataclasses import dataclass

from sightline.plane.shapes import Spot


@dataclass(frozen=True)
class Outline:
    """Rings of places, those of holes among them: what an odd number of them goes round is in it.

    `bound` is how many inches may be missing at the rim.
    """

    rings: tuple[tuple[Spot, ...], ...]
    bound: float
