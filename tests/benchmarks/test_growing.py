"""How cost grows is measured where that is possible in good time."""

from __future__ import annotations

import pytest

from benchmarks import growing
from benchmarks.growing import GROWTHS, Point


@pytest.mark.slow
@pytest.mark.parametrize("name", GROWTHS)
def test_a_point_is_measured(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "MIN_SECONDS", 0)
    point = growing.measure_here(name, 9)
    assert point is None or min(point) > 0
    assert point is not None or name == "tcod"


def test_what_would_take_too_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "measure_apart", lambda _, size: Point(size**4 / 1e7, 100))
    assert [*growing.points_of("rows", growing.SIZES)] == [32, 64, 100]


def test_no_board_is_larger_than_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "measure_apart", lambda _, size: Point(1e-6, 100))
    assert [*growing.points_of("pairs", growing.SIZES)] == [32, 64, 100, 200]
    assert [*growing.points_of("rows", growing.SIZES)] == [*growing.SIZES]


def test_nothing_is_reported_of_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "measure_apart", lambda _, __: None)
    assert growing.points_of("tcod", growing.SIZES) == {}
