"""The cache of parsed scenarios of a worker process."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

from sightline.api import Scenario

_MAX_CACHED = 64
_MAX_CELLS = 100_000
"""The maximum number of cached scenarios, and of the cells of all their maps, as results are cached per map."""


class ScenarioCache:
    """An LRU cache of scenarios, by what they were made from."""

    def __init__(self) -> None:
        self._scenarios: OrderedDict[Hashable, Scenario] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], Scenario]) -> Scenario:
        """Return the cached scenario of a key, or make and cache it. Exceptions of `make` are not cached."""
        if key not in self._scenarios:
            self._scenarios[key] = make()
        self._scenarios.move_to_end(key)
        while len(self._scenarios) > 1 and self._is_full():
            self._scenarios.popitem(last=False)
        return self._scenarios[key]

    def _is_full(self) -> bool:
        return len(self._scenarios) > _MAX_CACHED or sum(map(cells_of, self._scenarios.values())) > _MAX_CELLS


def cells_of(scenario: Scenario) -> int:
    """Return the number of cells of a scenario; 0 on a free table."""
    return 0 if scenario.position.is_free else len(scenario.board.ground)


SCENARIOS = ScenarioCache()
"""The cache of this process."""
