"""Where rule systems come from."""

from __future__ import annotations

from pathlib import Path

import pytest

import sightline
from sightline.rules import Systems, installed_systems, read_system
from sightline.rules.registry import UnusableSystem
from tests.rules.tiny_system import LANTERN

TINY = Path(__file__).with_name("tiny_system.py")
NONE = Systems({}, {})


def test_installed_systems_are_found_by_their_entry_points() -> None:
    assert "penance" in installed_systems()
    assert installed_systems()["penance"].key == "penance"


def test_systems_have_the_keys_that_they_are_found_by() -> None:
    assert {key: system.key for key, system in installed_systems().items()} == {key: key for key in installed_systems()}


def test_an_unknown_key_is_none() -> None:
    assert "chess" not in installed_systems()
    with pytest.raises(KeyError, match="chess"):
        installed_systems()["chess"]


def test_a_scenario_of_an_unknown_system_is_bad_input() -> None:
    with pytest.raises(sightline.ScenarioError) as refused:
        sightline.parse("sightline: 1\nrules: penence\nmap: {grid: hex, size: 1x1}\n")
    [problem] = refused.value.problems
    assert (problem.key, problem.found, problem.nearest) == ("rules", "penence", "penance")


def test_a_system_is_added_to_a_copy() -> None:
    more = installed_systems().with_system(LANTERN)
    assert more["lantern"] is LANTERN
    assert set(more) == {*installed_systems(), "lantern"}
    assert "lantern" not in installed_systems()


def test_systems_are_listed_by_name_and_counted() -> None:
    more = installed_systems().with_system(LANTERN)
    assert list(more) == sorted(more)
    assert len(more) == len(installed_systems()) + 1


def test_a_system_is_loaded_when_it_is_first_asked_for() -> None:
    systems = Systems({"other": "no.such.module:SYSTEM"}, {})
    assert list(systems) == ["other"]
    assert "other" in systems
    with pytest.raises(UnusableSystem, match=r"^the rule system 'other' cannot be used: ModuleNotFoundError: No mod"):
        systems["other"]


def test_an_entry_point_that_names_no_system_is_refused() -> None:
    systems = Systems({"other": "sightline.rules:Ruleset"}, {})
    with pytest.raises(UnusableSystem, match=r"TypeError: sightline\.rules:Ruleset is not an instance of Ruleset"):
        systems["other"]


def test_a_system_is_read_from_a_file() -> None:
    system = read_system(TINY)
    assert system.key == "lantern"
    assert NONE.with_system(system)["lantern"] is system


@pytest.mark.parametrize(
    ("added", "count"),
    [("", 0), ("from tests.rules.tiny_system import Lantern, LANTERN\nSECOND = Lantern()", 2)],
)
def test_a_file_with_no_or_two_systems_is_refused(tmp_path: Path, added: str, count: int) -> None:
    file = tmp_path / "rules.py"
    file.write_text(f"NUMBER = 1\n{added}\n")
    with pytest.raises(TypeError, match=f"defines {count} rule systems"):
        read_system(file)


def test_two_names_of_one_system_are_one(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text("from tests.rules.tiny_system import LANTERN\nAGAIN = LANTERN\n")
    assert read_system(file) is LANTERN


def test_a_key_is_not_taken_twice() -> None:
    for systems in (Systems({"lantern": "no.such.module:SYSTEM"}, {}), NONE.with_system(LANTERN)):
        with pytest.raises(ValueError, match="there is already a rule system 'lantern'"):
            systems.with_system(LANTERN)


BARE = """
from tests.rules.tiny_system import Lantern
from sightline.rules import Ruleset

class Bare(Ruleset):
    key, title = "bare", "Bare"
    view, findings, roll = Lantern.view, Lantern.findings, Lantern.roll

BARE = Bare()
"""


def test_what_a_system_lacks_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "bare_system.py"
    file.write_text(BARE)
    with pytest.raises(TypeError, match=r"bare_system\.py does not define clauses, grids, terrain$"):
        read_system(file)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UnusableSystem, match=r"bare_system:BARE does not define clauses, grids, terrain$"):
        Systems({"bare": "bare_system:BARE"}, {})["bare"]
