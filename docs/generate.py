"""Write the parts of the docs that are generated from the code; `--check` only exits with 1 if some are out of date."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from msgspec.structs import asdict

from docs.layers import layers_svg
from sightline.formats.answer_structs import COMMON_ANSWERS, system_answers
from sightline.formats.json_answers import (
    answer_schema,
    list_schema,
    phases_schema,
    rules_schema,
    scenario_schema,
    team_schema,
)
from sightline.formats.problems import Problem
from sightline.formats.readers import Schema
from sightline.inference.solutions import Inferred
from sightline.rules import Playable, installed_systems
from sightline.systems.sodwa.ability import ABILITIES, ABILITY_FORMAT, Category
from sightline.systems.sodwa.pieces import Character
from sightline.systems.sodwa.roster import ABOUT, ROSTER, roster_format

DOCS = Path(__file__).parent
SCHEMAS = "schemas"


def iter_schemas() -> Iterator[tuple[str, Schema]]:
    """Yield the JSON Schemas of all files that people write and answers that programs read, by file name."""
    systems = installed_systems()
    for key, rules in systems.items():
        yield f"{key}-scenario.json", scenario_schema(rules)
        if isinstance(rules, Playable):
            yield f"{key}-team.json", team_schema(rules)
        for question, types in system_answers(rules).items():
            yield f"{key}-{question}.json", answer_schema(*types)
    yield "chart.json", list_schema(*(f"{key}-shot.json" for key in systems))
    for question, types in COMMON_ANSWERS.items():
        yield f"{question}.json", answer_schema(*types)
    yield "infer.json", answer_schema(Inferred)
    yield "problem.json", answer_schema(Problem)
    yield "check.json", list_schema("problem.json")
    yield "rules.json", rules_schema()
    yield "phases.json", phases_schema()
    yield "sodwa-roster.json", roster_format().schema()
    yield "sodwa-abilities.json", ABILITY_FORMAT.schema()


_PORTRAITS = "../src/sightline/systems/sodwa/portraits"
_COLUMNS = (
    "portrait",
    "key",
    "points",
    "Health",
    "Defense",
    "Evasion",
    "Initiative",
    "Move",
    "Range",
    "melee",
    "ranged",
    "damage",
    "reduction",
    "saves",
    "abilities",
    "who it is",
)


def roster_table() -> str:
    """Return the roster of SODWA as a table of Markdown: of attacks Accuracy and Damage, of saves all three."""
    rows = [_COLUMNS, ("---",) * len(_COLUMNS), *map(_roster_row, ROSTER.values())]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _roster_row(character: Character) -> tuple[str, ...]:
    melee, ranged, saves, less = character.melee, character.ranged, character.saves, character.reduction
    assert melee is not None
    assert ranged is not None
    numbers = (melee.defense, character.evasion, character.initiative, character.move, character.range)
    return (
        portrait(character.name, 48),
        f"`{character.name}`",
        str(character.points),
        str(character.health),
        *map(str, numbers),
        *(f"{attack.accuracy} / {attack.damage}" for attack in (melee, ranged)),
        character.damage_kind,
        ", ".join(f"{kind} {points}" for kind, points in asdict(less).items() if points),
        f"{saves.fortitude} / {saves.reflex} / {saves.power}",
        ", ".join(character.abilities),
        ABOUT[character.name],
    )


def portrait(key: str, width: int) -> str:
    """Return the HTML of the portrait of a character."""
    return f'<img src="{_PORTRAITS}/{key}.svg" width="{width}" alt="">'


def gallery() -> str:
    """Return the portraits of the roster as a table of Markdown, a row for each ground."""
    rows: dict[str, list[str]] = {category: [] for category in ("no ability", *get_args(Category))}
    for key, character in ROSTER.items():
        category = next((ABILITIES[each].entry.category for each in character.abilities), "no ability")
        rows[category].append(f"{portrait(key, 96)}<br>`{key}`")
    columns = max(map(len, rows.values()))
    empty = [""] * columns
    table = [["first ability", *empty], ["---"] * (columns + 1)]
    table += [[category, *cells, *empty][: columns + 1] for category, cells in rows.items()]
    return "".join(f"| {' | '.join(row)} |\n" for row in table)


def iter_files() -> Iterator[tuple[Path, str]]:
    """Yield every generated file, by its path within the docs, with its text."""
    for name, schema in iter_schemas():
        yield Path(SCHEMAS, name), json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
    yield Path("layers.svg"), layers_svg()
    for page, name, table in (("sodwa.md", "roster", roster_table()), ("portraits.md", "gallery", gallery())):
        made = re.compile(rf"(?<=<!-- {name}: python -m docs.generate -->\n).*(?=<!-- end of {name} -->)", re.DOTALL)
        yield Path(page), made.sub(table, (DOCS / page).read_text(encoding="utf-8"))


def main(arguments: list[str]) -> int:
    """Write the files, or check them; return the exit status."""
    made = {DOCS / path: text for path, text in iter_files()}
    there = set((DOCS / SCHEMAS).glob("*.json"))
    changed = [path for path, text in made.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    stale = sorted({*changed, *(there - made.keys())})
    if "--check" in arguments:
        for path in stale:
            print(f"{path.relative_to(DOCS.parent)} is stale: python -m docs.generate")
        return 1 if stale else 0
    (DOCS / SCHEMAS).mkdir(exist_ok=True)
    for path in stale:
        if path in made:
            path.write_text(made[path], encoding="utf-8")
        else:
            path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
