"""Names of a package that are imported when they are asked for, so that each command loads only what it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def on_demand(package: str, places: Mapping[str, str]) -> Callable[[str], Any]:
    """Give the `__getattr__` of a package; `places` says in which module each of its names is.

    No module may be called like one of the names, which it would hide once it is imported.
    """

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(places[name]), name)

    return find
