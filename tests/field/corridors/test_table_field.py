"""The field of a free table."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import sightline
from sightline import MissingExtra, field
from sightline.board import BasedPiece
from sightline.field import field_of
from sightline.field.table_field import TableField
from sightline.rules import NotAnswered, installed_systems
from tests.docs.pages import SCENARIOS

TABLES = [path for path in sorted((SCENARIOS / "post-galactica").glob("*.yaml")) if "grid: free" in path.read_text()]


def field_of_table(scenario: sightline.Scenario) -> TableField:
    asked = scenario.field()
    assert isinstance(asked, TableField)
    return asked


def seen_pairs(scenario: sightline.Scenario) -> list[list[bool]]:
    """Return the matrix of pairs, piece by piece."""
    names = list(scenario.table.pieces)
    seen = {name: scenario.see(name).pieces for name in names}
    return [[other in seen[name] for other in names] for name in names]


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_pairs_are_what_each_piece_sees(path: Path) -> None:
    scenario = sightline.load(path)
    asked = field_of_table(scenario)
    assert asked.pieces == tuple(scenario.table.pieces)
    assert asked.pairs().tolist() == seen_pairs(scenario)


def test_pieces_that_see_through_buildings_are_examined_one_by_one() -> None:
    scenario = sightline.load(SCENARIOS / "post-galactica" / "the-mill-road.yaml").with_piece("Rifles", at=[12.5, 13])
    asked = field_of_table(scenario)
    rifles, raiders = asked.pieces.index("Rifles"), asked.pieces.index("Raiders")
    assert asked.pairs().tolist() == seen_pairs(scenario)
    assert asked.pairs()[rifles, raiders]
    assert not asked.pairs()[raiders, rifles]


@pytest.mark.slow
@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_updated_pairs_equal_those_of_a_new_field(path: Path) -> None:
    scenario = sightline.load(path)
    asked = field_of_table(scenario)
    for name, piece in scenario.table.pieces.items():
        if isinstance(piece, BasedPiece) and not piece.building:
            scenario = scenario.with_piece(name, at=[piece.spot.x, piece.spot.y + 0.4], tags=["Large"])
            asked = asked.update(scenario)
            assert asked.pairs().tolist() == seen_pairs(scenario)
    scenario = scenario.with_rulings({"units-block": "none", "inside": "blocks"})
    assert asked.update(scenario).pairs().tolist() == seen_pairs(scenario)


def test_changes_before_anything_is_asked() -> None:
    scenario = sightline.load(TABLES[0])
    name = next(iter(scenario.table.pieces))
    moved = scenario.with_piece(name, at=[12, 12])
    for asked in (field_of_table(scenario).update(moved), field_of_table(scenario).update(scenario).update(moved)):
        assert asked.pairs().tolist() == field_of_table(moved).pairs().tolist()


def test_a_system_may_not_say_what_cuts_lines() -> None:
    with pytest.raises(NotAnswered, match="Penance has no rules for lines on a free table"):
        field_of(installed_systems()["penance"], sightline.load(TABLES[0]).position)


def test_without_numba_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(field, "table_field", raising=False)
    monkeypatch.setitem(sys.modules, "sightline.field.table_field", None)
    with pytest.raises(MissingExtra, match="Numba, which computes whole boards, is not installed") as refused:
        sightline.load(TABLES[0]).field()
    assert refused.value.extra == "fast"
    assert refused.value.command == 'pip install "sightline[fast]"'
