"""The JSON Schemas of answers and scenarios, and the answers about rules and teams."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from inspect import cleandoc
from typing import Any

import msgspec
from msgspec import Struct, structs

from sightline.board import format_label
from sightline.formats.character_reader import LIKE, unstated_fields
from sightline.formats.context import Context
from sightline.formats.file_header import FORMAT_VERSION
from sightline.formats.map_reader import FREE
from sightline.formats.problems import Problems
from sightline.formats.readers import Schema
from sightline.formats.scenario_reader import SCENARIO
from sightline.formats.team_file import TEAM_FILE
from sightline.rules import Clause, Phase, Playable, Ruleset, Ruling, Systems, TeamData, require
from sightline.rules.json_values import to_builtins

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def answer_schema(*answers: type[Struct]) -> Schema:
    """Return the JSON Schema of an answer of any of these types. Every key is required."""
    schemas, found = schema_components(answers, "#/$defs/{name}")
    definitions = {name: _always_whole(definition) for name, definition in found.items()}
    return {"$schema": _DIALECT, **_any_of(schemas), "$defs": definitions}


def schema_components(kinds: Iterable[Any], ref_template: str) -> tuple[tuple[Schema, ...], dict[str, Schema]]:
    """Return the JSON Schemas of types, and the definitions that they refer to, by the template."""
    schemas, stated = msgspec.json.schema_components(kinds, schema_hook=_schema_of, ref_template=ref_template)
    found = _with_clean_descriptions(stated)
    if "Clause" in found:
        found["Clause"] = {"type": "string", "description": "The id of a clause."}
    return schemas, found


def list_schema(*items: str) -> Schema:
    """Return the JSON Schema of a list of items that match any of these schema files."""
    return {"$schema": _DIALECT, "type": "array", "items": {"anyOf": [{"$ref": item} for item in items]}}


def entry_answer(entry: Clause | Ruling) -> dict[str, Any]:
    """Return a clause or a ruling in full, of which answers only cite the id, in the current language."""
    return structs.asdict(entry.localized()) | ({"default": entry.default} if isinstance(entry, Ruling) else {})


def rules_answer(rules: Ruleset[Any]) -> dict[str, Any]:
    """Return the clauses and rulings of a rule system."""
    return {
        "clauses": [entry_answer(clause) for clause in rules.clauses],
        "rulings": [entry_answer(ruling) for ruling in rules.rulings],
    }


def phases_answer(rules: Ruleset[Any]) -> list[dict[str, Any]]:
    """Return the phases of the game of a rule system. Raise `NotAnswered`."""
    return [to_builtins(phase.localized()) for phase in require(rules, Playable).game().phases]


def phases_schema() -> Schema:
    """Return the JSON Schema of `phases_answer`."""
    schema = dict(answer_schema(Phase))
    dialect, definitions = schema.pop("$schema"), schema.pop("$defs")
    return {"$schema": dialect, "type": "array", "items": schema, "$defs": definitions}


def rules_schema() -> Schema:
    """Return the JSON Schema of `rules_answer`."""
    definitions = _with_clean_descriptions(msgspec.json.schema(tuple[Clause, Ruling])["$defs"])
    clause, ruling = (_always_whole(definitions[kind.__name__]) for kind in (Clause, Ruling))
    ruling["properties"]["default"] = {"type": "string"}
    ruling["required"].append("default")
    lists = {"clauses": {"type": "array", "items": clause}, "rulings": {"type": "array", "items": ruling}}
    return {"$schema": _DIALECT, "type": "object", "properties": lists, "required": list(lists)}


def scenario_schema(rules: Ruleset[Any]) -> Schema:
    """Return the JSON Schema of the scenarios of a rule system, for other YAML parsers."""
    systems = Systems({}, {rules.key: rules})
    kinds = sorted({grid == FREE for grid in rules.grids})
    contexts = (Context(Problems(""), systems, rules=rules, is_free=is_free) for is_free in kinds)
    schemas = [SCENARIO.schema(context) for context in contexts]
    return {"$schema": _DIALECT, "title": f"Scenario of {rules.title}", **_any_of(schemas)}


def team_answer(rules: Ruleset[Any], team: TeamData) -> dict[str, Any]:
    """Return a team as in a team file, with its points and all non-empty fields of its characters."""
    game = require(rules, Playable).game()
    return {
        "sightline": int(FORMAT_VERSION),
        "rules": rules.key,
        **({"name": team.name} if team.name else {}),
        "limit": team.limit,
        "points": game.worth(team.characters.values()),
        "characters": {
            name: {
                **({LIKE: team.like[name]} if name in team.like else {}),
                **_stated_fields(character, unstated_fields(type(character), game)),
            }
            for name, character in team.characters.items()
        },
        "formations": {
            label: {name: format_label(*tile) for name, tile in tiles.items()}
            for label, tiles in team.formations.items()
        },
    }


def _stated_fields(character: Struct, omit: Collection[str]) -> dict[str, Any]:
    """Return the fields of a character by key, without those in `omit` and empty ones."""
    keys = dict(zip(character.__struct_fields__, character.__struct_encode_fields__, strict=True))
    values = {name: value for name, value in structs.asdict(character).items() if name not in omit}
    return {keys[name]: to_builtins(value) for name, value in values.items() if value is not None}


def team_schema(rules: Ruleset[Any]) -> Schema:
    """Return the JSON Schema of the team files of a rule system, for other YAML parsers."""
    context = Context(Problems(""), Systems({}, {rules.key: rules}), rules=rules)
    return {"$schema": _DIALECT, "title": f"Team of {rules.title}", **TEAM_FILE.schema(context)}


def _with_clean_descriptions(definitions: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return definitions whose descriptions are without the indentation that docstrings have before Python 3.13."""
    return {
        name: {**definition, "description": cleandoc(definition["description"])}
        if "description" in definition
        else definition
        for name, definition in definitions.items()
    }


def _any_of(schemas: Sequence[Schema]) -> Schema:
    return schemas[0] if len(schemas) == 1 else {"anyOf": [*schemas]}


def _always_whole(definition: Schema) -> Schema:
    """Return a definition with all keys required: an answer also states defaults."""
    whole = {**definition}
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
