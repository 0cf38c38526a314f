"""The verdicts of Post Galactica."""

from __future__ import annotations

from fractions import Fraction

from sightline.rules import Verdict
from sightline.systems.post_galactica.hit_checks import HitNumbers
from sightline.systems.post_galactica.terrain import CoverDegree


class GalacticVerdict(Verdict, frozen=True, kw_only=True):
    """A verdict with the margin of sight, the cover, the engagement, and the chance to wound.

    - `margin` is the width of the open corridor in inches, None on hexes or if nothing is near.
    - `too_close` is true if a ruler cannot measure it.
    - `cover` is the target's; `engaged` are the names of the units that engage the attacker.
    - `wound` is the chance that one hit wounds; it and `expected_models_lost` are None if the attack is not legal.
    """

    to_hit: HitNumbers | None
    margin: float | None
    too_close: bool
    cover: CoverDegree
    engaged: tuple[str, ...]
    wound: Fraction | None
    expected_models_lost: Fraction | None
