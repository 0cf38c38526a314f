"""Data files in TOML, a table for each entry: read with every problem at once, each with its place and its remedy."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeVar, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct, structs

Entry = TypeVar("Entry", bound=Struct)
Problem = tuple[str, str]
"""The key of a wrong value, dotted below its table, and what is wrong with it."""


class EntryFileError(ValueError):
    """A data file that cannot be used; `problems` are lines, in the order of the file."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


def read_entry_file(
    text: str, file: str, kind: type[Entry], check: Callable[[Entry], Iterable[Problem]] = lambda _entry: ()
) -> Mapping[str, Entry]:
    """Return the entries of a file by the name of their table; `check` yields what is wrong with a well-formed one.

    Raise `EntryFileError`.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EntryFileError([f"{file}: {error}"]) from error
    entries, problems = dict[str, Entry](), list[tuple[int, str]]()
    for name, stated in tables.items():
        wrong = [*_iter_problems(stated, kind)]
        if not wrong:
            entries[name] = msgspec.convert(stated, kind)
            wrong = [*check(entries[name])]
        problems += [(_find_line(text, name, key), f"{_join(name, key)}: {message}") for key, message in wrong]
    if problems:
        raise EntryFileError(f"{file}:{line}: {problem}" for line, problem in sorted(problems))
    return MappingProxyType(entries)


def unknown_word(word: str, words: Iterable[str], what: str) -> str:
    """Return the message that a word is not one of those that can stand there, with the nearest of them."""
    from difflib import get_close_matches  # most files have nothing wrong

    known = tuple(words)
    near = get_close_matches(word, known, n=1, cutoff=0.7)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"{word!r} is not {what}.{hint} Allowed: {', '.join(known)}."


def _iter_problems(stated: object, kind: type[Struct], within: str = "") -> Iterator[Problem]:
    """Yield what is wrong with the keys and values of a table."""
    if not isinstance(stated, Mapping):
        yield within, f"expected a table, found {stated!r}."
        return
    fields = {field.encode_name: field for field in structs.fields(kind)}
    types = get_type_hints(kind, include_extras=True)
    for key in stated.keys() - fields.keys():
        yield _join(within, key), unknown_word(key, fields, "a key of this table")
    for key, field in fields.items():
        is_needed = field.default is NODEFAULT and field.default_factory is NODEFAULT
        if key in stated:
            yield from _iter_value_problems(stated[key], types[field.name], _join(within, key))
        elif is_needed:
            yield within, f"{key} is missing."


def _iter_value_problems(value: object, kind: Any, key: str) -> Iterator[Problem]:
    if isinstance(kind, type) and issubclass(kind, Struct):
        yield from _iter_problems(value, kind, key)
        return
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        yield key, f"{error}, found {value!r}."


def _join(within: str, key: str) -> str:
    return f"{within}.{key}" if within and key else within or key


def _find_line(text: str, table: str, key: str) -> int:
    """Return the number of the line on which a key of a table begins, else that of the table."""
    found, is_within = 1, False
    first = key.partition(".")[0]
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[([^\[\]]+)\]", line):
            is_within = header[1].strip(" \"'") == table
            found = number if is_within else found
        elif first and is_within and re.match(rf"\s*[\"']?{re.escape(first)}[\"']?\s*=", line):
            return number
    return found
