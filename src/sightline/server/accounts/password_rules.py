"""Rules for names and passwords of accounts: normalization, and what is refused."""

from __future__ import annotations

import unicodedata

from sightline.formats.problems import Problems, collecting_problems
from sightline.i18n import _
from sightline.server.accounts.common_passwords import COMMON_PASSWORDS
from sightline.server.printable import without_joiners

_MIN_CHARACTERS, _MAX_CHARACTERS = 8, 200
_MAX_CHARACTERS_OF_NAME = 200
"""The number of characters of a name that are compared; no account has a name this long."""
_NOT_TOLD = "…"
"""The text that stands for a password in a problem."""


def login_of(name: str) -> str:
    """Return the normal form of a name, which sign-in compares: case, width, joiners and more spaces do not matter."""
    seen = without_joiners(" ".join(name[:_MAX_CHARACTERS_OF_NAME].split()))
    return unicodedata.normalize("NFKC", seen).casefold()


def normal_password(stated: str, key: str) -> str:
    """Return the normal form of a password, which is hashed: it does not matter how a keyboard composed its accents.

    Raise `ScenarioError`, naming the key that states it, if it is too long or not text, so that nobody can have it.
    """
    with collecting_problems() as problems:
        if len(stated) > _MAX_CHARACTERS or not _is_text(stated):
            _refuse_length(problems, key)
    return unicodedata.normalize("NFKC", stated)


def new_password(stated: str, name: str, key: str) -> str:
    """Return the normal form of a new password. Raise `ScenarioError` if it is easy to guess."""
    password = normal_password(stated, key)
    with collecting_problems() as problems:
        if len(password) < _MIN_CHARACTERS:
            _refuse_length(problems, key)
        elif login_of(password) == login_of(name):
            problems.add(None, key, _("the password must not be the same as the name"), found=_NOT_TOLD)
        elif password.casefold() in COMMON_PASSWORDS or len(set(password)) == 1:
            problems.add(None, key, _("this password is too easy to guess"), found=_NOT_TOLD)
    return password


def _refuse_length(problems: Problems, key: str) -> None:
    message = _("expected a password of {fewest} to {most} characters").format(
        fewest=_MIN_CHARACTERS, most=_MAX_CHARACTERS
    )
    problems.add(None, key, message, found=_NOT_TOLD)


def _is_text(stated: str) -> bool:
    try:
        stated.encode()
    except UnicodeEncodeError:  # an unpaired surrogate
        return False
    return True
