"""Tests use public names of the package alone, so that whoever changes what is private need not change a test."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow  # all tests are read

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.rglob("*.py"))
PUBLIC = {"_asdict", "_fields", "_make", "_replace"}
"""Names of named tuples that are public all the same."""


@pytest.mark.parametrize("folder", sorted({file.parent for file in FILES}), ids=lambda each: each.name)
def test_no_private_name_of_the_package_is_used(folder: Path) -> None:
    found = [
        f"{file.relative_to(FOLDER)}:{node.lineno}: {ast.unparse(node)}"
        for file in folder.glob("*.py")
        for node in _iter_uses(ast.parse(file.read_text(encoding="utf-8")))
    ]
    assert found == []


def _iter_uses(tree: ast.Module) -> Iterator[ast.stmt | ast.expr]:
    """Yield what imports a private name of ours, reads a private attribute, or patches one by its name."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                private = any(map(_is_private, [*module.split("."), *(name.name for name in names)]))
                if private and module.startswith(("sightline", "benchmarks", "tools")):
                    yield node
            case ast.Attribute(value=value, attr=attr) if _is_private(attr):
                if not (isinstance(value, ast.Name) and value.id in ("self", "cls")):
                    yield node
            case ast.Call(func=ast.Attribute(attr="setattr" | "delattr"), args=arguments):
                texts = [str(each.value) for each in arguments if isinstance(each, ast.Constant)]
                if any(_is_private(part) for text in texts for part in text.split(".")):
                    yield node


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in {*PUBLIC, "_"}
