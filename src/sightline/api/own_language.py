"""The language of scenarios, answers and battles: stated when they are read, and then their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from sightline.formats.arguments import check_language
from sightline.i18n import current_language, use_language


class HasLanguage(Protocol):
    """Something whose texts are in its own language."""

    @property
    def language(self) -> str:
        """The language, one of `sightline.LANGUAGES`."""


Owner = TypeVar("Owner", bound=HasLanguage)
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


@contextmanager
def in_language(language: str | None) -> Iterator[None]:
    """Use a language within the context, None for the current one. Raise `ArgumentError` for an unknown one."""
    check_language(language)
    with use_language(language or current_language()):
        yield


def in_own_language(
    call: Callable[Concatenate[Owner, Parameters], Result],
) -> Callable[Concatenate[Owner, Parameters], Result]:
    """Decorate a function or method to use the own language of its first argument. Not for generators."""

    @wraps(call)
    def call_in_language(owner: Owner, /, *args: Parameters.args, **options: Parameters.kwargs) -> Result:
        with use_language(owner.language):
            return call(owner, *args, **options)

    return call_in_language
