"""The language in which the program speaks. Texts are English in the code; the others come from gettext catalogues.

A text is marked where it stands, and translated where it is said: `_` and its like do both; `N_` only marks, for texts
that are declared once and said later, such as clauses. Which language is spoken is an argument of whoever asks
(`--lang`, `language=`), handed down as the context of that one call: `with speaking("fr"): ...`.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "fr")
"""English, the language of the code, and those with a catalogue."""

DOMAIN = "sightline"
CATALOGUES = Path(__file__).parent / "locale"

_spoken: ContextVar[str] = ContextVar("spoken", default=LANGUAGES[0])


class Figure(str):
    """A number with a point: itself in JSON, with the sign that the language writes there where it is said."""

    __slots__ = ()


class Word(str):
    """A word of a rule system or of the format, such as rubble: itself in JSON, translated where it is said."""

    __slots__ = ()


def spoken() -> str:
    """Give the language that is spoken."""
    return _spoken.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak one of `LANGUAGES` within the context. Raises ValueError for another one."""
    if language not in LANGUAGES:
        raise ValueError(f"{language!r} is none of the languages {', '.join(LANGUAGES)}")
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def N_(text: str) -> str:  # noqa: N802 (the name that gettext's tools know)
    """Mark a text that is translated later, with `_`."""
    return text


def _(text: str) -> str:
    """Give a text in the language that is spoken."""
    return _catalogue(spoken()).gettext(text) if text else ""  # the empty text would be the catalogue's header


def ngettext(singular: str, plural: str, number: int) -> str:
    """Give the text for so many, in the language that is spoken."""
    return _catalogue(spoken()).ngettext(singular, plural, number)


def pgettext(context: str, text: str) -> str:
    """Give a text that has another meaning elsewhere, by its context, in the language that is spoken."""
    return _catalogue(spoken()).pgettext(context, text) if text else ""


def word(text: str) -> str:
    """Give a word of a rule system or of the format, or several after commas, in the language that is spoken.

    A number behind one stays: rubble 2.
    """
    return ", ".join(map(_numbered, text.split(", ")))


def _numbered(text: str) -> str:
    kind, space, number = text.rpartition(" ")
    return f"{pgettext('word', kind)}{space}{number}" if number.isdigit() else pgettext("word", text)


def said(value: object) -> str:
    """Give a value as it is said: a `Word` or a `Figure` in the language spoken, anything else as it is.

    Of a number at most two places are said.
    """
    match value:
        case float():
            return decimal(value).rstrip("0").rstrip(",.")
        case Word():
            return word(value)
        case Figure():
            return value.replace(".", pgettext("decimal sign", "."))
    return str(value)


def decimal(value: float, places: int = 2) -> str:
    """Give a number with so many places behind the sign that the language that is spoken writes there."""
    return said(Figure(f"{value:.{places}f}"))


def percent(value: float, places: int = 2) -> str:
    """Give a number of percent with its sign, as the language that is spoken writes it."""
    return pgettext("percent", "{number}%").format(number=decimal(value, places))


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    if language == LANGUAGES[0]:
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, CATALOGUES, [language])
