"""The texts of the web client: collected from `web/src`, and written for it as JSON, one file for each language.

In the client `t("...")` says a text and `tn("...", "...", number)` counts; both take plain strings in double quotes, so
that they can be found without reading Svelte. Words of rule systems are said by `word(...)`: all of them are written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog

SOURCES = Path(__file__).resolve().parents[1] / "web" / "src"
_STRING = r'"((?:[^"\\]|\\.)*)"'
_CALL = re.compile(rf"\b(?:t\(\s*{_STRING}|tn\(\s*{_STRING},\s*{_STRING})")
_ANY_CALL = re.compile(r"(?<!function )\btn?\(")
_WORDS = ("word", "sight")
"""The contexts of words that the client is sent in answers."""


class UnreadableTextError(Exception):
    """A call of `t` or `tn` whose texts are not strings in double quotes."""


def client_texts() -> Iterator[tuple[Path, str | tuple[str, str]]]:
    """Yield each text of the client with its file: one, or singular and plural. Raise UnreadableTextError."""
    for file in sorted(each for each in SOURCES.rglob("*") if each.suffix in (".ts", ".svelte")):
        text = file.read_text(encoding="utf-8")
        for start in (each.start() for each in _ANY_CALL.finditer(text)):
            call = _CALL.match(text, start)
            if call is None:
                line = text.count("\n", 0, start) + 1
                raise UnreadableTextError(f"{file}:{line}: the text has to be a string in double quotes")
            one, singular, plural = (each and _unquoted(each) for each in call.groups())
            yield file, one if one is not None else (singular, plural)


def _unquoted(literal: str) -> str:
    return str(json.loads(f'"{literal}"'))


def as_json(catalog: Catalog) -> bytes:
    """Return what the client says in the language of a catalogue: by text, or by context, U+0004 and text."""
    keys = {text if isinstance(text, str) else text[0] for _, text in client_texts()}
    said = {
        f"{each.context}\4{each.id}" if each.context else _first(each.id): each.string
        for each in catalog
        if (each.context in _WORDS if each.context else _first(each.id) in keys)
    }
    return json.dumps(said, ensure_ascii=False, indent=0, sort_keys=True).encode()


def _first(id: str | Sequence[str]) -> str:
    return id if isinstance(id, str) else id[0]
