"""Entry points are those that `importlib.metadata` finds; it is loaded only where folders do not tell."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from sightline.rules.entry_points import EntryPoints, load_object

FILE = """\
[console_scripts]
lantern = wrong:main

[some.group]
# lantern = wrong:COMMENT
lantern = tests.rules.tiny_system:LANTERN
bound = tests.rules.tiny_system:LANTERN.key [extra]
"""


def install(folder: Path, text: str) -> None:
    """Lay the metadata of a package into a folder."""
    metadata = folder / "lantern-1.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "entry_points.txt").write_text(text)
    (metadata / "METADATA").write_text("Name: lantern\nVersion: 1\n")


@pytest.mark.parametrize("group", ["sightline.systems", "console_scripts", "no.such.group"])
def test_they_are_those_of_the_standard_library(group: str) -> None:
    wanted = {point.name: point.value for point in entry_points(group=group)}
    found = EntryPoints(group)
    assert {name: found[name] for name in wanted} == wanted
    assert dict(found) == wanted
    assert len(found) == len(wanted)


def test_a_file_of_entry_points_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, FILE)
    monkeypatch.syspath_prepend(tmp_path)
    found = EntryPoints("some.group")
    assert set(found) == {"lantern", "bound"}
    assert load_object(found["bound"]) == "lantern"
    assert "torch" not in found
    with pytest.raises(KeyError, match="torch"):
        found["torch"]


def test_what_stands_first_on_the_path_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder, module in (("later", "two"), ("first", "one")):
        install(tmp_path / folder, f"[some.group]\nlantern = {module}:LANTERN\n")
        monkeypatch.syspath_prepend(tmp_path / folder)
    assert dict(EntryPoints("some.group")) == {"lantern": "one:LANTERN"}


def test_to_answer_a_question_loads_no_metadata() -> None:
    ask = "import sys, sightline; sightline.parse('{sightline: 1, rules: penance, map: {grid: hex, size: 2x2}}')"
    tell = "print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", f"{ask}; {tell}"], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
