"""The English texts of the findings of HERO, by message id."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from sightline.i18n import N_

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        "blocks": N_("{terrain} at {place} blocks lines of sight, and no line is free"),
        "conceals-half": N_("{target} is half concealed by {what} at {place}"),
        "conceals-mostly": N_("{target} is mostly concealed by {what} at {place}"),
        "low-conceals": N_("{terrain} at {place} is low and conceals {target}: {attacker} is no nearer to it"),
        "low-far": N_("{terrain} at {place} is low and does not conceal {target}, more than {hexes} hexes away"),
        "low-near": N_("{terrain} at {place} is low and does not conceal {target}: {attacker} is nearer to it"),
        "half": N_("{target} is half concealed"),
        "mostly": N_("{target} is mostly concealed"),
        "total": N_("{target} is totally concealed"),
        "own-half": N_("{target} is half concealed from every side"),
        "own-mostly": N_("{target} is mostly concealed from every side"),
        "own-total": N_("{target} is totally concealed from every side"),
        "own-ocv": N_("OCV of {name}"),
        "own-dcv": N_("DCV of {name}"),
        "squeezed": N_("{name} is squeezed"),
        "contorted-attacker": N_("{name} is contorted and cannot attack"),
        "contorted-target": N_("{name} is contorted: its own DCV is 0"),
        "beyond-reach": N_("{name} reaches {reach}, the target is {hexes} away"),
        "beyond-range": N_("{weapon} reaches {range}, the target is {hexes} away"),
        "range": N_("at {hexes} hexes"),
        "helpless": N_("{name} is helpless and cannot attack"),
        "rolled": N_("the dice show {dice}: {total}"),
        "hits": N_("{total} is not above {number}: a hit"),
        "misses": N_("{total} is above {number}: a miss"),
        "always-hits": N_("{total} always hits"),
        "always-misses": N_("{total} always misses"),
    }
)
