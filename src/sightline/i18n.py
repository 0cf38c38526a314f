"""Translation of texts by gettext: English is in the code, other languages are in catalogues.

`_`, `ngettext` and `pgettext` mark a text and translate it. `N_` and `counted` only mark it, for texts that are
declared once and translated later, such as clauses. The caller chooses the language (`--lang`, `language=`) for the
context of one call: `with use_language("fr"): ...`.
"""

from __future__ import annotations

import gettext
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter
from typing import Any

LANGUAGES = ("en", "fr")
"""English, the language of the code, and the languages with a catalogue."""

DOMAIN = "sightline"
CATALOGUES = Path(__file__).parent / "locale"
_MAX_CACHED_TEXTS = 4096

_language: ContextVar[str] = ContextVar("language", default=LANGUAGES[0])


class LocalNumber(str):
    """A number as text with a decimal point: kept in JSON, written with the local decimal sign in texts."""

    __slots__ = ()


class Term(str):
    """A word of a rule system or of the format, such as rubble: kept in JSON, translated in texts."""

    __slots__ = ()


class TerrainAdjective(Term):
    """A word for terrain that is an adjective, such as difficult; in sentences it is followed by terrain."""

    __slots__ = ()


class CountedText(str):
    """The singular of a text that is translated later, with its `plural`, and the `field` whose number chooses."""

    __slots__ = ("field", "plural")
    plural: str
    field: str

    def form_for(self, values: Mapping[str, object]) -> str:
        """Return the form for the number among `values`, in the current language, without these."""
        number = values[self.field]
        assert isinstance(number, int)
        return ngettext(self, self.plural, number)


