"""Which tests show which clause, read from the markers in their files; and the rules that carry the clauses out."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from sightline.rules import Rule, Ruleset, installed_systems

FOLDER = Path(__file__).parent


class Shown(NamedTuple):
    """A marker `@pytest.mark.clause(id, applies=...)` on a test."""

    clause: str
    applies: bool
    test: str
    place: str


@cache
def shown() -> tuple[Shown, ...]:
    """Give every marker of the tests of the rulebook. (Read from the files, so that it matters not which are run.)"""
    return tuple(marker for path in sorted(FOLDER.rglob("test_*.py")) for marker in _markers(path))


def _markers(path: Path) -> Iterator[Shown]:
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
            for node in (node for decorator in function.decorator_list for node in ast.walk(decorator)):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
                    yield _read(node, function.name, f"{path.relative_to(FOLDER)}:{node.lineno}")


def _read(call: ast.Call, test: str, place: str) -> Shown:
    match call:
        case ast.Call(
            args=[ast.Constant(value=str(clause))],
            keywords=[ast.keyword(arg="applies", value=ast.Constant(value=bool(applies)))],
        ):
            return Shown(clause, applies, test, place)
    raise ValueError(f"{place}: a clause is marked as @pytest.mark.clause(id, applies=True) or False")


@cache
def rules_of(key: str) -> tuple[Rule[Any, Any], ...]:
    """Give the rules of a system, by clause: those among the names of the modules of its package."""
    found = {
        id(value): value
        for module in _modules(installed_systems()[key])
        for value in vars(module).values()
        if isinstance(value, Rule)
    }
    return tuple(sorted(found.values(), key=lambda rule: (rule.clause.id, rule.carry_out.__name__)))


def _modules(system: Ruleset[Any]) -> Iterator[ModuleType]:
    top = importlib.import_module(type(system).__module__)
    yield top
    for info in pkgutil.walk_packages(getattr(top, "__path__", ()), f"{top.__name__}."):
        yield importlib.import_module(info.name)
