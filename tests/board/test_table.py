"""A free table as a value: its pieces and features come and go, and leave the old one alone."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from sightline.board import Base, BasedPiece, Board, Feature, Piece, Table, parse_length
from sightline.lattice import Cell, parse_grid
from sightline.plane import Disc, Polygon, Spot
from sightline.rules import Terrain

CORNERS = (Spot(10, 10), Spot(14, 10), Spot(14, 12))


def unit(name: str, x: float, y: float) -> BasedPiece:
    return BasedPiece(name=name, at=Spot(x, y), base=Base(parse_length("1")))


def feature(name: str) -> Feature:
    return Feature(name, "wall", Polygon(CORNERS), Terrain())


@pytest.fixture
def table() -> Table:
    """Return a table with two pieces and two features."""
    pieces = {"A": unit("A", 5, 5), "T": unit("T", 20, 5)}
    return Table(MappingProxyType(pieces), 48, 30.5, (feature("wall 1"), feature("wall 2")))


def test_pieces_come_and_go(table: Table) -> None:
    changed = table.with_pieces([unit("A", 6, 5), unit("B", 30, 5)])
    assert [(name, piece.spot.x) for name, piece in changed.pieces.items()] == [("A", 6), ("T", 20), ("B", 30)]
    assert list(changed.without_piece("A").pieces) == ["T", "B"]
    assert list(changed.without_pieces({"A", "B", "Q"}).pieces) == ["T"]
    assert [piece.spot.x for piece in table.pieces.values()] == [5, 20]
    assert (changed.width, changed.height, changed.features) == (48, 30.5, table.features)
    with pytest.raises(KeyError):
        table.without_piece("Q")


def test_features_go(table: Table) -> None:
    assert [each.name for each in table.without_feature("wall 1").features] == ["wall 2"]
    assert len(table.features) == 2
    with pytest.raises(KeyError):
        table.without_feature("wall")


def test_tables_are_compared_by_what_they_hold(table: Table) -> None:
    assert table == Table(dict(table.pieces), 48, 30.5, table.features)
    assert table != table.without_feature("wall 2")
    assert table != table.without_piece("A")


def test_what_a_piece_covers() -> None:
    assert unit("A", 5, 5).shape == Disc(Spot(5, 5), 0.5)
    building = BasedPiece(name="B", at=CORNERS[0], building=True, outline=CORNERS, base=Base(parse_length("1")))
    assert building.shape == Polygon(CORNERS)
    tank = BasedPiece(name="C", at=Spot(5, 5), base=Base(parse_length("2"), parse_length("4")))
    assert tank.shape.box == (Spot(4, 3), Spot(6, 7))


def test_what_stands_elsewhere_covers_nothing_of_a_table() -> None:
    with pytest.raises(TypeError, match="A has no base on a free table"):
        _ = BasedPiece(name="A", at=Spot(5, 5)).shape
    with pytest.raises(TypeError, match="A covers cells, and no part of a free table"):
        _ = Piece(name="A", at=Cell(0, 0)).shape
    with pytest.raises(TypeError, match="A stands on a free table, in no cell"):
        _ = unit("A", 5, 5).cell
    with pytest.raises(TypeError, match="A stands on a free table, in no cell"):
        _ = unit("A", 5, 5).cells
    with pytest.raises(TypeError, match="A stands in a cell"):
        _ = Piece(name="A", at=Cell(0, 0)).spot


def test_a_board_has_no_features() -> None:
    assert not hasattr(Board.empty(parse_grid("square"), 2, 2), "features")
