"""Answers as JSON text."""

from __future__ import annotations

from typing import Any

import msgspec

from sightline.rules.json_values import to_builtins

MAX_INDENT = 100
"""The maximum indent of JSON text."""


def to_json(answer: Any, *, indent: int = 2) -> str:
    """Return an answer as JSON text; an indent of 0 puts it on one line."""
    text = msgspec.json.encode(to_builtins(answer))
    return (msgspec.json.format(text, indent=indent) if indent else text).decode()