def current_language() -> str:
    """Return the current language code."""
    return _language.get()


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Use one of `LANGUAGES` within the context. Raise ValueError for any other."""
    if language not in LANGUAGES:
        raise ValueError(f"{language!r} is none of the languages {', '.join(LANGUAGES)}")
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def N_(text: str) -> str:  # noqa: N802 (the name that gettext's tools know)
    """Mark a text that is translated later, with `_`; return it unchanged."""
    return text


def counted(singular: str, plural: str, field: str) -> CountedText:
    """Mark a text with two forms that is translated later, with `ngettext`, by the number in one of its fields."""
    text = CountedText(singular)
    text.plural, text.field = plural, field
    return text


class FrenchText(str):
    """A French text whose words are elided before fields that begin with a vowel: d'Ann, qu'Otto."""

    __slots__ = ()

    def format(self, *values: object, **fields: object) -> str:
        return _FRENCH_FORMATTER.vformat(self, values, fields)

    def format_map(self, fields: Mapping[str, object], /) -> str:  # type: ignore[override]
        return _FRENCH_FORMATTER.vformat(self, (), fields)


class _FrenchFormatter(Formatter):
    """A formatter that elides the word before a field."""

    def vformat(self, format_string: str, args: Any, kwargs: Any) -> str:
        text = ""
        for literal, name, spec, conversion in self.parse(format_string):
            text += literal
            if name is not None:
                value, _ = self.get_field(name or "0", args, kwargs)
                shown = self.format_field(self.convert_field(value, conversion), (spec or "").format(**kwargs))
                if re.match(_ELIDED_BEFORE, shown):
                    text = re.sub(_ELIDED, "'", text)
                text += shown
        return text


_FRENCH_FORMATTER = _FrenchFormatter()
_ELIDED = r"(?<=\b[dD])e $|(?<=\b[qQ]u)e $"
_ELIDED_BEFORE = r"(?i)[aeiouàâäéèêëîïôöùûü]|y[^aeiou\W]"
"""Patterns that are compiled when they are used: no English text needs them."""


def _(text: str) -> str:
    """Return a text in the current language."""
    # gettext would return the header of the catalogue for the empty text.
    return _with_elision(read_catalogue(current_language()).gettext(text)) if text else ""


def fill(text: str, values: Mapping[str, object]) -> str:
    """Return a text in the current language, or the form that its number asks for, with the values localized in it."""
    if isinstance(text, CountedText):
        return _fill_fields(text.form_for(values), values)
    language = current_language()
    return _fill(read_catalogue(language), language, text, tuple(values), *values.values())


@lru_cache(_MAX_CACHED_TEXTS, typed=True)  # as a `Term` equals the name that is written alike
def _fill(catalogue: object, language: str, text: str, names: tuple[str, ...], *values: object) -> str:
    """Return what `fill` does in a language with this catalogue. Many findings say the same of the same cell."""
    del catalogue, language
    return _fill_fields(_(text), dict(zip(names, values, strict=True)))


def _fill_fields(text: str, values: Mapping[str, object]) -> str:
    return text.format_map({name: localized(value) for name, value in values.items()})


def ngettext(singular: str, plural: str, number: int) -> str:
    """Return the singular or plural form for `number`, in the current language."""
    return _with_elision(read_catalogue(current_language()).ngettext(singular, plural, number))


def _with_elision(text: str) -> str:
    """Return a text with fields as one that elides words before them, if the current language does."""
    return FrenchText(text) if "{" in text and current_language() == "fr" else text


def pgettext(context: str, text: str) -> str:
    """Return a text that is ambiguous without `context`, in the current language."""
    return read_catalogue(current_language()).pgettext(context, text) if text else ""


def word(text: str) -> str:
    """Return a word of a rule system or of the format, or several separated by commas, in the current language.

    A number after a word is kept: rubble 2.
    """
    return ", ".join(map(_numbered, text.split(", ")))


def _numbered(text: str) -> str:
    kind, number = without_number(text)
    return f"{_one_word(kind)}{number}"


def _one_word(text: str) -> str:
    """Return a word in the current language; one that is the title of a clause is translated as that."""
    found = pgettext("word", text)
    return _(text) if found == text else found


def terrain_term(kinds: str, adjectives: Collection[str]) -> Term:
    """Return a kind of terrain, or several separated by commas, as a term; those with these names are adjectives."""
    last, _number = without_number(kinds.rpartition(", ")[2])
    return TerrainAdjective(kinds) if last in adjectives else Term(kinds)


def without_number(text: str) -> tuple[str, str]:
    """Return a text without the number at its end, and this number with its space, or ""."""
    kind, space, number = text.rpartition(" ")
    return (kind, f"{space}{number}") if number.isdigit() else (text, "")


def folded(text: str) -> str:
    """Return a text without its case, and with letters and their accents in one form, to compare it with another."""
    return unicodedata.normalize("NFC", text).casefold()


def joined(texts: Iterable[str]) -> str:
    """Return texts as the parts of one sentence, in the current language."""
    sentence = ""
    for text in texts:
        sentence = _("{before}; {text}").format(before=sentence, text=text) if sentence else text
    return sentence


def localized(value: object) -> str:
    """Localize a value: terms are translated, numbers formatted to at most two decimals, anything else unchanged."""
    if type(value) in (str, int):  # most are names and whole numbers
        return str(value)
    match value:
        case float():
            return decimal(value).rstrip("0").rstrip(",.")
        case TerrainAdjective():
            kinds, number = without_number(value)
            return _("{kind} terrain").format(kind=word(kinds)) + number
        case Term():
            return word(value)
        case LocalNumber():
            return value.replace(".", pgettext("decimal sign", "."))
    return str(value)


def decimal(value: float, places: int = 2) -> str:
    """Format a number with `places` decimals and the decimal sign of the current language; zero has no sign."""
    return localized(LocalNumber(f"{value:z.{places}f}"))


def percent(value: float, places: int = 2) -> str:
    """Format a percentage with its sign, as the current language writes it."""
    return pgettext("percent", "{number}%").format(number=decimal(value, places))


@cache
def read_catalogue(language: str) -> gettext.NullTranslations:
    """Return the translations into a language, cached."""
    if language == LANGUAGES[0]:
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, CATALOGUES, [language])
