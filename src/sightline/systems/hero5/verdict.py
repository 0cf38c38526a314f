"""The verdict of HERO."""

from __future__ import annotations

from sightline.rules import Verdict
from sightline.systems.hero5.concealment import Concealment
from sightline.systems.hero5.ranged import RollAtMost


class HeroVerdict(Verdict, frozen=True, kw_only=True):
    """A verdict of HERO: also how far the target is concealed, and the corner that the attacker has picked, by name.

    `corner` is None where there is none to pick: in total concealment, in melee next to each other, in a shared hex.
    """

    to_hit: RollAtMost | None
    concealment: Concealment
    corner: str | None
