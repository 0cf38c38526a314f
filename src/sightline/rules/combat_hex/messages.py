"""What Combat Hex says about its findings, in English."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "warrior-blocks": "{warrior} at {place} stands in the way of line {lines}",
        "ground-blocks": "both stand on the ground, and line {lines} meets elevated ground at {place}",
        "hill-blocks": "neither stands on the hill at {place}, which line {lines} meets",
        "foot-soldier-degrades": "{warrior}, on foot at {place}, counts as a red line for line {lines}",
        "printed-line-degrades": "line {lines} meets the {kind} {place}",
        "own-dice": "dice of {warrior}",
        "base-number": "5 and 6 hit",
        "degraded": "6 alone hits in a degraded shot",
        "from-above": "from elevated terrain at the ground",
        "thrown": "the dice show {dice}",
        "hits": "hits, with {least} or more: {count}",
        "glances": "glancing blows: {count}",
        "out-of-range": "{warrior} reaches {range}, the target is {hexes} away",
    }
)
