"""Narration of the steps of matches, made in worker processes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from sightline.battles import BattleRun, BattleStep
from sightline.i18n import use_language
from sightline.rules.json_values import to_builtins
from sightline.server.matches.match_play import BattleSource, cached_run


class NarratedStep(Struct, frozen=True):
    """The narration of a step, and the findings about its action; that of the start is the opening."""

    n: int
    who: str | None
    words: Sequence[str]
    findings: Sequence[Mapping[str, Any]]


class StepEntry(Struct, frozen=True):
    """The entry of a step: its number, its side, and the number of moves before it.

    For the start, side and number of moves are None.
    """

    n: int
    by: str | None
    moves: int | None


def narrate_steps(source: BattleSource, entries: Sequence[StepEntry], language: str) -> bytes:
    """Return the narration of the steps of entries as JSON. Raise `Refused`."""
    run = cached_run(source)
    with use_language(language):
        return msgspec.json.encode([_narrate(run, entry) for entry in entries])


def _narrate(run: BattleRun, entry: StepEntry) -> NarratedStep:
    step = None if entry.moves is None else run.log[entry.moves]
    if not isinstance(step, BattleStep):
        return NarratedStep(entry.n, entry.by, run.tell(None), ())
    findings = [to_builtins(each) for each in run.findings_of(step)]
    return NarratedStep(entry.n, entry.by, run.tell(step), findings)
