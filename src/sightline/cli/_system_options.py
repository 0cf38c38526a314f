"""Options of a command that rule systems declare, such as the types of moves that only one of them has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

import click

from sightline.cli.scenario_options import find_systems
from sightline.i18n import _
from sightline.rules import Movable, Systems, UnusableSystem


class MoveCommand(click.Command):
    """A command that also takes the options in `Movable.move_options` of the systems, as its argument `move`.

    Systems are loaded only for an argument that is not an option of the command itself, and for the help text.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        if any(arg.startswith("--") and arg.partition("=")[0] not in known for arg in args):
            self._add_options(args)
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self._add_options(())
        super().format_options(ctx, formatter)

    def invoke(self, ctx: click.Context) -> Any:
        added = [each.name for each in self.params if isinstance(each, MoveFlag)]
        ctx.params["move"] = {name: ctx.params.pop(name) for name in added}
        return super().invoke(ctx)

    def _add_options(self, args: Sequence[str]) -> None:
        self.params = [*self.params, *_find_options(_systems_of(args)).values()]


class MoveFlag(click.Option):
    """An option of a move."""


def _systems_of(args: Sequence[str]) -> Systems:
    """Return the systems of a command line: the installed ones, and that of `--system FILE`."""
    separate = (value for flag, value in pairwise(args) if flag == "--system")
    joined = (arg.partition("=")[2] for arg in args if arg.startswith("--system="))
    return find_systems(next(chain(separate, joined), None))


def _find_options(systems: Systems) -> Mapping[str, MoveFlag]:
    """Return the options that systems declare, by field name; the first of two with the same name."""
    found: dict[str, MoveFlag] = {}
    for movable in _iter_movable(systems):
        for option in movable.move_options.iter_options():
            flag = f"--{option.name.replace('_', '-')}"
            text = _(option.description)
            takes = {"metavar": "T"} if option.names_piece else {"is_flag": True}
            found.setdefault(option.name, MoveFlag([flag, option.name], help=text, **takes))
    return found


def _iter_movable(systems: Systems) -> Iterator[Movable[Any, Any]]:
    for key in systems:
        try:
            rules = systems[key]
        except UnusableSystem:  # reported when the system itself is requested
            continue
        if isinstance(rules, Movable):
            yield rules
