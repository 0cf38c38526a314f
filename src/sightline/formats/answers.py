"""Answers as JSON, and the JSON Schemas of answers and scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct

from sightline.formats.context import Context
from sightline.formats.problems import Problems
from sightline.formats.readers import Schema
from sightline.formats.scenario import SCENARIO
from sightline.rules import Clause, Ruleset, Systems

_LAST = ("findings", "rulings", "lines")
"""The keys that stand behind those that a system adds."""


def to_builtins(answer: Any) -> Any:
    """Give an answer as JSON has it: fractions as "n/d", clauses by id, words for enums."""
    match answer:
        case Fraction():
            return str(answer)
        case Enum():
            return answer.value
        case Clause():
            return answer.id
        case Struct():
            fields = dict(zip(answer.__struct_encode_fields__, answer.__struct_fields__, strict=True))
            ordered = [key for key in fields if key not in _LAST] + [key for key in fields if key in _LAST]
            return {key: to_builtins(getattr(answer, fields[key])) for key in ordered}
        case Mapping():
            return {key: to_builtins(value) for key, value in answer.items()}
        case list() | tuple():
            return [to_builtins(value) for value in answer]
        case _:
            return answer


def to_json(answer: Any, *, indent: int = 2) -> str:
    """Give an answer as JSON text; an indent of 0 puts it on one line."""
    text = msgspec.json.encode(to_builtins(answer))
    return (msgspec.json.format(text, indent=indent) if indent else text).decode()


def answer_schema(answer: type[Struct]) -> Schema:
    """Give the JSON Schema of an answer."""
    return msgspec.json.schema(answer, schema_hook=_schema_of)


def scenario_schema(rules: Ruleset) -> Schema:
    """Give the JSON Schema of the scenarios of a rule system."""
    systems = Systems({}, {rules.key: rules})
    schema = SCENARIO.schema(Context(Problems(""), systems, rules=rules))
    title = f"Scenario of {rules.title}"
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **schema}


def _schema_of(kind: type) -> Schema:
    if kind is Fraction:
        return {"type": "string", "pattern": "^[0-9]+(/[1-9][0-9]*)?$"}
    if kind is Clause:
        return {"type": "string"}
    raise NotImplementedError(f"no schema is known for {kind}")
