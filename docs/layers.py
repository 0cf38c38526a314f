"""The picture of the layers in architecture.md, drawn from the import contract in pyproject.toml."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parents[1]
WIDTH, ROW, GAP, MARGIN = 900, 34, 6, 12
NAME_WIDTH = 150
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#222}.name{font-weight:600}.box{fill:#f6f3ea;stroke:#8a8371}"
    ".systems{fill:#e8eef4}.arrow{stroke:#8a8371;fill:none}"
)


def layers_svg() -> str:
    """Return the layers as SVG, the highest first: a box for each package, with the first sentence about it."""
    layers = read_layers()
    height = 2 * MARGIN + len(layers) * (ROW + GAP)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
        ' role="img" aria-labelledby="title">',
        '<title id="title">The packages of sightline in layers; each imports only what stands below it</title>',
        f"<style>{STYLE}</style>",
    ]
    for row, packages in enumerate(layers):
        lines.extend(_draw_row(MARGIN + row * (ROW + GAP), packages))
    return "\n".join((*lines, "</svg>")) + "\n"


def read_layers() -> list[list[str]]:
    """Return the packages of each layer of the contract, the highest layer first; those not there yet are left out."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    [layers] = [contract["layers"] for contract in contracts if contract.get("containers") == ["sightline"]]
    named = ([name.strip(" ()") for name in layer.replace(":", "|").split("|")] for layer in layers)
    present = ([name for name in names if _file_of(name) is not None and name != "__main__"] for names in named)
    return [names for names in present if names]


def _draw_row(y: float, packages: Sequence[str]) -> Iterator[str]:
    width = (WIDTH - 2 * MARGIN - GAP * (len(packages) - 1)) / len(packages)
    for column, name in enumerate(packages):
        x = MARGIN + column * (width + GAP)
        css = "box systems" if name == "systems" else "box"
        yield f'<rect class="{css}" x="{x:.0f}" y="{y}" width="{width:.0f}" height="{ROW}" rx="4"/>'
        yield f'<text class="name" x="{x + 10:.0f}" y="{y + 22}">{escape(name)}</text>'
        if len(packages) == 1:
            yield f'<text x="{x + NAME_WIDTH:.0f}" y="{y + 22}">{escape(_summary_of(name))}</text>'


def _summary_of(name: str) -> str:
    """Return the first sentence of the docstring of a package."""
    file = _file_of(name)
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) if file else None
    return (text or "").partition("\n\n")[0].replace("\n", " ").rstrip(".")


def _file_of(name: str) -> Path | None:
    package = ROOT / "src" / "sightline" / name
    files = (package / "__init__.py", package.with_suffix(".py"))
    return next((file for file in files if file.exists()), None)
