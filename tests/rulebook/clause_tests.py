"""Generator: the tests that show each clause, by their markers, and the rules that carry the clauses out."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

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
    """Return every marker of the tests of the rulebook, read from the files: it does not matter which are run."""
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
    """Return the rules of a system in the order of clause ids, found in the modules of its package."""
    found = {
        id(value): value
        for module in iter_modules(installed_systems()[key])
        for value in vars(module).values()
        if isinstance(value, Rule)
    }
    return tuple(sorted(found.values(), key=lambda rule: (rule.clause.id, rule.carry_out.__name__)))


def iter_modules(system: Ruleset[Any]) -> Iterator[ModuleType]:
    """Yield the modules of a system's package."""
    top = importlib.import_module(type(system).__module__)
    yield top
    for info in pkgutil.walk_packages(getattr(top, "__path__", ()), f"{top.__name__}."):
        yield importlib.import_module(info.name)


def clear_caches(key: str) -> None:
    """Empty the caches of a system's functions: what they hold may depend on its rules."""
    for module in iter_modules(installed_systems()[key]):
        for value in vars(module).values():
            function = value.carry_out if isinstance(value, Rule) else value
            if hasattr(function, "cache_clear"):
                function.cache_clear()


def iter_cases(key: str, clause: str) -> Iterator[Callable[[], None]]:
    """Yield the tests of a clause as calls, one for each set of parameters.

    Raises:
        TypeError: a test takes fixtures; these are not provided here.
    """
    files = dict.fromkeys(marker.place.partition(":")[0] for marker in shown() if marker.clause == clause)
    for file in files:
        module = importlib.import_module(f"{__package__}.{file.removesuffix('.py').replace('/', '.')}")
        for name, value in vars(module).items():
            marks = getattr(value, "pytestmark", [])
            if name.startswith("test_") and any(mark.name == "clause" and mark.args == (clause,) for mark in marks):
                for arguments in _iter_arguments([mark for mark in marks if mark.name == "parametrize"]):
                    inspect.signature(value).bind(**arguments)
                    yield partial(value, **arguments)


def _iter_arguments(marks: list[pytest.Mark]) -> Iterator[dict[str, Any]]:
    """Yield the arguments of a test: the product of its `parametrize` markers."""
    for parts in product(*(list(_iter_rows(*mark.args)) for mark in marks)):
        yield {name: value for part in parts for name, value in part.items()}


def _iter_rows(names: str | tuple[str, ...], rows: list[Any]) -> Iterator[dict[str, Any]]:
    if isinstance(names, str):
        names = tuple(name.strip() for name in names.split(","))
    for row in rows:
        yield dict(zip(names, row if len(names) > 1 else (row,), strict=True))
