# ruff: noqa: E501  (tables of cases read best with one case a line)
"""Hostile files cost `check` little, end in problems and never in a traceback. The files are made here, not stored."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from math import cos, pi, sin
from pathlib import Path
from typing import Any

import pytest

from sightline.board import MAX_BOARD_SIZE
from sightline.formats.problems import MAX_PROBLEMS
from sightline.formats.yaml_tree import MAX_BYTES
from tests.formats.texts import HEAD, PIECE, with_table

MAX_MEMORY = 500 * 2**20
PATIENCE = 60
"""Seconds after which a run is given up. The bound of 5 s is measured on a machine at rest, not here."""
LABELS = [f"{a}{b}" for a in ["", *"ABCDEFGHIJK"] for b in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]

Problems = list[dict[str, Any]]


def slowly(*cases: tuple[Any, ...]) -> list[Any]:
    """Return the cases of a parameter that only `make test` tries."""
    return [pytest.param(*case, marks=pytest.mark.slow) for case in cases]


MEASURED = """
import pathlib, resource, subprocess, sys
status = subprocess.run(sys.argv[2:]).returncode
pathlib.Path(sys.argv[1]).write_text(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
sys.exit(status)
"""
"""Runs a command and writes how much memory it took: a process starts with that of its parent, so from a small one."""


@pytest.fixture
def check(tmp_path: Path) -> Callable[[str | bytes], tuple[int, Problems]]:
    """Run `sightline check` on a content; return its exit status and its problems."""

    def run(content: str | bytes) -> tuple[int, Problems]:
        file, out, err = tmp_path / "bad.yaml", tmp_path / "out", tmp_path / "err"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        used = tmp_path / "used"
        asked = ["timeout", str(PATIENCE), sys.executable, "-m", "sightline", "check", "--json", str(file)]
        with out.open("wb") as stdout, err.open("wb") as stderr:
            command = [sys.executable, "-c", MEASURED, str(used), *asked]
            process = subprocess.run(command, stdout=stdout, stderr=stderr, check=False)
        assert err.read_text() == ""
        assert int(used.read_text()) * 1024 < MAX_MEMORY
        return process.returncode, json.loads(out.read_text())

    return run


def filled(unit: str, before: str = "", after: str = "") -> str:
    """Return the largest text that may be read, made of one unit over and over."""
    room = MAX_BYTES - len(before.encode()) - len(after.encode())
    return before + unit * (room // len(unit.encode())) + after


def sized(rest: str, size: int = MAX_BOARD_SIZE) -> str:
    return f"{HEAD}map:\n  grid: hex\n  size: {size}x{size}\n{rest}"


def drawn(token: Callable[[int], str], more: str = "") -> str:
    """Return a scenario with a drawing of a thousand times a thousand tokens, from the number of each."""
    side = range(MAX_BOARD_SIZE)
    rows = ("    " + " ".join(token(row * MAX_BOARD_SIZE + column) for column in side) for row in side)
    return f"{HEAD}map:\n  grid: hex\n{more}  cells: |\n" + "\n".join(rows) + "\n"


def with_pieces(pieces: str, after: str = "") -> str:
    return sized("pieces:\n" + pieces + after)


def label(number: int) -> str:
    return f"{LABELS[number // MAX_BOARD_SIZE]}{number % MAX_BOARD_SIZE + 1}"


def placed(count: int, stated: str = "facing: N") -> str:
    """Return lines of so many pieces, each in a cell of its own."""
    return "".join(f"  P{number}: {{at: {label(number)}, {stated}}}\n" for number in range(count))


@pytest.mark.slow
def test_a_file_over_16_mib_is_one_problem_reported_alone(check: Callable[..., tuple[int, Problems]]) -> None:
    status, problems = check("[" * (MAX_BYTES + 1))
    assert status == 1
    assert [problem["message"] for problem in problems] == ["the file is larger than 16 MiB."]
    assert {problems[0][key] for key in ("key", "found", "nearest")} == {None}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[", "nested more than 64 levels deep"),
        ("a,", "found a single value"),
        ("\0", "U+0000"),
        *slowly(
            ("- ", "nested more than 64 levels deep"),
            ("? ", "nested more than 64 levels deep"),
            ("{", "nested more than 64 levels deep"),
            ('"', "<document start>"),
            ("#", "found nothing"),
            ("\n", "found nothing"),
            ("ab\n", "found a single value"),
            ("\t", "there is a tab here"),
            ("&a ", "something follows"),
            ("*a ", "something follows"),
            ("!x ", "something follows"),
            ("|\n", "something follows"),
            ("a: ", "a key and its value are not allowed here"),
            ("...\n", "did not find expected node content"),
            ("%YAML 1.2\n", "duplicate %YAML directive"),
            ("\u2028", "found nothing"),
            ("\U0001f600", "found a single value"),
            ("-\n", "more than 300000 values"),
            ("- {a: b}\n", "more than 300000 values"),
        ),
    ],
    ids=repr,
)
def test_one_thing_over_and_over_is_one_problem(
    check: Callable[..., tuple[int, Problems]], content: str, said: str
) -> None:
    status, problems = check(filled(content))
    assert status == 1
    (problem,) = problems
    assert said in problem["message"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("- &a x\n", "anchors are not supported"),
        *slowly(
            ("- *a\n", "aliases are not supported"),
            ("- !x y\n", "tags are not supported"),
            ("a: b\n", "'a' is given twice"),
            ("? [a]\n", "a key must be a single word"),
        ),
    ],
    ids=repr,
)
def test_reading_stops_at_a_number_of_problems_and_says_so(
    check: Callable[..., tuple[int, Problems]], content: str, said: str
) -> None:
    status, problems = check(filled(content))
    assert status == 1
    assert len(problems) == MAX_PROBLEMS
    assert all(problem["message"].startswith(said) for problem in problems)
    assert problems[-1]["message"].endswith("There may be more problems: reading stopped here.")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "key"),
    [
        (lambda: filled("1", "sightline: "), "sightline"),
        *slowly(
            (lambda: filled("1", f"{HEAD}map: {{grid: hex, size: ", "}"), "map.size"),
            (lambda: filled("a", f"{sized(PIECE, 5)}? ", "\n: b\n"), None),
            (lambda: filled("A", sized("pieces: {A: {facing: N, at: ", 5), "}}"), "pieces.A.at"),
            (lambda: filled("x", sized("pieces: {A: {facing: N, at: \U0001f600", 5), "}}"), "pieces.A.at"),
        ),
    ],
    ids=["version", "size", "key", "place", "place with a wide letter"],
)
def test_one_huge_scalar_is_one_problem(
    check: Callable[..., tuple[int, Problems]], content: Callable[[], str], key: str | None
) -> None:
    status, problems = check(content())
    assert status == 1
    assert [problem["key"] for problem in problems] == [key]


def ring(x: float, y: float, corners: int = 100, size: float = 1.0, zigzag: float = 0.0) -> str:
    """Write an outline round a place; with a zigzag every other corner lies farther in."""
    turns = [(2 * pi * n / corners, size - zigzag * (n % 2)) for n in range(corners)]
    return f"[{', '.join(f'[{x + far * cos(turn):.6f}, {y + far * sin(turn):.6f}]' for turn, far in turns)}]"


def comb(_: int) -> str:
    """Write an outline of a hundred corners nearly all sides of which could meet nearly all others."""
    teeth = [(100 + n * 0.2 + n % 2 * 60, 100 + n % 2 * 60) for n in range(98)]
    return f"[{', '.join(f'[{x:.1f}, {y}]' for x, y in [*teeth, (180, 161), (99, 161)])}]"


def features(count: int, outline: Callable[[int], str]) -> list[str]:
    return [f"is: wall, blocks: true, outline: {outline(number)}" for number in range(count)]


def units(count: int, stated: Callable[[int], str]) -> dict[str, str]:
    return {f"P{number}": stated(number) for number in range(count)}


def spread(number: int) -> tuple[int, int]:
    """Return a place of its own on a table, three inches from the others."""
    return 2 + 3 * (number % 33), 2 + 3 * (number // 33)


LARGE = "1000x1000"
"""The largest table."""
VALID_TABLES: Mapping[str, Callable[[], str]] = {
    "outlines of a hundred corners in mm": lambda: with_table(
        LARGE, features(950, lambda n: ring(*spread(n)).replace(",", "mm,").replace("]mm", "]"))
    ),
    "outlines like combs": lambda: with_table(LARGE, features(950, comb)),
    "outlines one over the other": lambda: with_table(LARGE, features(950, lambda _: ring(50, 50, 100, 40, 39))),
    "bases in a strip": lambda: with_table(LARGE, **units(1000, lambda n: f"at: [{10 + n * 0.8:.1f}, {10 + n * 0.8:.1f}], base: 1")),
    "bases across a strip": lambda: with_table(
        LARGE, **units(1000, lambda n: f"at: [{20 + n * 0.03:.2f}, {20 + n * 0.03:.2f}], base: [0.02, 40], facing: 45")
    ),
    "buildings in a strip": lambda: with_table(
        LARGE, **units(20, lambda n: f"building: true, outline: {ring(300, 300 + 2.01 * n, 100, 1, 0.9)}")
    ),
    "one large building and many bases": lambda: with_table(
        LARGE, H=f"building: true, outline: {ring(500, 500, 100, 400, 390)}",
        **units(999, lambda n: f"at: [{1 + n * 0.99:.2f}, 1], base: 0.9"),
    ),
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("name", VALID_TABLES)
def test_a_large_valid_table_is_read(check: Callable[..., tuple[int, Problems]], name: str) -> None:
    assert check(VALID_TABLES[name]()) == (0, [])


BAD_TABLES: Mapping[str, tuple[int, Callable[[], str]]] = {
    "outlines that meet themselves at last": (950, lambda: with_table(LARGE, features(950, lambda n: crossed(*spread(n))))),
    "bases in one place": (999, lambda: with_table(**units(1000, lambda _: "at: [24, 24], base: 40"))),
    "thin bases across each other": (
        999, lambda: with_table(**units(1000, lambda n: f"at: [24, 24], base: [0.02, 40], facing: {n * 0.18:.2f}"))
    ),
    "buildings in one place": (
        19, lambda: with_table(**units(20, lambda n: f"building: true, outline: {ring(20, 20, 100, 15, 14)}"))
    ),
    "bases within a building": (999, lambda: with_table(
        H=f"building: true, outline: {ring(20, 20, 100, 15)}", **units(999, lambda n: f"at: [{10 + n * 0.02:.2f}, 20], base: 0.01")
    )),
    "corners of buildings": (1, lambda: with_table(LARGE, **units(950, lambda n: f"building: true, outline: {ring(*spread(n))}"))),
    "corners of buildings wrong otherwise": (951, lambda: with_table(
        LARGE, **units(950, lambda n: f"building: true, movement: far, outline: {ring(50, 50)}")
    )),
    "features": (1, lambda: with_table(features=features(14_000, lambda _: "[[1, 1], [2, 1], [2, 2]]"))),
    "pieces": (1, lambda: with_table(**units(25_000, lambda n: f"at: [{n}, 1], base: 1"))),
    "one outline": (1, lambda: with_table(features=[f"is: wall, blocks: true, outline: {ring(20, 20, 90_000)}"])),
    "a whole file of outlines": (1, lambda: filled(
        "[[1,1],[2,1],[2,2]],", "sightline: 1\nrules: post-galactica\nmap: {grid: free, size: 48x48, features: [", "]}"
    )),
    "a whole file of digits": (1, lambda: filled("1", with_table() + "pieces: {A: {base: 1, at: [1, ", "]}}")),
}  # fmt: skip


def crossed(x: float, y: float) -> str:
    """Write an outline of a hundred corners of which the last two are swapped."""
    *corners, one, other = ring(x, y)[2:-2].split("], [")
    return f"[[{'], ['.join([*corners, other, one])}]]"


@pytest.mark.long
@pytest.mark.parametrize("name", BAD_TABLES)
def test_a_large_bad_table_is_refused(check: Callable[..., tuple[int, Problems]], name: str) -> None:
    count, content = BAD_TABLES[name]
    status, problems = check(content())
    assert (status, len(problems)) == (1, count)


VALID = {
    "a long title": lambda: sized(f"title: '{'é' * 1000}'\n", 5),
    "walls": lambda: drawn(lambda _: "#"),
    "distinct letters together": lambda: drawn(
        lambda number: "".join("fF~wi#bc"[number >> shift & 7] for shift in range(0, 21, 3))
    ),
    "many letters": lambda: drawn(
        lambda number: chr(0x4E00 + number % 2000),
        "  legend: {" + ", ".join(f"{chr(0x4E00 + number)}: wall" for number in range(2000)) + "}\n",
    ),
    "many kinds": lambda: sized(
        "  kinds:\n"
        + "".join(f"    kind{number}: {{}}\n" for number in range(10_000))
        + "  terrain:\n"
        + "".join(f"    kind{number}: [B2]\n" for number in range(10_000))
        + PIECE
    ),
    "pieces": lambda: with_pieces(placed(45_000)),
    "pairs": lambda: with_pieces(
        placed(30_000), "pairs: [" + ", ".join(f"[P{n}, P{n + 1}]" for n in range(29_999)) + "]\n"
    ),
    "weapons": lambda: sized(
        "pieces: {A: {at: A1, facing: N, weapons: ["
        + ", ".join(f"{{name: w{number}, range: 8}}" for number in range(100))
        + "]}}\n"
    ),
    "two kinds everywhere": lambda: sized("  terrain: {forest: [A1:ALL1000], rubble: [A1:ALL1000]}\n"),
    "cells of a thousand kinds each": lambda: sized(
        "  kinds:\n"
        + "".join(f"    k{number}: {{}}\n" for number in range(1000))
        + "  terrain:\n"
        + "".join(
            f"    k{bit}: [{', '.join(label(n * 1000) for n in range(300) if n >> bit & 1)}]\n" for bit in range(9)
        )
        + "".join(f"    k{number}: [A1:ALL2]\n" for number in range(9, 1000))
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("name", VALID)
def test_a_large_valid_file_is_read(check: Callable[..., tuple[int, Problems]], name: str) -> None:
    assert check(VALID[name]()) == (0, [])


FULL = {
    "different bad tokens": lambda: drawn(lambda number: f"q_{number}"),
    "levels that are too high": lambda: drawn(lambda _: "#9"),
    "wrong pieces": lambda: with_pieces("".join(f"  P{number}: {{}}\n" for number in range(100_000))),
    "pieces in one cell": lambda: with_pieces(
        "".join(f"  P{number}: {{at: A1, facing: N}}\n" for number in range(45_000))
    ),
    "unknown names in pairs": lambda: with_pieces(
        placed(10_000), "pairs: [" + ", ".join(f"[Q{n}, R{n}]" for n in range(60_000)) + "]\n"
    ),
    "unknown keys": lambda: HEAD + "".join(f"k{number}: v\n" for number in range(120_000)),
    "wrong kinds": lambda: sized("  kinds:\n" + "".join(f"    k{n}: {{blocks: maybe}}\n" for n in range(10_000))),
    "wrong cells": lambda: sized("  terrain: {wall: [" + ", ".join(f"a{n}" for n in range(250_000)) + "]}\n"),
    "levels in two lists": lambda: sized("  levels: {1: [A1:ALL1000], 2: [" + "A1:C3, " * 90_000 + "]}\n"),
    "many formations without their many characters": lambda: (
        "sightline: 1\nrules: sodwa\nmap: {grid: square, size: 6x6, zones: {red: [A5:F6], blue: [A1:F2]}}\nteams:\n"
        + "  blue: {limit: 100, characters: {B: recruit}, formations: {line: {B: A1}}}\n"
        + "  red:\n    limit: 999999\n    characters:\n"
        + "".join(f"      R{number}: recruit\n" for number in range(40_000))
        + "    formations:\n"
        + "".join(f"      f{number}: {{R1: A1}}\n" for number in range(40_000))
    ),
    "long names in every problem": lambda: sized(
        "  kinds:\n"
        + "".join(f"    {'n' * 150}{number}: {{}}\n" for number in range(20_000))
        + "  terrain:\n"
        + "".join(f"    {'m' * 150}{number}: [A1]\n" for number in range(20_000)),
    ),
    "long keys above every problem": lambda: (
        "".join(f"{' ' * depth}{'k' * 900}{depth}:\n" for depth in range(60)) + f"{' ' * 60}- &a x\n" * 20_000
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("name", FULL)
def test_a_large_file_of_problems_is_read_until_it_is_too_much(
    check: Callable[..., tuple[int, Problems]], name: str
) -> None:
    status, problems = check(FULL[name]())
    assert status == 1
    assert len(problems) == MAX_PROBLEMS or len(json.dumps(problems)) > 2_000_000
    assert problems[-1]["message"].endswith("There may be more problems: reading stopped here.")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (lambda: f"{HEAD}map:\n  grid: hex\n  cells: |\n    " + ". " * 8_000_000, "row 1 of the drawing has more than 1000 cells"),
        *slowly(
            (lambda: f"{HEAD}map:\n  grid: hex\n  cells: |\n" + "    .\n" * 2_000_000, "the drawing has more than 1000 rows"),
            (lambda: sized("  terrain: {wall: [" + "A1:ALL1000, " * 10_000 + "]}\n"), "the lists of the map name more"),
            (lambda: sized("  levels: {1: [" + "A1:ALL1000, " * 10_000 + "]}\n"), "the lists of the map name more"),
            (lambda: "".join("  " * depth + f"- a{depth}:\n" for depth in range(1000)), "nested more than 64 levels deep"),
            (lambda: "a:\n  - " + "[{a: " * 10_000, "nested more than 64 levels deep"),
            (lambda: "ab\n" * 5_000_000 + "a: b: c", "a key and its value are not allowed here"),
            (lambda: ((HEAD + PIECE) * 1000).encode("utf-16"), "this is not UTF-8 text"),
            (lambda: b"a\n" * 8_000_000 + b"\xff", "this is not UTF-8 text"),
            (lambda: "a\n" * 8_000_000 + "\x07", "YAML does not allow the character U+0007"),
        ),
    ],
    ids=[
        "wide", "tall", "rectangles", "levels", "deep blocks", "deep flow", "late YAML", "UTF-16", "late byte", "late BEL"
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_on_is_one_problem(
    check: Callable[..., tuple[int, Problems]], content: Callable[[], str | bytes], said: str
) -> None:
    status, problems = check(content())
    assert status == 1
    assert said in problems[-1]["message"]
    assert len(problems) == 1
