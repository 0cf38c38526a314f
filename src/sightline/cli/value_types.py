"""Types of option values, whose errors have the wording and form of errors in files."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

import click

from sightline.formats.problems import Problems, ScenarioError
from sightline.i18n import _


def refusal(option: click.Parameter | None, message: str, found: str, allowed: Collection[str] = ()) -> ScenarioError:
    """Return the error for a value of an option or argument on the command line."""
    problems = Problems(_("command line"))
    problems.add(None, _name(option) if option else None, message, found=found, allowed=allowed)
    return ScenarioError(problems.found)


def _name(option: click.Parameter) -> str:
    """Return the longest flag of an option, or an argument as it is called in the help."""
    if isinstance(option, click.Argument):
        return option.human_readable_name.strip("[]")
    return max(option.opts, key=len)


class WholeNumber(click.ParamType[int]):
    """A whole number, within a minimum and a maximum if these are given."""

    name = "number"

    def __init__(self, low: int | None = None, high: int | None = None) -> None:
        self._low, self._high = low, high

    def convert(self, value: object, param: click.Parameter | None, _context: click.Context | None) -> int:
        """Return the number. Raise `ScenarioError`."""
        with suppress(ValueError):  # also for more digits than Python reads
            number = int(str(value))
            if (self._low is None or self._low <= number) and (self._high is None or number <= self._high):
                return number
        raise _is_not(self._wanted(), value, param)

    def _wanted(self) -> str:
        if self._low is None:
            return _("a whole number")
        if self._high is None:
            return _("a whole number of at least {low}").format(low=self._low)
        return _("a whole number from {low} to {high}").format(low=self._low, high=self._high)


class PositiveNumber(click.ParamType[float]):
    """A number above 0, decimals included."""

    name = "number"

    def convert(self, value: object, param: click.Parameter | None, _context: click.Context | None) -> float:
        """Return the number. Raise `ScenarioError`."""
        with suppress(ValueError):
            number = float(str(value))
            if number > 0:
                return number
        raise _is_not(_("a number above 0"), value, param)


class Word(click.Choice[str]):
    """One of a few words."""

    def convert(self, value: object, param: click.Parameter | None, _context: click.Context | None) -> str:
        """Return the word. Raise `ScenarioError`, which names the nearest word."""
        if value not in self.choices:
            raise _is_not(_("one of the words allowed"), value, param, self.choices)
        return str(value)


def _is_not(wanted: str, value: object, option: click.Parameter | None, allowed: Collection[str] = ()) -> ScenarioError:
    text = str(value)
    return refusal(option, _("{text!r} is not {wanted}").format(text=text, wanted=wanted), text, allowed)
