"""Answers as JSON text."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from sightline.rules.json_values import to_builtins

MAX_INDENT = 100
"""The maximum indent of JSON text."""
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""The characters that JSON takes as they are, and YAML as line breaks or not at all."""


def to_json(answer: Any, *, indent: int = 2) -> str:
    """Return an answer as JSON text; an indent of 0 puts it on one line."""
    text = msgspec.json.encode(to_builtins(answer))
    return (msgspec.json.format(text, indent=indent) if indent else text).decode()


def to_flow_yaml(value: Any) -> str:
    """Return a plain value as JSON text that means the same in YAML."""
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))
