"""The scenario that a map of another program becomes, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Converted(NamedTuple):
    """A scenario, or sections of one, as data.

    - `left_out`: the number of edges of walls on the rim of the map or beyond it.
    - `origins`: the keys in the map of what stands under keys of the scenario.
    """

    data: dict[str, Any]
    left_out: int
    origins: Mapping[str, str] = {}

    def origin_of(self, key: str | None) -> str | None:
        """Return the key in the map of what stands under a key of the scenario; the same key if it has no other."""
        if key is None:
            return None
        owners = [each for each in self.origins if f"{key}.".startswith(f"{each}.")]
        owner = max(owners, key=len, default="")
        return self.origins[owner] + key[len(owner) :] if owner else key
