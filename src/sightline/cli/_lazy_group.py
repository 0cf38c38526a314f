"""Commands that are imported when they are asked for: a question starts without what only battles need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module

import click


class OnDemand(Mapping[str, click.Command]):
    """Commands by name; `places` says in which module each is, and what it is called there."""

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


class Changed(Mapping[str, click.Command]):
    """Commands by name, each changed when it is asked for."""

    def __init__(self, commands: Mapping[str, click.Command], change: Callable[[click.Command], click.Command]) -> None:
        self._commands, self._change = commands, change

    def __getitem__(self, name: str) -> click.Command:
        return self._change(self._commands[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._commands)

    def __len__(self) -> int:
        return len(self._commands)
