"""Commands that are imported on first use, so that a question loads nothing that only battles need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module

import click


class LazyCommands(Mapping[str, click.Command]):
    """Commands by name; `attributes` maps each name to the module and the attribute that is the command."""

    def __init__(self, attributes: Mapping[str, tuple[str, str]]) -> None:
        self._attributes = attributes

    def __getitem__(self, name: str) -> click.Command:
        module, attribute = self._attributes[name]
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(self._attributes)

    def __len__(self) -> int:
        return len(self._attributes)


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
