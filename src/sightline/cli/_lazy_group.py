"""Commands that are imported on first use, so that a question loads nothing that only battles need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module

import click


class LazyCommands(Mapping[str, click.Command]):
    """Commands by name; `places` maps each name to the module and attribute of the command."""

    def __init__(self, places: Mapping[str, tuple[str, str]]) -> None:
        self._places = places

    def __getitem__(self, name: str) -> click.Command:
        module, attribute = self._places[name]
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class MappedCommands(Mapping[str, click.Command]):
    """Commands by name, each passed through a function when it is looked up."""

    def __init__(self, commands: Mapping[str, click.Command], change: Callable[[click.Command], click.Command]) -> None:
        self._commands, self._change = commands, change

    def __getitem__(self, name: str) -> click.Command:
        return self._change(self._commands[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._commands)

    def __len__(self) -> int:
        return len(self._commands)
