"""Correction of typed names of pieces and sides."""

from __future__ import annotations

from collections.abc import Collection

from sightline.api.scenario import Scenario


def piece_name(scenario: Scenario, typed: str) -> str:
    """Return the name of a piece that is typed in any case; any other text unchanged."""
    return only_like(typed, scenario.position.pieces)


def side_name(scenario: Scenario, typed: str) -> str:
    """Return the name of a side that is typed in any case; any other text unchanged."""
    return only_like(typed, {piece.side for piece in scenario.position.pieces.values() if piece.side})


def typed_label(typed: str) -> str:
    """Return the label of a cell, corner or border that is typed in any case; a text without a number unchanged."""
    return typed.upper() if any(map(str.isdigit, typed)) else typed


def only_like(typed: str, names: Collection[str]) -> str:
    """Return the typed name if there is one, or the only name that differs from it just in case; otherwise the text."""
    like = [name for name in names if name.casefold() == typed.casefold()]
    return like[0] if len(like) == 1 and typed not in names else typed
