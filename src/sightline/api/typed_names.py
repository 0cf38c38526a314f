"""Names of pieces and sides as a person types them."""

from __future__ import annotations

from collections.abc import Collection

from sightline.api.scenario import Scenario


def piece_name(scenario: Scenario, typed: str) -> str:
    """Return the name of a piece that is typed, in whatever case; a text that is no such name as it is."""
    return only_like(typed, scenario.position.pieces)


def side_name(scenario: Scenario, typed: str) -> str:
    """Return the name of a side that is typed, in whatever case; a text that is no such name as it is."""
    return only_like(typed, {piece.side for piece in scenario.position.pieces.values() if piece.side})


def typed_label(typed: str) -> str:
    """Return the label of a cell, corner or border that is typed in whatever case; a text without a number as it is."""
    return typed.upper() if any(map(str.isdigit, typed)) else typed


def only_like(typed: str, names: Collection[str]) -> str:
    """Return the name that is typed, or the only one that differs from it in case alone; else the text."""
    like = [name for name in names if name.casefold() == typed.casefold()]
    return like[0] if len(like) == 1 and typed not in names else typed
