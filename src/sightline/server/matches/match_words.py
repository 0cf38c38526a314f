"""Steps of matches in words, told in worker processes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from sightline.battles import BattleRun, BattleStep
from sightline.i18n import use_language
from sightline.rules.json_values import to_builtins
from sightline.server.matches.match_play import BattleSource, kept_run


class ToldStep(Struct, frozen=True):
    """The step of an entry in words, and everything that was found of its action; that of the start is the opening."""

    n: int
    who: str | None
    words: Sequence[str]
    findings: Sequence[Mapping[str, Any]]


class StepEntry(Struct, frozen=True):
    """An entry that tells of a step: its number, the side that it is by, the number of moves before it.

    That of the start is by nobody, and has no number of moves.
    """

    n: int
    by: str | None
    moves: int | None


def tell_steps(source: BattleSource, entries: Sequence[StepEntry], language: str) -> bytes:
    """Return as JSON the steps that entries tell of, in words. Raise `Refused` as battles do."""
    run = kept_run(source)
    with use_language(language):
        return msgspec.json.encode([_told(run, entry) for entry in entries])


def _told(run: BattleRun, entry: StepEntry) -> ToldStep:
    step = None if entry.moves is None else run.log[entry.moves]
    if not isinstance(step, BattleStep):
        return ToldStep(entry.n, entry.by, run.tell(None), ())
    findings = [to_builtins(each) for each in run.findings_of(step)]
    return ToldStep(entry.n, entry.by, run.tell(step), findings)
