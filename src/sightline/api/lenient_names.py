"""Names and labels as users write them, in any case."""

from __future__ import annotations

from collections.abc import Collection

from sightline.api.scenario import Scenario
from sightline.i18n import folded


def correct_piece_name(scenario: Scenario, written: str) -> str:
    """Return the name of a piece that is written in any case; any other text unchanged."""
    return match_ignoring_case(written, scenario.position.pieces)


def correct_side_name(scenario: Scenario, written: str) -> str:
    """Return the name of a side that is written in any case; any other text unchanged."""
    return match_ignoring_case(written, {piece.side for piece in scenario.position.pieces.values() if piece.side})


def normalize_label(written: str) -> str:
    """Return the label of a cell, corner or border that is written in any case; a text without a number unchanged."""
    return written.upper() if any(map(str.isdigit, written)) else written


def normalize_facing(scenario: Scenario, written: str) -> str:
    """Return a facing on the map that is written in any case, quoted or not; any other text unchanged."""
    upper = written.upper()
    return upper if upper.strip(" '\"") in scenario.board.grid.facings else written


def match_ignoring_case(written: str, names: Collection[str]) -> str:
    """Return the only name that differs from what is written just in case, if that is no name; otherwise the text."""
    like = [name for name in names if folded(name) == folded(written)]
    return like[0] if len(like) == 1 and written not in names else written
