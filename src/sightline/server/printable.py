"""Texts that people choose and others see, such as names: only characters that can be seen."""

from __future__ import annotations

import re

_JOINED = "[^\x00-\x7f\u200c\u200d]"
_JOINER = re.compile(f"(?<={_JOINED})[\u200c\u200d](?={_JOINED})")
"""A joiner of letters or emoji. Persian words and emoji of families need them; between ASCII letters nobody sees it."""


def is_printable(text: str) -> bool:
    """Return whether a text has only printable characters and spaces, and joiners where a script needs them."""
    return without_joiners(text).isprintable()


def without_joiners(text: str) -> str:
    """Return a text without joiners, so that texts that look alike are equal."""
    return _JOINER.sub("", text)
