"""Lines are decided in integers: the layer holds no floating point number and no tolerance."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import sightline.lattice

FILES = sorted(Path(sightline.lattice.__file__).parent.glob("*.py"))
INEXACT_NAMES = {
    "float",
    "complex",
    "round",
    "isclose",
    "sqrt",
    "hypot",
    "sin",
    "cos",
    "tan",
    "atan2",
    "degrees",
    "radians",
}
INEXACT_NAMES |= {"pi", "inf", "nan", "Decimal", "epsilon", "tolerance", "numpy", "cmath"}


def inexact(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Constant(value=float() | complex() as number):
                yield f"line {node.lineno}: {number}"
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                yield f"line {node.lineno}: true division"
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name) if name in INEXACT_NAMES:
                yield f"line {getattr(node, 'lineno', '?')}: {name}"


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_the_lattice_is_exact(path: Path) -> None:
    assert list(inexact(path.read_text())) == []


def test_all_of_the_layer_is_looked_at() -> None:
    assert {"cells", "grid", "hexes", "squares", "trace"} <= {path.stem for path in FILES}


@pytest.mark.parametrize(
    "text",
    [
        "x = 1e-6",
        "x = a / b",
        "x /= 2",
        "x = float(y)",
        "from math import isclose",
        "x = round(y, 6)",
        "x = math.sqrt(2)",
    ],
)
def test_the_look_finds_what_is_inexact(text: str) -> None:
    assert list(inexact(text))
