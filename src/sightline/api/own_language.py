"""The own language of scenarios, answers and battles, which is independent of the caller's current language."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from sightline.i18n import use_language


class HasLanguage(Protocol):
    """Something whose texts are in its own language."""

    @property
    def language(self) -> str:
        """The language, one of `sightline.LANGUAGES`."""


Owner = TypeVar("Owner", bound=HasLanguage)
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def in_own_language(
    call: Callable[Concatenate[Owner, Parameters], Result],
) -> Callable[Concatenate[Owner, Parameters], Result]:
    """Decorate a function or method to use the language of its first argument. Not for generators."""

    @wraps(call)
    def call_in_language(owner: Owner, /, *args: Parameters.args, **options: Parameters.kwargs) -> Result:
        with use_language(owner.language):
            return call(owner, *args, **options)

    return call_in_language
