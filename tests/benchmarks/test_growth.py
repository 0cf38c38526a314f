"""How cost grows is measured where that is possible in good time."""

from __future__ import annotations

import pytest

from benchmarks import growth
from benchmarks.growth import GROWTHS, Point


@pytest.mark.slow
@pytest.mark.parametrize("name", GROWTHS)
def test_a_point_is_measured(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "MIN_SECONDS", 0)
    point = growth.measure_here(name, 9)
    assert point is None or min(point) > 0
    assert point is not None or name == "tcod"


def test_what_would_take_too_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "measure_apart", lambda _, size: Point(size**4 / 1e7, 100))
    assert [*growth.points_of("rows", growth.SIZES)] == [32, 64, 100]


def test_no_board_is_larger_than_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "measure_apart", lambda _, size: Point(1e-6, 100))
    assert [*growth.points_of("pairs", growth.SIZES)] == [32, 64, 100, 200]
    assert [*growth.points_of("rows", growth.SIZES)] == [*growth.SIZES]


def test_nothing_is_reported_of_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "measure_apart", lambda _, __: None)
    assert growth.points_of("tcod", growth.SIZES) == {}
