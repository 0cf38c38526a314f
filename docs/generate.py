"""Write what of the docs is made from the code; `--check` writes nothing and exits with 1 where it is stale."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from sightline.board import Course
from sightline.formats.answers import answer_schema, list_schema, rules_schema, scenario_schema
from sightline.formats.problems import Problem
from sightline.formats.readers import Schema
from sightline.rules import (
    Advice,
    Reach,
    ReachOutline,
    ReachWay,
    Rolled,
    Seen,
    SeenPieces,
    Threat,
    WhyNot,
    extended_type,
    installed_systems,
)
from sightline.rules.inferring.answer import Inferred

DOCS = Path(__file__).parent
SCHEMAS = "schemas"


def iter_schemas() -> Iterator[tuple[str, Schema]]:
    """Yield the JSON Schemas of all that people write and programs read, by the name of the file."""
    systems = installed_systems()
    for key, rules in systems.items():
        yield f"{key}-scenario.json", scenario_schema(rules)
        yield f"{key}-shot.json", answer_schema(rules.verdict)
        yield f"{key}-why-not.json", answer_schema(extended_type(rules.verdict, WhyNot))
        yield f"{key}-resolve.json", answer_schema(extended_type(rules.verdict, Rolled))
        free = (ReachOutline, ReachWay) if "free" in rules.grids else ()
        yield f"{key}-reach.json", answer_schema(Reach[rules.place], *free)  # type: ignore[name-defined]
    yield "chart.json", list_schema(*(f"{key}-shot.json" for key in systems))
    yield "see.json", answer_schema(Seen, SeenPieces)
    yield "threat.json", answer_schema(Threat)
    yield "advise.json", answer_schema(Advice)
    yield "line.json", answer_schema(Course)
    yield "infer.json", answer_schema(Inferred)
    yield "problem.json", answer_schema(Problem)
    yield "check.json", list_schema("problem.json")
    yield "rules.json", rules_schema()


def iter_files() -> Iterator[tuple[Path, str]]:
    """Yield every generated file, by its path within the docs, with its text."""
    for name, schema in iter_schemas():
        yield Path(SCHEMAS, name), json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    """Write the files, or check them; give the exit status."""
    made = {DOCS / path: text for path, text in iter_files()}
    there = set((DOCS / SCHEMAS).glob("*.json"))
    changed = [path for path, text in made.items() if path not in there or path.read_text(encoding="utf-8") != text]
    stale = sorted({*changed, *(there - made.keys())})
    if "--check" in arguments:
        for path in stale:
            print(f"{path.relative_to(DOCS.parent)} is stale: python docs/generate.py")
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
