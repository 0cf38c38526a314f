"""The verdict of Post Galactica."""

from __future__ import annotations

from fractions import Fraction

from sightline.rules import Verdict
from sightline.systems.post_galactica.hit_checks import Needed
from sightline.systems.post_galactica.pieces import Cover


class GalacticVerdict(Verdict, frozen=True, kw_only=True):
    """A verdict of Post Galactica.

    `margin` is how wide a way is clear in inches, None on hexes or where nothing is near; `too_close` says that it is
    less than a ruler can tell. `cover` is the target's, `engaged` names those who engage the attacker. `wound` is the
    chance that one hit wounds; it and `expected_models_lost` are None where the attack is not legal.
    """

    to_hit: Needed | None
    margin: float | None
    too_close: bool
    cover: Cover
    engaged: tuple[str, ...]
    wound: Fraction | None
    expected_models_lost: Fraction | None
