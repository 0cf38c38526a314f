"""Answers, actions, events and states as plain JSON types."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from operator import attrgetter
from typing import Any

from msgspec import Struct

from sightline.rules.answers import Rolled
from sightline.rules.clause import Clause

_LAST = ("findings", "rulings", "lines", "why_not")
_ROLLED = Rolled.__struct_fields__
"""The keys after those that a system adds to an answer; the second ones if it is resolved."""
_PLAIN = (str, int, bool, type(None))
"""The types of values that are JSON already."""


def to_builtins(value: Any) -> Any:
    """Return a value as plain JSON types: fractions as "n/d", clauses by id, enums by value.

    Tagged structs state their tag first, answers state their findings and rulings last.
    """
    kind: Any = type(value)  # for mypy, types of any value are not hashable
    return value if kind in _PLAIN else _converter(kind)(value)


@cache
def _converter(kind: type[object]) -> Callable[[Any], Any]:
    """Return the function that does what `to_builtins` does for values of a type. Charts convert a million values."""
    if issubclass(kind, Clause):
        return attrgetter("id")
    if issubclass(kind, Struct):
        return partial(_struct_to_builtins, *_keys_of(kind))
    if issubclass(kind, Mapping):
        return lambda value: {str(key): to_builtins(each) for key, each in value.items()}
    if issubclass(kind, list | tuple):
        return lambda value: [to_builtins(each) for each in value]
    if issubclass(kind, Enum):
        return attrgetter("value")
    if issubclass(kind, Fraction | str):  # also for subclasses, which the JSON library does not support
        return str
    return float if issubclass(kind, float) else lambda value: value


def json_words(value: object) -> str:
    """Return a value in JSON notation for messages; in Python notation if it is not JSON."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return python_words(value)


def python_words(value: object) -> str:
    """Return a value in Python notation for messages."""
    try:
        return repr(value)
    except Exception:  # a broken `__repr__`, or a number with too many digits
        return f"<{type(value).__name__}>"


def _struct_to_builtins(tag: Mapping[str, Any], keys: Sequence[tuple[str, str]], value: Struct) -> dict[str, Any]:
    return {**tag, **{key: to_builtins(getattr(value, name)) for key, name in keys}}


def _keys_of(kind: type[Struct]) -> tuple[Mapping[str, Any], Sequence[tuple[str, str]]]:
    """Return the tag of a type of structs, if it has one, and its keys in order, each with the name of its field."""
    config = kind.__struct_config__
    tag = {config.tag_field: config.tag} if config.tag_field else {}
    names = dict(zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True))
    return tag, [(key, names[key]) for key in _in_order(names)]


def _in_order(keys: Iterable[str]) -> Iterable[str]:
    last = (*_LAST, *_ROLLED) if "rolls" in keys else _LAST
    return [key for key in keys if key not in last] + [key for key in last if key in keys]
