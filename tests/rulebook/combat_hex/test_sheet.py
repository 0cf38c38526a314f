"""The sheet of Combat Hex: its form, the rules that it cites, and all published rulings."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import sightline
from sightline.cli.main import program
from sightline.i18n import use_language
from sightline.render.pages.chart_table import chart_headings
from sightline.systems.combat_hex.chart_sheet import printed_row, rules_cited, sheet_row
from tests.rulebook.combat_hex.boards import EAST, NORTH, put, shot

BOARD = Path(__file__).parents[3] / "scenarios" / "combat-hex" / "ruling-sheet.yaml"
PUBLISHED = Path(__file__).parent / "ruling-sheet.csv"
ROWS = list(csv.DictReader(PUBLISHED.read_text(encoding="utf-8").splitlines()))
SHEET = sightline.load(BOARD)
MOUNTED = put(NORTH, B1="T")
"""NORTH with a mounted target."""


def row(drawing: str, **more: Any) -> tuple[str, ...]:
    """Return the row of the shot of A at T."""
    return tuple(sheet_row(shot(drawing, **more).value))


def chart(*options: str) -> str:
    """Return what `sightline chart` prints of the board."""
    done = CliRunner().invoke(program, ["chart", str(BOARD), *options], catch_exceptions=False)
    assert done.exit_code == 0
    return done.output


def test_there_are_47_published_rulings() -> None:
    assert len(ROWS) == 47


@pytest.mark.parametrize("published", ROWS, ids=lambda row: f"{row['shooter']} {row['target']}")
def test_a_published_ruling_comes_out(published: dict[str, str]) -> None:
    verdict = SHEET.shot(published["shooter"], published["target"]).value
    found = sheet_row(verdict)._asdict()  # type: ignore[arg-type]
    cited = found.pop("rule").split()
    rule = published["rule"]
    assert found == {key: value for key, value in published.items() if key != "rule"}
    assert rule in cited if rule else not cited


@pytest.mark.parametrize(("seen", "blind"), [(("K7", "H8"), ("H8", "K7")), (("M3", "N7"), ("N7", "M3"))])
def test_sight_is_directional(seen: tuple[str, str], blind: tuple[str, str]) -> None:
    assert [str(SHEET.shot(*pair).sight) for pair in (seen, blind)] == ["clear", "blocked"]


@pytest.mark.clause("CH-SHEET", applies=True)
def test_ch_sheet_applies_to_each_kind_of_row() -> None:
    assert row(NORTH) == ("A", "T", "yes", "", "5-6", "")
    assert row(NORTH, red="A3/B3") == ("A", "T", "yes", "", "6", "5.171")
    assert row(put(NORTH, B4="A1")) == ("A", "T", "yes", "+1", "5-6", "")
    assert row(put(NORTH, B4="A1"), dotted="A3/B3") == ("A", "T", "yes", "+1", "6", "5.171")
    assert row(put(NORTH, B4="A1", C3=".1")) == ("A", "T", "no", "", "", "5.141")


@pytest.mark.clause("CH-SHEET", applies=True)
@pytest.mark.parametrize(
    ("language", "clear", "degraded", "blocked"),
    [
        ("en", ("yes", "no", "5,6", ""), ("yes", "+1", "6", "5.171"), ("no", "-", "-", "5.12 5.141")),
        ("fr", ("oui", "non", "5,6", ""), ("oui", "+1", "6", "5.171"), ("non", "-", "-", "5.12 5.141")),
    ],
)
def test_ch_sheet_applies_in_both_languages(
    language: str, clear: tuple[str, ...], degraded: tuple[str, ...], blocked: tuple[str, ...]
) -> None:
    verdicts = [
        shot(NORTH).value,
        shot(put(NORTH, B4="A1"), dotted="A3/B3").value,
        shot(put(NORTH, C3=".1")).value,
    ]
    with use_language(language):
        assert [printed_row(verdict)[2:] for verdict in verdicts] == [clear, degraded, blocked]


@pytest.mark.clause("CH-SHEET", applies=True)
def test_ch_sheet_applies_to_charts() -> None:
    table = chart("--from", "C2")
    assert table.splitlines()[2].split("  ") == ["Shooter", "Target", "LoS", "Shot bonus", "Hit on", "Rule"]
    assert "C2       B6      yes  no          6       5.171\n" in table
    printed = list(csv.DictReader(chart("--as", "csv").splitlines()))
    assert list(printed[0]) == list(ROWS[0])
    cited = {(row["shooter"], row["target"]): row for row in printed}
    for published in ROWS:
        found = cited[published["shooter"], published["target"]]
        assert found | {"rule": ""} == published | {"rule": ""}
        assert published["rule"] in found["rule"].split() or not published["rule"]
    assert "<th>Shot bonus</th>" in chart("--as", "html")


def test_headings_are_there_in_french() -> None:
    with use_language("fr"):
        headings = chart_headings(SHEET.rules, is_free=False)
    assert headings == ("Tireur", "Cible", "LdV", "Bonus de tir", "Touche sur", "Règle")


@pytest.mark.clause("CH-SHEET", applies=False)
def test_ch_sheet_says_nothing_of_friends_and_range() -> None:
    friends = {name: {"side": "red"} for name in "AT"}
    assert row(EAST, **friends) == row(EAST, A={"range": 1}) == row(EAST)
    assert not shot(EAST, A={"range": 1}).legal


@pytest.mark.clause("CH-CITE", applies=True)
def test_ch_cite_applies_in_the_order_of_the_rules() -> None:
    blocked = shot(put(NORTH, A3=".1", B3="X"), red="B2/C2")
    assert rules_cited(blocked.value) == ("5.11", "5.12", "5.141")
    degraded = shot(put(MOUNTED, B3="X"), red="B2/C2")
    assert rules_cited(degraded.value) == ("8.10", "5.171")


@pytest.mark.clause("CH-CITE", applies=True)
def test_ch_cite_applies_once_to_each_rule() -> None:
    assert rules_cited(shot(put(NORTH, A3="U", B3="V", C3="X")).value) == ("5.11",)


@pytest.mark.clause("CH-CITE", applies=False)
def test_ch_cite_what_degrades_is_not_cited_where_sight_is_blocked() -> None:
    verdict = shot(put(MOUNTED, A2=".1", B3="X"), red="B2/C2").value
    assert {"CH-8.10", "CH-5.171"} < {finding.clause.id for finding in verdict.findings}
    assert rules_cited(verdict) == ("5.12", "5.141")


@pytest.mark.clause("CH-CITE", applies=False)
def test_ch_cite_a_clear_shot_cites_nothing() -> None:
    assert rules_cited(shot(put(NORTH, B4="A1"), red="B2/C2", A={"range": 1}).value) == ()
