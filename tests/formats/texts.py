"""Generator: short scenarios for the tests of the formats, and the problems of a bad one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import sightline
from sightline.formats.problems import Problem
from sightline.rules import Systems

HEAD = "sightline: 1\nrules: penance\n"
PIECE = "pieces:\n  A: {at: A1, facing: N}\n"


def with_map(section: str, rest: str = PIECE) -> str:
    """Return a scenario of Penance whose map, on hexes, has these lines."""
    lines = "".join(f"  {line}\n" for line in section.splitlines())
    return f"{HEAD}map:\n  grid: hex\n{lines}{rest}"


def with_pieces(section: str, size: str = "5x5") -> str:
    """Return a scenario of Penance with these lines of pieces, which begin in line 5."""
    return f"{HEAD}map: {{grid: hex, size: {size}}}\npieces:\n" + "".join(
        f"  {line}\n" for line in section.splitlines()
    )


def problems_of(text: str, systems: Systems | None = None) -> tuple[Problem, ...]:
    """Return the problems of a bad scenario."""
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.parse(text, systems=systems)
    return refused.value.problems


def told(problem: Problem) -> dict[str, Any]:
    """Return everything that a problem tells, the file excepted."""
    return {name: getattr(problem, name) for name in problem.__struct_fields__ if name != "file"}


def the_problem_of(text: str, systems: Systems | None = None) -> dict[str, Any]:
    """Return everything that the only problem of a bad scenario tells, the file excepted."""
    (problem,) = problems_of(text, systems)
    return told(problem)


def kinds_of(text: str) -> dict[str, tuple[str, ...] | None]:
    """Return the kinds of terrain of every cell of a scenario by label, None for a hole; clear cells are left out."""
    board = sightline.parse(text).board
    labels = (f"{chr(65 + index % board.columns)}{index // board.columns + 1}" for index in range(len(board.ground)))
    return {label: kinds for label, kinds in zip(labels, board.ground, strict=True) if kinds != ()}


def levels_of(text: str) -> dict[str, int]:
    """Return the level of every cell of a scenario by label; level 0 is left out."""
    board = sightline.parse(text).board
    labels = (f"{chr(65 + index % board.columns)}{index // board.columns + 1}" for index in range(len(board.levels)))
    return {label: level for label, level in zip(labels, board.levels, strict=True) if level}


def with_table(size: str = "48x48", features: Iterable[str] = (), kinds: str = "", **pieces: str) -> str:
    """Return a scenario of Post Galactica on a free table: each feature from line 6 or 7 on, then each piece on a line.

    Features, pieces and the mapping of kinds are stated as flow mappings, without their braces.
    """
    lines = ["sightline: 1", "rules: post-galactica", "map:", "  grid: free", f"  size: {size}"]
    lines += [f"  kinds: {{{kinds}}}"] if kinds else []
    lines += ["  features:", *(f"    - {{{feature}}}" for feature in features)] if features else []
    lines += ["pieces:", *(f"  {name}: {{{stated}}}" for name, stated in pieces.items())] if pieces else []
    return "\n".join(lines) + "\n"
