"""The English texts of the findings of Combat Hex, by message id."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sightline.i18n import N_

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "warrior-blocks": N_("{warrior} at {place} stands in the way of line {lines}"),
        "ground-blocks": N_("both stand on the ground, and line {lines} meets elevated ground at {place}"),
        "hill-blocks": N_("line {lines} meets the hill at {place}, and neither of the two stands on it"),
        "foot-soldier-degrades": N_("{warrior}, on foot at {place}, counts as a red line for line {lines}"),
        "printed-line-degrades": N_("line {lines} meets the {kind} {place}"),
        "own-dice": N_("dice of {warrior}"),
        "base-number": N_("5 and 6 hit"),
        "degraded": N_("only 6 hits in a degraded shot"),
        "from-above": N_("from elevated terrain at the ground"),
        "thrown": N_("the dice show {dice}"),
        "hits": N_("hits, with {least} or more: {count}"),
        "glances": N_("glancing blows: {count}"),
        "out-of-range": N_("{warrior} reaches {range}, the target is {hexes} away"),
    }
)
