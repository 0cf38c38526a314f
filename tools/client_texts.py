"""The texts of the web client: collected from `web/src`, and written for it as JSON, two files for each language.

The first file has the texts of the pages that most people open first, the second those of all others alone.

In the client `t("...")` says a text and `tn("...", "...", number)` counts; both take plain strings in double quotes, so
that they can be found without reading Svelte. Words of rule systems are said by `word(...)`: all of them are written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog

SOURCES = Path(__file__).resolve().parents[1] / "web" / "src"
_STRING = r'"((?:[^"\\]|\\.)*)"'
_CALL = re.compile(rf"\b(?:t\(\s*{_STRING}|tn\(\s*{_STRING},\s*{_STRING})")
_ANY_CALL = re.compile(r"(?<!function )\btn?\(")
_IMPORT = re.compile(r'\b(?:from|import) "(\.[^"]+)"')
_OPENED_FIRST = ("main.ts", *(f"pages/{page}.svelte" for page in ("Gallery", "Nowhere", "Rulebook", "TablePage")))
"""The script that opens pages, and the pages for which it loads no more texts (`web/src/pages/routes.ts`)."""
_WORDS = ("word", "sight", "ruling")
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


def files_opened_first() -> set[Path]:
    """Return the files of the pages that most people open first, with all that these import."""
    found, edge = set[Path](), [SOURCES / name for name in _OPENED_FIRST]
    while edge:
        file = edge.pop()
        if file not in found:
            found.add(file)
            edge += filter(None, (_imported(file, name) for name in _IMPORT.findall(file.read_text(encoding="utf-8"))))
    return found


def _imported(file: Path, name: str) -> Path | None:
    """Return the file that another one imports by a relative name, None where it has no texts."""
    path = (file.parent / name).resolve()
    candidates = (path, *(path.with_name(f"{path.name}{suffix}") for suffix in (".ts", ".svelte.ts")))
    return next((each for each in candidates if each.suffix in (".ts", ".svelte") and each.is_file()), None)


def as_json(catalog: Catalog) -> tuple[bytes, bytes]:
    """Return what the client says in the language of a catalogue: by text, or by context, U+0004 and text.

    First that of the pages that are opened first, with the words of rule systems; then what only the others say.
    """
    first = files_opened_first()
    said, further = dict[str, object](), dict[str, object]()
    keys = {_first(text) for _, text in client_texts()}
    keys_of_first = {_first(text) for file, text in client_texts() if file in first}
    for each in catalog:
        if each.context in _WORDS:
            said[f"{each.context}\4{each.id}"] = each.string
        elif not each.context and _first(each.id) in keys:
            (said if _first(each.id) in keys_of_first else further)[_first(each.id)] = each.string
    return _as_json(said), _as_json(further)


def _as_json(said: Mapping[str, object]) -> bytes:
    return json.dumps(said, ensure_ascii=False, indent=0, sort_keys=True).encode()


def _first(id: str | Sequence[str]) -> str:
    return id if isinstance(id, str) else id[0]
