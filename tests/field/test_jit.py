"""The on-disk cache of compiled code: when it holds, and what damage it survives."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numba
import pytest

import sightline
from sightline.compilation import NotCompiled
from sightline.field import jit

SOURCES = Path(sightline.__file__).parent
FIELD = [*sorted((SOURCES / "field").rglob("*.py")), SOURCES / "plane" / "shapes.py"]
KERNELS = [path for path in FIELD if re.search(r"^@(compiled|inlined|entry)$", path.read_text(), re.MULTILINE)]
TOTAL_FROM_CACHE = """
import numpy as np
from sightline.field.visibility.displacement_kernels import shift_bit_sets

strings = np.zeros((1, 64, 3), np.uint64)
strings[0, 0] = 1, 2, 3
shift_bit_sets(strings)
print(strings.sum(), *shift_bit_sets.stats.cache_hits.values())
"""

EVERYTHING_FROM_CACHE = """
import sys, zlib
from pathlib import Path
from random import Random
import sightline
from sightline.field import jit
from tests.field.test_cell_field import BOARDS

answers = []
for board in BOARDS.values():
    scenario = sightline.parse(board(Random(3)))
    field = scenario.field()
    answers += [*field.rows("impeded"), field.see(field.cells[0]), field.pairs("clear")]
    answers += [field.reach(name) for name in scenario.actors if hasattr(scenario.rules, "steps")]
for file in sorted(Path("scenarios/post-galactica").glob("*.yaml")):
    if "grid: free" in file.read_text():
        answers.append(sightline.load(file).field().pairs())
print(zlib.crc32(b"".join(each.tobytes() for each in answers)), "numba.typed.typeddict" in sys.modules)
print(jit.entry(lambda number: 2 * number)(21))
"""


# --- the hash of sources -----------------------------------------------------------------------------------

CONSTANTS = '''"""Numbers."""

WIDTH = 3
"""Cells."""
'''
HELPERS = '''"""Helpers."""

from sightline.field.constants import (
    WIDTH,
)


@compiled
def area(height: int) -> int:
    """Return the area."""
    return WIDTH * height  # of a rectangle
'''
KERNEL = '''"""Kernels."""

from sightline.field.helpers import area


@entry
def volume(height: int, depth: int) -> int:
    """Return the volume.

    All lengths in cells.
    """
    return area(height) * depth
'''


def hash_of(kernel: str = KERNEL, helpers: str = HELPERS, constants: str = CONSTANTS) -> str:
    sources: Mapping[str, str] = {"sightline.field.helpers": helpers, "sightline.field.constants": constants}
    return jit.hash_sources(kernel, lambda module: sources.get(module, ""))


def test_neither_docstrings_nor_comments_nor_blank_lines_change_the_hash() -> None:
    assert hash_of(kernel=KERNEL.replace("Return the volume.\n", "Multiply.\n\n    Twice.\n")) == hash_of()
    assert hash_of(kernel=KERNEL.replace("@entry", "# Called by Python.\n\n\n@entry")) == hash_of()
    assert hash_of(helpers=HELPERS.replace("of a rectangle", "of a box")) == hash_of()
    assert hash_of(constants=CONSTANTS.replace("Cells.", "Cells,\nacross.")) == hash_of()


def test_code_changes_the_hash() -> None:
    assert hash_of(kernel=KERNEL.replace("* depth", "+ depth")) != hash_of()
    assert hash_of(kernel=KERNEL.replace("@entry", "@compiled")) != hash_of()


def test_code_of_imported_modules_changes_the_hash() -> None:
    assert hash_of(helpers=HELPERS.replace("WIDTH * height", "WIDTH + height")) != hash_of()
    assert hash_of(constants=CONSTANTS.replace("3", "4")) != hash_of()


def test_modules_that_are_not_imported_play_no_part() -> None:
    alone = KERNEL.replace("from sightline.field.helpers import area\n", "")
    assert hash_of(kernel=alone, constants="WIDTH = 4") == hash_of(kernel=alone)


def test_modules_may_be_imported_from_their_package_and_each_other() -> None:
    kernel = KERNEL.replace("from sightline.field.helpers import area", "from sightline.field import helpers")
    circular = CONSTANTS + "from sightline.field.helpers import area\n"
    assert hash_of(kernel=kernel, helpers=HELPERS + "MORE = 1") != hash_of(kernel=kernel)
    assert hash_of(constants=circular.replace("3", "4")) != hash_of(constants=circular)


def test_templates_are_made_by_what_the_default_covers() -> None:
    assert jit.sources_hash() == jit.sources_hash("sightline.field.visibility.templates")
    assert jit.sources_hash() != jit.sources_hash("sightline.field.visibility.template_builder")


@pytest.mark.parametrize("path", FIELD, ids=lambda path: path.stem)
def test_nothing_but_docstrings_and_comments_is_stripped(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert _dump_code(jit.strip_source(source)) == _dump_code(source)


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_kernels_import_from_nowhere_else(path: Path) -> None:
    """Else a change there would go unnoticed."""
    imports = [node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.ImportFrom)]
    modules = {node.module or "" for node in imports if (node.module or "").startswith("sightline")}
    assert "sightline.field.jit" in modules
    assert all(f"{module}.".startswith(jit.KERNEL_SOURCES) for module in modules)


def _dump_code(source: str) -> str:
    """Return the syntax tree without strings that stand alone."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [each for each in node.body if not _is_text(each)]
    return ast.dump(tree)


