"""Driver: everything public in thirty lines: run by a test, and checked by mypy and pyright in their strict modes."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, assert_type

import sightline
from sightline.systems.penance import PenancePlace, PenanceVerdict


def main(folder: Path) -> None:
    """Use every public name. `folder` holds the scenarios."""
    s = sightline.load(folder / "penance" / "across-the-rubble.yaml", language="en")
    v = s.shot("A", "T", weapon="rifle")
    assert v.odds is not None
    assert_type(v.odds.hit, Fraction)
    assert_type(v.sight, sightline.Sight)
    assert_type([(f.clause.id, f.effect, f.value, f.at, f.why) for f in v.findings], _FINDINGS)
    if isinstance(v, PenanceVerdict):
        assert_type(v.expected_damage, Fraction | None)
    assert_type([change.to for change in s.shot("T", "A", why_not=True).why_not], list[str | None])
    assert_type(s.resolve("A", "T", seed=9).rolls, tuple[int, ...])
    chart = s.chart(attacker="A")
    assert_type((chart[0], chart[:1], len(chart)), tuple[sightline.ShotAnswer, sightline.Chart, int])
    assert_type(next(s.iter_chart()).legal, bool)
    assert_type(s.see("A").cells, Mapping[str, sightline.Sight])
    place = s.reach("A").cells["D5"]
    assert_type(place.path, tuple[str, ...])
    if isinstance(place, PenancePlace):
        assert_type(place.facings, Mapping[str, int])
    assert_type(s.threat("blue").cells["D5"].best, Fraction)
    assert_type(s.advise("A").places[0].back.attackers, tuple[str, ...])
    assert_type(s.line("A1", "D7").contacts[0].at, tuple[Fraction, ...])
    for shown in (s, v, chart, s.see("A"), s.reach("A"), s.threat("blue"), s.advise("A"), s.line("A1", "D7")):
        texts = (str(shown), repr(shown), shown.text(), shown.svg(size=40, colours="print", prefix="a"), v.side_view())
        assert_type(texts, tuple[str, str, str, str, str])
    assert_type(
        (chart.to_csv(), chart.with_lines("all").to_html(), chart.to_json(), v.to_json(indent=0)),
        tuple[str, str, str, str],
    )
    assert_type((len(s.screen(colours="dark").layers), v.screen(have={}).caption), tuple[int, str])
    assert_type([(near.name, near.words) for near in s.nearby("A")], list[tuple[str, str]])
    edited, undo = s.edited([{"piece": "A", "set": {"at": "C3"}}])
    assert_type((edited.with_edits(undo), undo), tuple[sightline.Scenario, tuple[Mapping[str, Any], ...]])
    other = s.with_piece("A", at="C3").with_pieces({"T": {"moved": 2}}).with_rulings({"near": "crosses"})
    assert_type((other.title, other.pairs, other.actors, other.rules.key, other.board.columns), _PARTS)
    assert sightline.parse(other.to_yaml()) == other.with_language("fr").with_language("en")
    table = sightline.load(folder / "post-galactica" / "the-mill-road.yaml")
    assert_type(table.see("Rifles").pieces, Mapping[str, sightline.Sight])
    assert_type((table.table.width > 1, table.reach("Rifles").bound), tuple[bool, float])
    assert_type(table.reach("Rifles", toward=(9, "400mm")).path, tuple[tuple[float, float], ...])
    orchard = sightline.load(folder / "sodwa" / "the-orchard.yaml")
    assert_type(orchard.strike("Moss", "B3/B4", earlier=1).destroys, bool)
    assert_type(orchard.with_struck("B3/B4", 4), sightline.Scenario)
    mill = sightline.load(folder / "sodwa" / "the-mill.yaml")
    team = sightline.parse_team(mill.teams["red"].to_yaml())
    assert_type((team.name, team.points, team.formations), tuple[str, int, Mapping[str, Mapping[str, str]]])
    mill.check_team(team, side="red")
    assert_type((mill.with_teams({"red": team}), str(team)), tuple[sightline.Scenario, str])
    b = sightline.battle(sightline.load(folder / "sodwa" / "the-mill.yaml"), seed="7", limit=100)
    b.apply(b.legal()[-1])
    assert_type((b.state.tick, b.state.active, b.check(b.legal()[0]).legal), tuple[int, str | None, bool])
    assert sightline.replay(b.record(), seed=7).state == pickle.loads(pickle.dumps(b)).state != b.undo()
    assert_type((b.phase, b.snapshot(), len(b.forecast(2)), b.to_json()), _BATTLE)
    assert_type([(sheet.health.now, sheet.ticks) for sheet in b.sheets.values()], list[tuple[int, int | None]])
    assert_type(b.luck(), dict[str, dict[str, Any]])
    field = s.field()
    assert_type((field.cells, len(field.see("C3")), len(list(field.rows()))), tuple[tuple[str, ...], int, int])
    with sightline.limits(seconds=60) as bound:
        assert_type((len(s.field().pairs()), bound.remaining), tuple[int, float])
    try:
        s.shot("A", "Q")
    except sightline.LimitExceeded as late:
        assert_type(late.seconds, float)
    except sightline.ScenarioError as error:
        assert_type([(p.key, p.found, p.allowed, p.nearest, p.line) for p in error.problems], _PROBLEMS)


def refused(scenario: sightline.Scenario, answer: sightline.ShotAnswer, state: sightline.BattleState) -> None:
    """Hold what type checkers have to refuse: an unused `ignore` is an error, too. Nobody calls this."""
    assert answer.odd  # type: ignore[attr-defined]
    answer.legal = True  # type: ignore[misc]
    assert answer.odds.hit  # type: ignore[union-attr]
    assert answer.findings[0].claus  # type: ignore[attr-defined]
    scenario.shoot("A", "T")  # type: ignore[attr-defined]
    scenario.language = "fr"  # type: ignore[misc]
    scenario.shot("A", 3)  # type: ignore[call-overload]
    scenario.svg(colours="blue")  # type: ignore[arg-type]
    assert state.tack  # type: ignore[attr-defined]


_FINDINGS = list[tuple[str, sightline.Effect, int | None, tuple[str, ...], str]]
_PARTS = tuple[str, tuple[tuple[str, str], ...], tuple[str, ...], str, int]
_BATTLE = tuple[str | None, sightline.Scenario, int, str]
_PROBLEMS = list[tuple[str | None, str | None, tuple[str, ...], str | None, int | None]]
