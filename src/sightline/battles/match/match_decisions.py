"""The entries that result from commands, from the passing of time, and from connections.

Times are milliseconds since 1970. The functions are pure: they do not wait, draw random numbers or read a clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatchmethod
from typing import Any

from sightline.battles.match.match_checks import check_command, offer_to, side_for, steps_since
from sightline.battles.match.match_clock import MatchClock
from sightline.battles.match.match_commands import (
    ChooseFormation,
    Command,
    Commit,
    GiveAnswer,
    MakeOffer,
    Resign,
    Reveal,
    Say,
    TakeAction,
)
from sightline.battles.match.match_entries import (
    Answered,
    AnyEntry,
    Committed,
    FormationChosen,
    Formations,
    HasLeft,
    IsBack,
    Json,
    Offered,
    Over,
    Rematch,
    Revealed,
    Said,
    SeedShown,
    Started,
    StepTaken,
    TakenBack,
)
from sightline.battles.match.match_state import Match
from sightline.battles.match.match_tasks import (
    BeginTask,
    Begun,
    Outcome,
    Situation,
    Stepped,
    TakeStep,
    Task,
    Undone,
    UndoTask,
)

Entries = Sequence[AnyEntry]


def task_of(match: Match, sides: Sequence[str], command: Command) -> Task | None:
    """Return the task of the battle for a command of the player of these sides, None if there is none.

    Raise `Refused`.
    """
    side = side_for(match, sides, command)
    check_command(match, side, command)
    match command:
        case TakeAction(side=stated, action=action):
            return TakeStep(action, tuple(sides) if stated is None else (side,))
        case Resign():
            return TakeStep({"do": "resign", "side": side}, (side,))
        case GiveAnswer(is_yes=True):
            offer = offer_to(match, side)
            return UndoTask(steps_since(match, str(offer.by))) if offer.offer == "takeback" else None
        case Reveal() if len(match.seeds) == len(match.sides) - 1:
            seed = match.with_seed(side, command.seed).seed
            assert seed is not None
            return BeginTask(match.chosen, seed)
    return None


def decide(
    match: Match,
    sides: Sequence[str],
    command: Command,
    time: int,
    *,
    received: int | None = None,
    outcome: Outcome | None = None,
    seed: str | None = None,
) -> Entries:
    """Return the entries of a command of the player of these sides, none for a query. Raise `Refused`.

    - `received` is when the command came in; the running clock stops then, and the next one starts at `time`.
    - `outcome` is the outcome of the task of `task_of`, if there is one.
    - `seed` is stored with a commitment, for a computer player, whose part of the seed the server reveals.
    """
    side = side_for(match, sides, command)
    check_command(match, side, command)
    builder = _EntryBuilder(match, side, time if received is None else received, time, outcome, seed)
    builder.take(command)
    return builder.entries


def decide_timeout(match: Match, time: int) -> Entries:
    """Return the entries that end a match in which a side has run out of time, none if no side has."""
    expired = () if match.clock is None or match.phase == "over" else match.clock.expired(time)
    if not expired and match.reveal_by is not None and match.reveal_by <= time:
        expired = tuple(match.awaited())
    if not expired:
        return ()
    winner = match.other(expired[0]) if len(expired) == 1 else None
    builder = _EntryBuilder(match, None, time, time)
    builder.end(winner, "time" if match.phase == "battle" else "forfeit")
    return builder.entries


def decide_forfeit(match: Match, sides: Sequence[str], time: int) -> Entries:
    """Return the entries that end a match when the player of these sides leaves for good, none if it is over."""
    if match.phase in ("seats", "over"):
        return ()
    builder = _EntryBuilder(match, None, time, time)
    builder.end(match.other(sides[0]) if len(sides) == 1 else None, "forfeit")
    return builder.entries


def decide_presence(match: Match, side: str, time: int, *, is_here: bool) -> Entries:
    """Return the entry that a side has disconnected or reconnected, none if that is known already."""
    if is_here == (side not in match.away):
        return ()
    kind = IsBack if is_here else HasLeft
    return (kind(n=match.n + 1, time=time, by=side),)


def decide_resumption(match: Match, since: int, time: int) -> Entries:
    """Return the entry that restores the time in which nobody could play, none if no clock was running."""
    if match.deadline() is None:
        return ()
    return (IsBack(n=match.n + 1, time=time, since=min(time, max(since, match.time))),)


def decide_rematch(match: Match, following: str, time: int) -> Entries:
    """Return the entry that names the rematch."""
    return (Rematch(n=match.n + 1, time=time, id=following),)


class _EntryBuilder:
    """A builder of the entries of one command."""

    def __init__(
        self,
        match: Match,
        side: str | None,
        received: int,
        time: int,
        outcome: Outcome | None = None,
        seed: str | None = None,
    ) -> None:
        self.match, self.side, self.outcome, self.seed = match, side, outcome, seed
        self.received, self.time = received, time
        self.entries: list[AnyEntry] = []

    def add(self, kind: type[Any], *, by: str | None = None, **fields: Any) -> None:
        """Add an entry of a kind."""
        self.entries.append(kind(n=self.match.n + 1 + len(self.entries), time=self.time, by=by, **fields))

    def end(self, winner: str | None, how: str) -> None:
        """Add the end of the battle, and the server's part of the seed."""
        self.add(Over, winner=winner, how=how)
        self.add(SeedShown, seed=self.match.created.server_seed)

    @singledispatchmethod
    def take(self, command: Command) -> None:
        """Add the entries of a command; queries have none."""

    @take.register
    def _take_formation(self, command: ChooseFormation) -> None:
        self.add(FormationChosen, by=self.side, side=self.side, name=command.name)
        chosen = {**self.match.chosen, str(self.side): command.name}
        if len(chosen) == len(self.match.sides):
            tiles = {side: self.match.formations[side][chosen[side]] for side in self.match.sides}
            shown = {side: {"name": chosen[side], "tiles": tiles[side]} for side in self.match.sides}
            self.add(Formations, formations=shown)

    @take.register
    def _take_commitment(self, command: Commit) -> None:
        self.add(Committed, by=self.side, side=self.side, hash=command.hash, seed=self.seed)

    @take.register
    def _take_seed(self, command: Reveal) -> None:
        self.add(Revealed, by=self.side, side=self.side, seed=command.seed)
        begun = self.outcome
        if len(self.match.seeds) < len(self.match.sides) - 1:
            return
        assert isinstance(begun, Begun)
        self.add(
            Started,
            rules=begun.rules,
            revision=begun.revision,
            version=begun.version,
            scenario=begun.scenario,
            formations=self.match.chosen,
            opening=begun.opening,
            **self._situation(begun.situation),
        )
        self._end_with(begun.situation)

    @take.register(TakeAction)
    @take.register(Resign)
    def _take_action(self, _command: Command) -> None:
        step = self.outcome
        assert isinstance(step, Stepped)
        self.add(
            StepTaken,
            by=step.side,
            action=step.action,
            events=step.events,
            hash=step.hash,
            **self._situation(step.situation),
        )
        self._end_with(step.situation)

    @take.register
    def _take_offer(self, command: MakeOffer) -> None:
        self.add(Offered, by=self.side, offer=command.offer)

    @take.register
    def _take_answer(self, command: GiveAnswer) -> None:
        offer = offer_to(self.match, str(self.side))
        self.add(Answered, by=self.side, offer=offer.offer, answer="yes" if command.is_yes else "no")
        if command.is_yes and offer.offer == "draw":
            self.end(None, "draw")
        elif command.is_yes and offer.offer == "takeback":
            undone = self.outcome
            assert isinstance(undone, Undone)
            steps = steps_since(self.match, str(offer.by))
            self.add(TakenBack, steps=steps, **self._situation(undone.situation))

    @take.register
    def _take_words(self, command: Say) -> None:
        self.add(Said, by=self.side, text=command.text)

    def _situation(self, now: Situation) -> dict[str, Any]:
        """Return the fields of entries about the current state of the battle, with the clock from now on."""
        clock = self._clock(now)
        stated: Json | None = None if clock is None else clock.to_json()
        return {"state": now.state, "to_act": now.to_act, "turn": now.turn, "clock": stated}

    def _clock(self, now: Situation) -> MatchClock | None:
        clock, mover = self.match.clock, self.match.to_act
        if clock is None:
            return None
        clock = clock.at(self.received)
        if self.match.phase == "dice":
            clock = clock.in_phase()
        has_turned = (mover, self.match.turn) != (now.to_act, now.turn)
        if isinstance(self.outcome, Stepped) and mover is not None and has_turned:
            clock = clock.after_turn(mover)
        return clock.restarted(() if now.to_act is None else (now.to_act,), self.time)

    def _end_with(self, now: Situation) -> None:
        """Add the end of a battle that its rules have ended."""
        if now.result is not None:
            self.end(now.result["winner"], now.result["how"])
