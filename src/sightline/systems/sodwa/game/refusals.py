"""Findings that an action may not be taken."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.rules import Clause, Effect, Finding, Message


def refusal(clause: Clause, message: str, *, at: Sequence[str] = (), **args: str | int) -> Finding:
    """Return the finding that an action may not be taken."""
    return Finding(clause=clause, effect=Effect.FORBIDS, at=tuple(at), message=Message(message, args))
