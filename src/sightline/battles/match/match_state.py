"""The state of a match, folded from its entries."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import Any, Literal, NamedTuple

from sightline.battles.fair_dice import FairDice
from sightline.battles.match.match_clock import DaysClock, MatchClock
from sightline.battles.match.match_entries import (
    Answered,
    AnyEntry,
    Committed,
    Created,
    FormationChosen,
    Formations,
    HasLeft,
    IsBack,
    Json,
    Offered,
    Over,
    Rematch,
    Revealed,
    Seated,
    Started,
    StepTaken,
    TakenBack,
)

PhaseName = Literal["seats", "formations", "dice", "battle", "over"]
_REVEAL_MILLISECONDS = 60_000
"""The time within which both sides have to reveal their parts of the seed."""


class MatchMove(NamedTuple):
    """A step, or the takeback of one, whose `action` is None: with the number and the side of its entry."""

    n: int
    by: str | None
    action: Json | None


@dataclass(frozen=True, kw_only=True)
class Match:
    """A match.

    - `n` is the number of its latest entry, `time` the time of that.
    - `scenario` is the scenario text with both teams; `formations` are the tiles of all formations by side.
    - `seats`, `chosen` (formations), `commitments` and `seeds` are by side, for those that there are.
    - `shown_formations` is the number of the entry that shows both formations.
    - `reveal_by` is the time by which the parts of the seed have to be revealed.
    - `begun` is the entry of the start; `state`, `to_act` and `turn` are the current ones of the battle.
    - `moves` are all steps and takebacks in order, `movers` the sides of the steps that have not been taken back.
    - `away` are the sides without a connection.
    """

    created: Created
    n: int
    time: int
    phase: PhaseName = "seats"
    seats: Mapping[str, Seated] = field(default_factory=dict[str, Seated])
    formations: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict[str, Any])
    scenario: str | None = None
    chosen: Mapping[str, str] = field(default_factory=dict[str, str])
    commitments: Mapping[str, Committed] = field(default_factory=dict[str, Committed])
    seeds: Mapping[str, str] = field(default_factory=dict[str, str])
    reveal_by: int | None = None
    clock: MatchClock | None = None
    begun: Started | None = None
    state: Json | None = None
    to_act: str | None = None
    turn: str | None = None
    movers: tuple[str, ...] = ()
    moves: tuple[MatchMove, ...] = ()
    shown_formations: int | None = None
    offer: Offered | None = None
    over: Over | None = None
    rematch: str | None = None
    away: frozenset[str] = frozenset()

    @property
    def sides(self) -> tuple[str, str]:
        """The sides, the first seat's first."""
        return self.created.sides

    def other(self, side: str) -> str:
        """Return the side that is not this one."""
        first, second = self.sides
        return second if side == first else first

    def awaited(self) -> Collection[str]:
        """Return the sides for which the match waits."""
        match self.phase:
            case "formations":
                return [side for side in self.sides if side not in self.chosen]
            case "dice":
                done = self.commitments if len(self.commitments) < len(self.sides) else self.seeds
                return [side for side in self.sides if side not in done]
            case "battle":
                return [] if self.to_act is None else [self.to_act]
        return []

    def fair_dice(self) -> FairDice:
        """Return the dice, with the parts of the seed revealed so far, and the server's own."""
        return FairDice(
            server_commitment=self.created.server_commitment,
            commitments={side: self.commitments[side].hash for side in self.sides if side in self.commitments},
            server_seed=self.created.server_seed,
            seeds=self.seeds,
        )

    def with_seed(self, side: str, seed: str) -> FairDice:
        """Return the dice with one more part of the seed, that of a side."""
        return replace(self.fair_dice(), seeds={**self.seeds, side: seed})

    def deadline(self) -> int | None:
        """Return the time at which a side runs out of time, None if no clock runs."""
        if self.phase == "over":
            return None
        times = (self.reveal_by, None if self.clock is None else self.clock.deadline)
        return min((time for time in times if time is not None), default=None)


def fold_all(entries: Iterable[AnyEntry]) -> Match:
    """Return the match of a log; the first entry creates it."""
    first, *others = entries
    if not isinstance(first, Created):
        raise TypeError(first)
    match = Match(created=first, n=first.n, time=first.time)
    for entry in others:
        match = fold(match, entry)
    return match


def fold(match: Match, entry: AnyEntry) -> Match:
    """Return the match after one more entry. Raise ValueError unless it has the next number."""
    if entry.n != match.n + 1:
        raise ValueError(entry.n)
    folded = _fold(entry, replace(match, n=entry.n, time=entry.time))
    if folded.clock is None or folded.phase == "battle" or folded.clock is not match.clock:
        return folded
    return replace(folded, clock=folded.clock.run_for(folded.awaited(), entry.time))


