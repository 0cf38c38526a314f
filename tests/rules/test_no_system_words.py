"""The framework knows its five systems by no word: no field of their own pieces, places, verdicts or terrain."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from msgspec import Struct

from sightline.board import BasedPiece
from sightline.rules import Movable, installed_systems

pytestmark = pytest.mark.slow  # all sources are read

SOURCES = Path(__file__).parents[2] / "src" / "sightline"
SYSTEMS = "sightline.systems"
SUBJECTS = {"attacker", "character", "mover", "occupant", "other", "piece", "place", "target", "unit", "verdict"}
"""The names that variables for pieces, places and verdicts have in the framework."""
GENERIC = {"getattr(verdict, name)"}
"""Copies of all fields of a struct, whatever they are."""
DRAWN_BY_NAME = "render"
"""Pictures have textures for kinds of terrain by name, until systems state these too."""


def iter_types() -> Iterator[type[Struct]]:
    """Yield the types of pieces, verdicts, terrain and places of the systems that come with the program."""
    for system in installed_systems().values():
        if type(system).__module__.startswith(SYSTEMS):
            yield from (system.piece_type, system.verdict_type, system.terrain_type)
            if isinstance(system, Movable):
                yield system.place_type


def own_fields() -> frozenset[str]:
    """Return the fields of these types that no base of any of them outside the systems has."""
    types = list(iter_types())
    bases = {base for each in types for base in each.__mro__ if not base.__module__.startswith(SYSTEMS)}
    return frozenset({name for each in types for name in each.__struct_fields__}.difference(*map(dir, bases)))


def own_kinds() -> frozenset[str]:
    """Return the names of the systems' kinds of terrain but those that the framework has words for."""
    systems = installed_systems().values()
    kinds = {kind for system in systems for kind in (*system.terrain, *system.border_terrain)}
    return frozenset(kinds - {"clear", *BasedPiece.__struct_fields__})


def iter_trees() -> Iterator[tuple[str, ast.Module]]:
    """Yield the modules of the framework, by their paths within the package, as syntax trees, too large to keep all."""
    for file in sorted(SOURCES.rglob("*.py")):
        path = file.relative_to(SOURCES)
        if path.parts[0] != "systems":
            yield path.as_posix(), ast.parse(file.read_bytes())


def iter_definitions(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module defines: of functions, fields and attributes set on `self`."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)]):
                yield name
            case ast.AnnAssign(target=ast.Attribute(value=ast.Name(id="self"), attr=name)):
                yield name


@cache
def homonyms() -> frozenset[str]:
    """Return the attributes of the framework's classes: of anything but a piece, place or verdict they may be asked."""
    return frozenset(name for _, tree in iter_trees() for name in iter_definitions(tree))


def _name(node: ast.expr) -> str:
    """Return the last name of an expression such as `attack.target`."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def iter_words(tree: ast.Module, own: frozenset[str]) -> Iterator[str]:
    """Yield where a module asks for a field that only a system has."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=value, attr=attr) if attr in own:
                if _name(value) in SUBJECTS or (attr not in homonyms() and _name(value) != "np"):
                    yield f"{node.lineno}: {ast.unparse(node)}"
            case ast.Call(func=ast.Name(id="getattr" | "hasattr"), args=[subject, name, *_]):
                is_own = isinstance(name, ast.Constant) and name.value in own
                if (is_own or _name(subject) in SUBJECTS) and ast.unparse(node) not in GENERIC:
                    yield f"{node.lineno}: {ast.unparse(node)}"


def test_fields_of_a_system_are_found() -> None:
    own = own_fields()
    assert {"shield", "heat", "squeezed", "moved", "health", "too_close", "shooter_hex"} <= own
    assert own.isdisjoint({"name", "at", "side", "facing", "weapons", "building", "letter", "cost", "path", "findings"})


@pytest.mark.parametrize(
    "code",
    [
        "piece.shield",
        "attack.target.height",
        "x.squeezed",
        "getattr(x, 'heat', 0)",
        "getattr(place, name)",
    ],
)
def test_a_word_of_a_system_is_found(code: str) -> None:
    assert list(iter_words(ast.parse(code), own_fields()))


@pytest.mark.parametrize("code", ["table.height", "np.roll", "piece.facing", "getattr(module, name)"])
def test_a_word_of_the_framework_is_none(code: str) -> None:
    assert not list(iter_words(ast.parse(code), own_fields()))


def test_the_framework_asks_for_no_field_of_one_system() -> None:
    own = own_fields()
    assert [f"{path}:{word}" for path, tree in iter_trees() for word in iter_words(tree, own)] == []


def test_the_framework_names_no_terrain_of_one_system() -> None:
    own = own_kinds()
    others = ((path, tree) for path, tree in iter_trees() if not path.startswith(DRAWN_BY_NAME))
    texts = ((path, each) for path, tree in others for each in ast.walk(tree) if isinstance(each, ast.Constant))
    assert [f"{path}:{each.lineno}: {each.value}" for path, each in texts if each.value in own] == []
