"""Tasks of a match for its battle, and their outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Json = Mapping[str, Any]


@dataclass(frozen=True)
class BeginTask:
    """Begin the battle in these formations, with the dice of this seed."""

    formations: Mapping[str, str]
    seed: str


@dataclass(frozen=True)
class TakeStep:
    """Take an action, given as JSON, for one of these sides."""

    action: Any
    sides: tuple[str, ...]


@dataclass(frozen=True)
class UndoTask:
    """Take back a number of steps."""

    steps: int


Task = BeginTask | TakeStep | UndoTask


@dataclass(frozen=True, kw_only=True)
class Situation:
    """The current situation of a battle: state, side to act, piece whose turn it is, and the result once it is over."""

    state: Json
    to_act: str | None
    turn: str | None
    result: Json | None


@dataclass(frozen=True, kw_only=True)
class Begun:
    """The outcome of `BeginTask`; keys are those of the record."""

    rules: str
    revision: int
    version: str
    scenario: str
    opening: Sequence[Json]
    situation: Situation


@dataclass(frozen=True, kw_only=True)
class Stepped:
    """The outcome of `TakeStep`: the action, taken by a side."""

    side: str
    action: Json
    events: Sequence[Json]
    hash: str
    situation: Situation


@dataclass(frozen=True, kw_only=True)
class Undone:
    """The outcome of `UndoTask`."""

    situation: Situation


Outcome = Begun | Stepped | Undone
