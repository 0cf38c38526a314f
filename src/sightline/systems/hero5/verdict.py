"""The verdicts of HERO."""

from __future__ import annotations

from sightline.rules import Verdict
from sightline.systems.hero5.attack_findings import RollAtMost
from sightline.systems.hero5.concealment import Concealment


class HeroVerdict(Verdict, frozen=True, kw_only=True):
    """A verdict with the target's concealment and the label of the corner from which the attacker sees it.

    `corner` is None in total concealment, in melee between adjacent hexes, and in a shared hex.
    """

    to_hit: RollAtMost | None
    concealment: Concealment
    corner: str | None
