"""Tasks that a match has for its battle, and their outcomes."""

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
    """Take an action, as stated, that belongs to one of these sides."""

    action: Any
    sides: tuple[str, ...]


@dataclass(frozen=True)
class UndoTask:
    """Take back so many steps."""

    steps: int


Task = BeginTask | TakeStep | UndoTask


@dataclass(frozen=True, kw_only=True)
class Situation:
    """A battle as it stands: its state, the side to act, the piece whose turn it is, and its result once it is over."""

    state: Json
    to_act: str | None
    turn: str | None
    result: Json | None


@dataclass(frozen=True, kw_only=True)
class Begun:
    """A battle that has begun; keys are those of the record."""

    rules: str
    revision: int
    version: str
    scenario: str
    opening: Sequence[Json]
    situation: Situation


@dataclass(frozen=True, kw_only=True)
class Stepped:
    """A legal action that was taken by a side."""

    side: str
    action: Json
    events: Sequence[Json]
    hash: str
    situation: Situation


@dataclass(frozen=True, kw_only=True)
class Undone:
    """Steps that were taken back."""

    situation: Situation


Outcome = Begun | Stepped | Undone
