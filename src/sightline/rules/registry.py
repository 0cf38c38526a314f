"""The known rule systems, from the entry points of installed packages, or from a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from inspect import get_annotations
from pathlib import Path
from typing import Any

from sightline.i18n import _
from sightline.rules.entry_points import EntryPoints, load_object
from sightline.rules.ruleset import Ruleset

GROUP = "sightline.systems"


class UnusableSystem(Exception):
    """Raised for an installed rule system that cannot be loaded, with the reason."""


class Systems(Mapping[str, Ruleset[Any]]):
    """Rule systems by key, each loaded on first use. Raise `UnusableSystem` for one that cannot be loaded.

    `points` are the entry points of systems that are not loaded yet: `module:object`.
    """

    def __init__(self, points: Mapping[str, str], loaded: Mapping[str, Ruleset[Any]]) -> None:
        self._points = points
        self._loaded = dict(loaded)

    def __getitem__(self, key: str) -> Ruleset[Any]:
        if key not in self._loaded:
            self._loaded[key] = _load(key, self._points[key])
        return self._loaded[key]

    def __contains__(self, key: object) -> bool:
        return key in self._points or key in self._loaded  # without loading it

    def __iter__(self) -> Iterator[str]:
        yield from sorted({*self._points, *self._loaded})

    def __len__(self) -> int:
        return len({*self._points, *self._loaded})

    def with_system(self, system: Ruleset[Any]) -> Systems:
        """Return these systems and one more. Raise ValueError if its key is taken."""
        if system.key in self:
            message = _("there is already a rule system {key!r}; this one needs another key")
            raise ValueError(message.format(key=system.key))
        return Systems(self._points, {**self._loaded, system.key: system})


@cache
def installed_systems() -> Systems:
    """Return the systems of all installed packages."""
    return Systems(EntryPoints(GROUP), {})


def read_system(path: Path) -> Ruleset[Any]:
    """Run a Python file and return the only rule system that it defines.

    Raise TypeError unless there is exactly one complete system, and any error of the file.
    """
    spec = spec_from_file_location(f"sightline_system_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise TypeError(_("{file} is not a Python file").format(file=path))
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # for resolving the annotations of its types
    spec.loader.exec_module(module)
    found = {value for value in vars(module).values() if isinstance(value, Ruleset)}
    if len(found) != 1:
        message = _("{file} defines {number} rule systems; it must define exactly one instance of Ruleset")
        raise TypeError(message.format(file=path, number=len(found)))
    return _check(found.pop(), str(path))


def _load(key: str, point: str) -> Ruleset[Any]:
    try:
        return _check(load_object(point), point)
    except (Exception, SystemExit) as error:  # a third-party module may raise anything
        message = _("the rule system {key!r} cannot be used: {kind}: {error}")
        raise UnusableSystem(message.format(key=key, kind=type(error).__name__, error=error)) from error


def _check(system: object, origin: str) -> Ruleset[Any]:
    if not isinstance(system, Ruleset):
        raise TypeError(_("{origin} is not an instance of Ruleset").format(origin=origin))
    missing = [name for name in get_annotations(Ruleset) if not hasattr(system, name)]
    if missing:
        raise TypeError(_("{origin} does not define {names}").format(origin=origin, names=", ".join(missing)))
    return system