@singledispatch
def _fold(entry: object, match: Match) -> Match:
    """Return the match after an entry; most kinds change nothing but the number."""
    del entry
    return match


@_fold.register
def _fold_seated(entry: Seated, match: Match) -> Match:
    seats = {**match.seats, entry.side: entry}
    formations = {**match.formations, **entry.formations}
    match = replace(match, seats=seats, formations=formations, scenario=entry.scenario)
    if len(seats) < len(match.sides):
        return match
    setting = match.created.clock
    begun = replace(match, phase="formations")
    if setting is None:
        return begun
    clock = MatchClock.started(setting, match.sides, entry.time)
    return replace(begun, clock=clock.run_for(begun.awaited(), entry.time))


@_fold.register
def _fold_formation(entry: FormationChosen, match: Match) -> Match:
    return replace(match, chosen={**match.chosen, entry.side: entry.name})


@_fold.register
def _fold_formations(entry: Formations, match: Match) -> Match:
    clock = None if match.clock is None else match.clock.at(entry.time).in_phase()
    dice = replace(match, phase="dice", clock=clock, shown_formations=entry.n)
    return dice if clock is None else replace(dice, clock=clock.run_for(dice.awaited(), entry.time))


@_fold.register
def _fold_committed(entry: Committed, match: Match) -> Match:
    commitments = {**match.commitments, entry.side: entry}
    if len(commitments) < len(match.sides):
        return replace(match, commitments=commitments)
    setting = match.created.clock
    # Players with days per turn need not be present within a minute.
    allowed = setting.allowed if isinstance(setting, DaysClock) else _REVEAL_MILLISECONDS
    return replace(match, commitments=commitments, reveal_by=entry.time + max(allowed, _REVEAL_MILLISECONDS))


@_fold.register
def _fold_revealed(entry: Revealed, match: Match) -> Match:
    return replace(match, seeds={**match.seeds, entry.side: entry.seed})


@_fold.register
def _fold_started(entry: Started, match: Match) -> Match:
    return _with_situation(replace(match, begun=entry, phase="battle", reveal_by=None), entry)


@_fold.register
def _fold_step(entry: StepTaken, match: Match) -> Match:
    offer = match.offer
    if offer is not None and (offer.by != entry.by or offer.offer == "takeback"):
        offer = None  # the other side declines by acting; a takeback is offered for one state only
    moves = (*match.moves, MatchMove(entry.n, entry.by, entry.action))
    match = replace(match, moves=moves, movers=(*match.movers, str(entry.by)), offer=offer)
    return _with_situation(match, entry)


@_fold.register
def _fold_taken_back(entry: TakenBack, match: Match) -> Match:
    moves = (*match.moves, *[MatchMove(entry.n, entry.by, None)] * entry.steps)
    movers = match.movers[: len(match.movers) - entry.steps]
    return _with_situation(replace(match, moves=moves, movers=movers), entry)


def _with_situation(match: Match, entry: Started | StepTaken | TakenBack) -> Match:
    """Return the match with the state, the side to act and the clock that an entry states."""
    clock = match.clock
    if clock is not None and entry.clock is not None:
        clock = MatchClock(clock.setting, entry.clock["left"], tuple(entry.clock["running"]), entry.time)
    return replace(match, state=entry.state, to_act=entry.to_act, turn=entry.turn, clock=clock)


@_fold.register
def _fold_offered(entry: Offered, match: Match) -> Match:
    return replace(match, offer=entry)


@_fold.register
def _fold_answered(_entry: Answered, match: Match) -> Match:
    return replace(match, offer=None)


@_fold.register
def _fold_over(entry: Over, match: Match) -> Match:
    clock = None if match.clock is None else match.clock.run_for((), entry.time)
    return replace(match, phase="over", over=entry, offer=None, reveal_by=None, clock=clock)


@_fold.register
def _fold_rematch(entry: Rematch, match: Match) -> Match:
    return replace(match, rematch=entry.id)


@_fold.register
def _fold_left(entry: HasLeft, match: Match) -> Match:
    return replace(match, away=match.away | {str(entry.by)})


@_fold.register
def _fold_back(entry: IsBack, match: Match) -> Match:
    if entry.by is not None:
        return replace(match, away=match.away - {entry.by})
    if entry.since is None:
        return match
    clock = None if match.clock is None else match.clock.given_back(entry.since, entry.time)
    lost = entry.time - entry.since
    return replace(match, clock=clock, reveal_by=None if match.reveal_by is None else match.reveal_by + lost)