def _is_text(statement: ast.stmt) -> bool:
    value = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


# --- the cache ---------------------------------------------------------------------------------------------


def fresh() -> Any:
    """Return a function that is to be compiled, the same each time."""

    def doubled(number: int) -> int:
        return 2 * number

    return jit.entry(doubled)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the cache directory."""
    monkeypatch.setattr(numba.core.config, "CACHE_DIR", str(tmp_path))
    return tmp_path


def files(folder: Path, ending: str) -> list[Path]:
    return [*folder.rglob(f"*.{ending}")]


def test_compiled_code_is_cached(folder: Path) -> None:
    for hits in (0, 1):
        doubled = fresh()
        assert doubled(21) == 42
        assert sum(doubled.stats.cache_hits.values()) == hits
    [index], [code] = files(folder, "nbi"), files(folder, "nbc")
    assert re.fullmatch(r"tests\.field\.test_jit\.doubled-[0-9a-f]{16}\.cpython-\d+t?\.nbi", index.name)
    assert code.name.startswith(index.stem)


def test_it_is_compiled_again_where_the_code_changes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh()(21)
    monkeypatch.setattr(jit, "hash_file", lambda _: "another")
    doubled = fresh()
    assert doubled(21) == 42
    assert not doubled.stats.cache_hits
    assert len(files(folder, "nbc")) == 2


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", [lambda whole: b"", lambda whole: whole[: len(whole) // 2], lambda whole: b"?" * 99])
def test_damaged_files_are_written_again(folder: Path, ending: str, damage: Callable[[bytes], bytes]) -> None:
    fresh()(21)
    [file] = files(folder, ending)
    file.write_bytes(damage(file.read_bytes()))
    for hits in (0, 1):
        doubled = fresh()
        assert doubled(21) == 42
        assert sum(doubled.stats.cache_hits.values()) == hits


def test_code_for_other_types_is_not_used(folder: Path) -> None:
    fresh()(21)
    [whole], [index] = files(folder, "nbc"), files(folder, "nbi")
    of_integers = whole.read_bytes()
    index.unlink()
    fresh()(1.5)
    whole.write_bytes(of_integers)
    assert fresh()(1.5) == 3.0


def test_a_full_disk_does_not_stop_anything(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("numba.core.caching.IndexDataCacheFile.save", full)
    assert fresh()(21) == 42
    assert not files(folder, "nbc")


def test_without_a_cache_directory_it_is_compiled_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(_: object) -> None:
        raise RuntimeError("cannot cache function: no locator available")

    monkeypatch.setattr(jit, "TolerantCache", nowhere)
    assert fresh()(21) == 42


def test_where_compilation_is_forbidden_only_the_cache_answers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "check_compilation", refuse)
    with pytest.raises(NotCompiled):
        fresh()(21)
    monkeypatch.undo()
    monkeypatch.setattr(numba.core.config, "CACHE_DIR", str(folder))
    doubled = fresh()
    doubled(21)
    monkeypatch.setattr(jit, "check_compilation", refuse)
    assert doubled(4) == fresh()(4) == 8
    with pytest.raises(NotCompiled):
        doubled(1.5)


def test_without_a_cache_directory_nothing_may_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(_: object) -> None:
        raise RuntimeError("cannot cache function: no locator available")

    monkeypatch.setattr(jit, "TolerantCache", nowhere)
    monkeypatch.setattr(jit, "check_compilation", refuse)
    with pytest.raises(NotCompiled):
        fresh()(21)


def refuse() -> None:
    raise NotCompiled


@pytest.mark.slow
def test_code_from_the_cache_needs_nothing_of_the_compiler() -> None:
    def ask() -> list[str]:
        command = [sys.executable, "-c", EVERYTHING_FROM_CACHE]
        done = subprocess.run(command, cwd=SOURCES.parents[1], stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout.split()

    wanted = ask()[0]  # which compiles what is not cached yet
    assert ask() == [wanted, "False", "42"]


@pytest.mark.long
def test_several_processes_write_it_at_once(tmp_path: Path) -> None:
    def process() -> subprocess.Popen[str]:
        env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
        command = [sys.executable, "-c", TOTAL_FROM_CACHE]
        return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)

    answers = [each.communicate()[0].split() for each in [process() for _ in range(4)]]
    again = process().communicate()[0].split()
    assert {total for total, *_ in answers} == {again[0]}
    assert again[1:] == ["1"]
