"""The language that a scenario, its answers and its battles use, whatever language the caller uses."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from sightline.i18n import use_language


class HasLanguage(Protocol):
    """Something whose texts are in a language of its own."""

    @property
    def language(self) -> str:
        """The language, one of `sightline.LANGUAGES`."""


Owner = TypeVar("Owner", bound=HasLanguage)
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def in_own_language(
    call: Callable[Concatenate[Owner, Parameters], Result],
) -> Callable[Concatenate[Owner, Parameters], Result]:
    """Make a function or method use the language of its first argument. Not for generators."""

    @wraps(call)
    def call_in_language(owner: Owner, /, *args: Parameters.args, **options: Parameters.kwargs) -> Result:
        with use_language(owner.language):
            return call(owner, *args, **options)

    return call_in_language
