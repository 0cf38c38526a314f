"""The rules of naming in docs/glossary.md: modules, classes and the beginnings of docstrings."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

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
NOUNS = frozenset(("facing", "ruling"))
"""Nouns in -ing, of rulebooks."""
DIALECT = re.compile(r"(Gives?|Tells?|Says?|What|Whether|How)\b")

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@cache
def modules(folder: Path = SOURCE) -> Mapping[str, ast.Module]:
    """Return the modules of the package, or those in another folder, as syntax trees, by their paths within it."""
    return {path.relative_to(folder).as_posix(): ast.parse(path.read_bytes()) for path in sorted(folder.rglob("*.py"))}


def test_modules_are_nouns() -> None:
    stems = {Path(path).stem for path in modules() if not path.startswith(NAMED_AFTER_WORDS)}
    assert {stem for stem in stems if stem.endswith("ing") and stem.rpartition("_")[2] not in NOUNS} == set()


def test_modules_are_unique() -> None:
    paths = defaultdict(list)
    for path in modules():
        if not path.startswith(NAMED_AFTER_WORDS):
            paths[Path(path).stem].append(path)
    assert {stem: found for stem, found in paths.items() if len(found) > 1 and stem not in SKELETON} == {}


def test_classes_are_unique() -> None:
    paths = defaultdict(list)
    for path, module in modules().items():
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef):
                paths[node.name].append(path)
    assert {name: found for name, found in paths.items() if len(found) > 1} == {}


def iter_docstrings(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the names and docstrings in a module, except commands, whose docstrings are help that is translated."""
    for node in ast.walk(module):
        if isinstance(node, Documented) and not is_command(node):
            text = ast.get_docstring(node)
            if text is not None:
                yield getattr(node, "name", "module"), text


def is_command(node: Documented) -> bool:
    return isinstance(node, ast.FunctionDef) and any("click.command" in ast.unparse(e) for e in node.decorator_list)


@pytest.mark.parametrize(
    "folder", [SOURCE, *(ROOT / name for name in ("benchmarks", "docs", "tools"))], ids=lambda p: p.name
)
def test_docstrings_begin_like_textbooks(folder: Path) -> None:
    found = {
        f"{path}: {name}: {text.partition(chr(10))[0]}"
        for path, module in modules(folder).items()
        for name, text in iter_docstrings(module)
        if DIALECT.match(text)
    }
    assert found == set()
