"""The entry points of installed packages, without importing `importlib.metadata` if possible.

Importing that takes as long as answering a question about one attack.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property, reduce
from importlib import import_module
from pathlib import Path


class EntryPoints(Mapping[str, str]):
    """The entry points of a group by name, with the values of the package metadata: `module:object`.

    A name is first looked up in the folders of `sys.path`. The list of all names, and names of packages that are
    installed in other ways, come from `importlib.metadata`.
    """

    def __init__(self, group: str) -> None:
        self._group = group

    def __getitem__(self, name: str) -> str:
        return self._in_folders[name] if name in self._in_folders else self._all[name]

    def __contains__(self, name: object) -> bool:
        return name in self._in_folders or name in self._all

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    @cached_property
    def _in_folders(self) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for folder in reversed(sys.path):  # earlier folders take precedence
            for file in Path(folder).glob("*.dist-info/entry_points.txt"):
                with suppress(OSError, UnicodeDecodeError):  # left to `importlib.metadata`
                    found |= _iter_group(file.read_text("utf-8"), self._group)
        return found

    @cached_property
    def _all(self) -> Mapping[str, str]:
        from importlib.metadata import entry_points

        return {**{point.name: point.value for point in entry_points(group=self._group)}, **self._in_folders}


def load_object(value: str) -> object:
    """Return the object of an entry point. Raise any error of importing its module, and AttributeError."""
    module, _, name = value.partition("[")[0].strip().partition(":")
    return reduce(getattr, filter(None, name.split(".")), import_module(module))


def _iter_group(text: str, group: str) -> Iterator[tuple[str, str]]:
    """Yield names and values in one section of a file of entry points."""
    section = ""
    for line in map(str.strip, text.splitlines()):
        name, is_point, value = line.partition("=")
        if line.startswith("["):
            section = line.strip("[]").strip()
        elif is_point and section == group and not line.startswith(("#", ";")):
            yield name.strip(), value.strip()
