"""Answers as JSON, and the JSON Schemas of answers and scenarios."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from inspect import cleandoc
from typing import Any

import msgspec
from msgspec import Struct, structs

from sightline.formats.context import Context
from sightline.formats.map_reader import FREE
from sightline.formats.problems import Problems
from sightline.formats.readers import Schema
from sightline.formats.scenario_reader import SCENARIO
from sightline.rules import Clause, Phase, Playable, Rolled, Ruleset, Ruling, Systems, require

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_LAST = ("findings", "rulings", "lines", "why_not")
_ROLLED = Rolled.__struct_fields__
"""The keys that stand behind those that a system adds; the second ones where it is rolled."""


def to_builtins(answer: Any) -> Any:
    """Give an answer as JSON has it: fractions as "n/d", clauses by id, words for enums."""
    match answer:
        case Fraction():
            return str(answer)
        case Enum():
            return answer.value
        case float():  # also of a class of its own
            return float(answer)
        case str():  # also of a class of its own, which the JSON library would not know
            return str(answer)
        case Clause():
            return answer.id
        case Struct():
            fields = dict(zip(answer.__struct_encode_fields__, answer.__struct_fields__, strict=True))
            last = (*_LAST, *_ROLLED) if "rolls" in fields else _LAST
            ordered = [key for key in fields if key not in last] + [key for key in last if key in fields]
            return {key: to_builtins(getattr(answer, fields[key])) for key in ordered}
        case Mapping():
            return {str(key): to_builtins(value) for key, value in answer.items()}
        case list() | tuple():
            return [to_builtins(value) for value in answer]
        case _:
            return answer


def to_json(answer: Any, *, indent: int = 2) -> str:
    """Give an answer as JSON text; an indent of 0 puts it on one line."""
    text = msgspec.json.encode(to_builtins(answer))
    return (msgspec.json.format(text, indent=indent) if indent else text).decode()


def answer_schema(*answers: type[Struct]) -> Schema:
    """Give the JSON Schema of an answer, which may be of several types. Every key stands in every answer."""
    schemas, found = msgspec.json.schema_components(answers, schema_hook=_schema_of)
    definitions = {name: _always_whole(definition) for name, definition in found.items()}
    if "Clause" in definitions:
        definitions["Clause"] = {"type": "string", "description": "The id of a clause."}
    return {"$schema": _DIALECT, **_any_of(schemas), "$defs": definitions}


def list_schema(*items: str) -> Schema:
    """Give the JSON Schema of a list, each item of which is as one of these files says."""
    return {"$schema": _DIALECT, "type": "array", "items": {"anyOf": [{"$ref": item} for item in items]}}


def entry_answer(entry: Clause | Ruling) -> dict[str, Any]:
    """Give all that is known of a clause or a ruling, where an answer only cites it, in the language that is spoken."""
    return structs.asdict(entry.localized()) | ({"default": entry.default} if isinstance(entry, Ruling) else {})


def rules_answer(rules: Ruleset[Any]) -> dict[str, Any]:
    """Give what is known of a rule system: its clauses and rulings."""
    return {
        "clauses": [entry_answer(clause) for clause in rules.clauses],
        "rulings": [entry_answer(ruling) for ruling in rules.rulings],
    }


def phases_answer(rules: Ruleset[Any]) -> list[dict[str, Any]]:
    """Give the phases of the game that is played by a rule system. Raises `NotAnswered`."""
    return [to_builtins(phase.localized()) for phase in require(rules, Playable).game().phases]


def phases_schema() -> Schema:
    """Give the JSON Schema of `phases_answer`."""
    schema = dict(answer_schema(Phase))
    dialect, definitions = schema.pop("$schema"), schema.pop("$defs")
    return {"$schema": dialect, "type": "array", "items": schema, "$defs": definitions}


def rules_schema() -> Schema:
    """Give the JSON Schema of `rules_answer`."""
    clause, ruling = (_always_whole(msgspec.json.schema(kind)["$defs"][kind.__name__]) for kind in (Clause, Ruling))
    ruling["properties"]["default"] = {"type": "string"}
    ruling["required"].append("default")
    lists = {"clauses": {"type": "array", "items": clause}, "rulings": {"type": "array", "items": ruling}}
    return {"$schema": _DIALECT, "type": "object", "properties": lists, "required": list(lists)}


def scenario_schema(rules: Ruleset[Any]) -> Schema:
    """Give the JSON Schema of the scenarios of a rule system, as other readers of YAML see them."""
    systems = Systems({}, {rules.key: rules})
    kinds = sorted({grid == FREE for grid in rules.grids})
    contexts = (Context(Problems(""), systems, rules=rules, is_free=is_free) for is_free in kinds)
    schemas = [SCENARIO.schema(context) for context in contexts]
    return {"$schema": _DIALECT, "title": f"Scenario of {rules.title}", **_any_of(schemas)}


def _any_of(schemas: Sequence[Schema]) -> Schema:
    return schemas[0] if len(schemas) == 1 else {"anyOf": [*schemas]}


def _always_whole(definition: Schema) -> Schema:
    """Give a definition in which no key may be left out: what Python fills in by default, an answer holds."""
    whole = {**definition}
    if "description" in whole:
        whole["description"] = cleandoc(whole["description"])
    if "properties" in whole:
        whole["properties"] = {
            name: {key: value for key, value in schema.items() if key != "default"}
            for name, schema in whole["properties"].items()
        }
        whole["required"] = list(whole["properties"])
    return whole


def _schema_of(kind: type) -> Schema:
    if kind is Fraction:
        return {"type": "string", "pattern": "^[0-9]+(/[1-9][0-9]*)?$"}
    raise NotImplementedError(f"no schema is known for {kind}")
