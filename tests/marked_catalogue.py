"""Driver: a catalogue that puts every text between marks, so that tests see what is translated, and when."""

from __future__ import annotations

from gettext import NullTranslations

import pytest

from sightline import i18n

FIRST, LAST = "«»"


class Marks(NullTranslations):
    """Every text of it is the English one between marks."""

    def gettext(self, message: str) -> str:
        return f"{FIRST}{message}{LAST}"

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return f"{FIRST}{super().ngettext(singular, plural, number)}{LAST}"

    def pgettext(self, context: str, message: str) -> str:
        return f"{FIRST}{message}{LAST}"


def mark_french(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what is said in French be the English texts between marks."""
    monkeypatch.setattr(i18n, "read_catalogue", lambda spoken: Marks() if spoken == "fr" else NullTranslations())


def unmarked(text: str) -> str:
    """Return what of a text stands outside all marks."""
    left, depth = "", 0
    for char in text:
        depth += (char == FIRST) - (char == LAST)
        left += char if not depth and char != LAST else ""
    return left


def without_marks(text: str) -> str:
    """Return a text as it is in English."""
    return text.replace(FIRST, "").replace(LAST, "")
