"""The rules of naming in docs/glossary.md: modules, classes and the beginnings of docstrings."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

import sightline

ROOT = Path(__file__).parent.parent
SOURCE = Path(sightline.__file__).parent

SKELETON = {
    *("__init__", "__main__", "pieces", "terrain", "sight", "sight_plan"),
    *("movement", "facing", "messages", "verdict", "depiction"),
}
"""Modules that several packages have: those of every rule system."""
NAMED_AFTER_WORDS = ("cli/", "systems/sodwa/game/actions/", "systems/sodwa/abilities/")
"""Packages whose modules are called like the words that users type: commands, actions and abilities of a game."""
NOUNS = frozenset(("facing", "ruling", "reading", "sighting"))
"""Nouns in -ing, of rulebooks and of the glossary."""
LIMIT = re.compile(r"\b_?(MOST|LEAST)(_[A-Z_]+)?\b")
"""Constants that are limits under another name than `_MAX_...` or `_MIN_...`."""
DIALECT = re.compile(r"(Gives?|Tells?|Says?|What|Whether|How|Where|Who|Which)\b")


class Definition(NamedTuple):
    """A module, class, function or documented attribute, but for commands: their docstrings are help."""

    path: str
    name: str
    is_class: bool
    docstring: str | None


def iter_definitions(path: str, node: ast.AST) -> Iterator[Definition]:
    """Yield what is defined in a part of a module, itself included; expressions define nothing, and are passed over."""
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not is_command(node):
        is_class = isinstance(node, ast.ClassDef)
        yield Definition(path, getattr(node, "name", "module"), is_class, ast.get_docstring(node, clean=False))
        yield from iter_attributes(path, node.body)
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield from iter_definitions(path, child)


def iter_attributes(path: str, body: Sequence[ast.stmt]) -> Iterator[Definition]:
    """Yield the constants and attributes that have a docstring below them."""
    for node, below in pairwise(body):
        match node, below:
            case ast.Assign(targets=[target]) | ast.AnnAssign(target=target), ast.Expr(ast.Constant(str(docstring))):
                yield Definition(path, ast.unparse(target), False, docstring)


def is_command(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and any("click.command" in ast.unparse(e) for e in node.decorator_list)


def module_paths(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.py"))


@cache
def definitions(folder: Path) -> Sequence[Definition]:
    """Return what the modules in a folder define; their syntax trees are large, so that none is kept."""
    return [
        definition
        for path in module_paths(folder)
        for definition in iter_definitions(path, ast.parse((folder / path).read_bytes()))
    ]


@pytest.mark.parametrize("folder", [SOURCE, ROOT / "benchmarks", ROOT / "tools"], ids=lambda p: p.name)
def test_modules_are_nouns(folder: Path) -> None:
    stems = {Path(path).stem for path in module_paths(folder) if not path.startswith(NAMED_AFTER_WORDS)}
    assert {stem for stem in stems if stem.endswith("ing") and stem.rpartition("_")[2] not in NOUNS} == set()


def test_modules_are_unique() -> None:
    paths = defaultdict(list)
    for path in module_paths(SOURCE):
        if not path.startswith(NAMED_AFTER_WORDS):
            paths[Path(path).stem].append(path)
    assert {stem: found for stem, found in paths.items() if len(found) > 1 and stem not in SKELETON} == {}


def test_limits_are_called_max_and_min() -> None:
    folders = (SOURCE, *(ROOT / name for name in ("benchmarks", "docs", "tests", "tools")))
    modules = {folder / path for folder in folders for path in module_paths(folder)} - {Path(__file__)}
    page = [each for each in (ROOT / "web" / "src").rglob("*") if each.suffix in {".ts", ".svelte"}]
    found = [
        f"{path}: {constant[0]}"
        for path in sorted((*modules, *page))
        for constant in LIMIT.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_files_without_tests_say_what_they_are() -> None:
    helpers = [
        path for path in module_paths(ROOT / "tests") if not Path(path).stem.startswith(("test_", "_", "conftest"))
    ]
    kinds = ('"""Model: ', '"""Generator: ', '"""Driver: ')
    assert [path for path in helpers if not (ROOT / "tests" / path).read_text(encoding="utf-8").startswith(kinds)] == []


@pytest.mark.slow
def test_classes_are_unique() -> None:
    paths = defaultdict(list)
    for definition in definitions(SOURCE):
        if definition.is_class:
            paths[definition.name].append(definition.path)
    assert {name: found for name, found in paths.items() if len(found) > 1} == {}


@pytest.mark.parametrize(
    "folder", [SOURCE, *(ROOT / name for name in ("benchmarks", "docs", "tools"))], ids=lambda p: p.name
)
@pytest.mark.slow
def test_docstrings_begin_like_textbooks(folder: Path) -> None:
    found = [each for each in definitions(folder) if each.docstring and DIALECT.match(each.docstring.strip())]
    assert found == []
