"""Which rule systems there are: found by the entry points of installed packages, or read from a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from sightline.rules.ruleset import Ruleset

GROUP = "sightline.systems"


class Systems(Mapping[str, Ruleset]):
    """Rule systems by key, each loaded when it is first asked for."""

    def __init__(self, points: Mapping[str, EntryPoint], loaded: Mapping[str, Ruleset]) -> None:
        self._points = points
        self._loaded = dict(loaded)

    def __getitem__(self, key: str) -> Ruleset:
        if key not in self._loaded:
            point = self._points[key]
            self._loaded[key] = _checked(point.load(), point.value)
        return self._loaded[key]

    def __iter__(self) -> Iterator[str]:
        yield from sorted({*self._points, *self._loaded})

    def __len__(self) -> int:
        return len({*self._points, *self._loaded})

    def with_system(self, system: Ruleset) -> Systems:
        """Give these systems and one more."""
        return Systems(self._points, {**self._loaded, system.key: system})


@cache
def installed_systems() -> Systems:
    """Give the systems of all installed packages, ours among them."""
    return Systems({point.name: point for point in entry_points(group=GROUP)}, {})


def read_system(path: Path) -> Ruleset:
    """Run a Python file and give the one rule system among its names; raises TypeError unless there is exactly one."""
    spec = spec_from_file_location(f"sightline_system_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise TypeError(f"{path} is no Python file")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # where the annotations of its types are looked up
    spec.loader.exec_module(module)
    found = {value for value in vars(module).values() if isinstance(value, Ruleset)}
    if len(found) != 1:
        raise TypeError(f"{path} defines {len(found)} rule systems; it must hold one instance of a Ruleset")
    return found.pop()


def _checked(system: object, origin: str) -> Ruleset:
    if not isinstance(system, Ruleset):
        raise TypeError(f"{origin} is no instance of a Ruleset")
    return system
