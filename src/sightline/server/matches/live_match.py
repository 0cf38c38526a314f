"""One match while the server has it in hand: one change at a time, kept before it is told."""

from __future__ import annotations

import asyncio
import secrets
import time
from bisect import bisect_right
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from sightline.battles import FairDice, commitment_of
from sightline.battles import match as matches
from sightline.battles.match.match_commands import (
    AskHint,
    ChooseFormation,
    Commit,
    GiveAnswer,
    Query,
    Refused,
    Reveal,
    Say,
    TakeAction,
)
from sightline.battles.match.match_entries import Answered, AnyEntry
from sightline.server.errors import HttpRefusal
from sightline.server.matches.chat_rules import ChatRules
from sightline.server.matches.match_play import BattleSource, find_computer_step, run_battle_task
from sightline.server.matches.match_queries import answer_query
from sightline.server.matches.match_store import MatchStore, SentCommand, StoredEntry, StoredMatch
from sightline.server.unix_time import now_milliseconds

_KEPT_ENTRIES = 200
_KEPT_REFUSALS = 500
_RETRY_SECONDS = 2.0
_MOST_FAILURES = 10
_IDLE_SECONDS = 60.0
_ABSENCE_SECONDS = 10.0
"""The time after which a side without a connection has left."""


Result = TypeVar("Result")


class Work(Protocol):
    """Runs a function of a module in another process."""

    async def __call__(self, function: Callable[..., Any], *arguments: Any, subject: str, is_long: bool = False) -> Any:
        """Return its result, or raise what it raises."""


class OutOfDate(Exception):
    """Raised where another server has changed the match: it has to be read again."""


Answer = Refused | int
"""The answer to a command: its refusal, or the number of its first entry."""


class LiveMatch:
    """A match that somebody plays or looks at, or in which a clock runs or a computer plays.

    - `on_rematch` makes the match that follows, and returns its id.
    - `on_change` is called with what the match was before there were new entries.
    - `watchers` are called whenever there are new entries.
    - `spectators` is how many look on, `opened` when somebody last asked for it, as `time.monotonic` has it;
      `noted` when that was last kept, in milliseconds since 1970.
    """

    def __init__(
        self,
        id: str,
        log: Sequence[StoredEntry],
        store: MatchStore,
        work: Work,
        on_rematch: Callable[[LiveMatch], Any],
        on_change: Callable[[LiveMatch, matches.Match], None],
        chat: ChatRules,
    ) -> None:
        self.id = id
        self.match = matches.fold_all(each.entry for each in log)
        self.watchers: set[Callable[[], None]] = set()
        self.spectators = 0
        self.opened = time.monotonic()
        self.noted = self.match.time
        self._players: dict[str, Callable[[str], None]] = {}
        self._times: dict[str | None, deque[float]] = {}
        self.is_broken = False
        self._store, self._work, self._on_rematch = store, work, on_rematch
        self._on_change, self._chat = on_change, chat
        self._recent = deque((each.entry for each in log), maxlen=_KEPT_ENTRIES)
        self._entry_times = [each.entry.time for each in log]
        self._done = {each.command: each.entry.n for each in log if each.command is not None}
        self._refused: OrderedDict[SentCommand, Refused] = OrderedDict()
        self._lock = asyncio.Lock()
        self._present: dict[str, int] = dict.fromkeys(self.match.sides, 0)
        self._absences: dict[str, asyncio.TimerHandle] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._considered = 0
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_playing = False
        self._go_on()

    # --- what is asked --------------------------------------------------------------------------------------

    @property
    def is_idle(self) -> bool:
        """True where nobody has looked on for a while, and nothing happens by itself."""
        is_old = time.monotonic() - self.opened > _IDLE_SECONDS
        return is_old and not (self.watchers or self._timer or self._tasks or self._absences or self._lock.locked())

    def sides_of(self, guest: str | None) -> tuple[str, ...]:
        """Return the sides that a guest plays."""
        seats = self.match.seats
        return tuple(side for side in self.match.sides if guest and side in seats and seats[side].person == guest)

    async def entries_after(self, n: int, most: int) -> list[AnyEntry]:
        """Return the entries behind a number, in order, at most so many."""
        if self._recent and self._recent[0].n <= n + 1:
            return [entry for entry in self._recent if entry.n > n][:most]
        return await self._store.entries_after(self.id, n, most)

    def latest_until(self, time: int) -> int:
        """Return the number of the latest entry that was made until a time, 0 where there was none yet."""
        return bisect_right(self._entry_times, time)

    def source(self, match: matches.Match | None = None, dice: FairDice | None = None) -> BattleSource:
        """Return what the battle is made from, as it is now, or was in an earlier state of the match."""
        match = match or self.match
        begun = match.begun
        return BattleSource(
            id=self.id,
            scenario=str(match.scenario),
            formations=match.chosen,
            fair_dice=dice or match.fair_dice(),
            moves=match.moves,
            rules=match.created.rules,
            version=None if begun is None else begun.version,
            revision=None if begun is None else begun.revision,
        )

    async def ask(self, sides: Sequence[str], query: Query, language: str) -> Any:
        """Return the answer to a question of whoever plays these sides. Raise `Refused`."""
        matches.task_of(self.match, sides, query)
        side = query.side or (self.match.to_act if self.match.to_act in sides else sides[0])
        is_long = isinstance(query, AskHint)
        return await self._work(answer_query, self.source(), query, side, language, subject=self.id, is_long=is_long)

    # --- what is done ---------------------------------------------------------------------------------------

    async def take(self, sides: Sequence[str], command: matches.Command, sent: SentCommand, language: str) -> Answer:
        """Let whoever plays these sides do something; return what came of it, once it is on disk.

        The same command again has the same answer and does nothing. Raise `OutOfDate`, and SQLAlchemy's errors.
        """
        received = now_milliseconds()
        async with self._lock:
            known = self._done.get(sent) or self._refused.get(sent)
            if known is not None:
                return known
            try:
                if isinstance(command, Say):
                    await self._chat.check(self.match, sent.seat)
                return await self._decide(sides, command, received, language, sent)
            except Refused as refused:
                self._refused[sent] = refused
                if len(self._refused) > _KEPT_REFUSALS:
                    self._refused.popitem(last=False)
                return refused

    async def add(self, make: Callable[[matches.Match], Sequence[AnyEntry]]) -> None:
        """Keep the entries that are made of the match as it is when its turn comes."""
        async with self._lock:
            await self._keep(make(self.match))

    async def hand_over(self, change: Callable[[], Awaitable[None]]) -> None:
        """Let somebody change what is kept of the match, which is read anew afterwards."""
        async with self._lock:
            await change()
            self.is_broken = True
            self.tell()

    async def _decide(
        self,
        sides: Sequence[str],
        command: matches.Command,
        received: int,
        language: str,
        sent: SentCommand | None = None,
        seed: str | None = None,
    ) -> int:
        """Keep the entries of a command; return the number of the first. Raise `Refused`."""
        received = max(received, self.match.time)
        await self._keep(matches.decide_timeout(self.match, received))
        task, outcome = matches.task_of(self.match, sides, command), None
        if task is not None:
            dice = None
            if isinstance(command, Reveal):
                side = next(side for side in self.match.sides if side not in self.match.seeds)
                dice = self.match.with_seed(side, command.seed)
            outcome = await self._work(run_battle_task, self.source(dice=dice), task, language, subject=self.id)
        entries = matches.decide(
            self.match, sides, command, self._time(), received=received, outcome=outcome, seed=seed
        )
        await self._keep(entries, sent)
        match entries[0]:
            case Answered(offer="rematch", answer="yes"):
                await self._begin_rematch()
        return entries[0].n

    async def _begin_rematch(self) -> None:
        following = await self._on_rematch(self)
        await self._keep(matches.decide_rematch(self.match, following, self._time()))

    def _time(self) -> int:
        return max(now_milliseconds(), self.match.time)

    async def _keep(self, entries: Sequence[AnyEntry], sent: SentCommand | None = None) -> None:
        """Keep entries on disk, then let everybody know. Raise `OutOfDate`, and SQLAlchemy's errors."""
        if not entries:
            return
        if self.is_broken:
            raise OutOfDate
        match = self.match
        for entry in entries:
            match = matches.fold(match, entry)
        is_kept = False
        try:
            is_kept = await self._store.append(stored_match(self.id, match), entries, sent)
        finally:
            if not is_kept:  # what is on disk is not what is known here, or may not be
                self.is_broken = True
                self.tell()
        if not is_kept:
            raise OutOfDate
        before, self.match = self.match, match
        self._recent.extend(entries)
        self._entry_times += [entry.time for entry in entries]
        if sent is not None:
            self._done[sent] = entries[0].n
        self.tell()
        self._on_change(self, before)
        self._go_on()

    def tell(self) -> None:
        """Let everybody look at what is new."""
        for watcher in [*self.watchers]:
            watcher()

    # --- what happens by itself -----------------------------------------------------------------------------

    def _go_on(self) -> None:
        """See to it that clocks run out, and that computers play."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        deadline = self.match.deadline()
        if deadline is not None:
            waits = max(0.0, (deadline - now_milliseconds()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(waits, self._run_out)
        if not self._is_playing and self._computer_due() is not None:
            self._is_playing = True
            self.begin(self._play_computers())

    def _run_out(self) -> None:
        self._timer = None
        self.begin(self._end_by_time())

    def begin(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Begin something that goes on whoever is there, until it is done or the server stops."""
        begun = asyncio.ensure_future(work)
        self._tasks.add(begun)
        begun.add_done_callback(self._tasks.discard)
        return begun

    async def _end_by_time(self) -> None:
        with suppress(OutOfDate):
            try:
                await self.add(lambda match: matches.decide_timeout(match, self._time()))
            except SQLAlchemyError:
                self.tell()  # it is broken, and will be read again
        if self.match.deadline() is not None and not self.is_broken:
            self._go_on()

    def _computer_due(self) -> tuple[str, matches.Command | None] | None:
        """Return a computer's side that has something to do, and what; None for an action, which it has to find."""
        match = self.match
        for side, seat in match.seats.items():
            if seat.level is None:
                continue
            offer = match.offer
            if offer is not None and offer.by != side:
                return side, GiveAnswer(answer="no" if offer.offer == "draw" else "yes", side=side)
            if side in match.awaited() or (match.phase == "battle" and self._considered < match.n):
                return side, self._agreement(side)
        return None

    def _agreement(self, side: str) -> matches.Command | None:
        match = self.match
        if match.phase == "formations":
            return ChooseFormation(name=secrets.choice([*match.formations[side]]), side=side)
        if match.phase == "dice" and side not in match.commitments:
            return Commit(hash="", side=side)
        if match.phase == "dice":
            return Reveal(seed=str(match.commitments[side].seed), side=side)
        return None

    async def _play_computers(self) -> None:
        """Let computers do what is due, one thing at a time, so that people get in between."""
        failures = 0
        try:
            while not self.is_broken and failures < _MOST_FAILURES:
                async with self._lock:
                    due = self._computer_due()
                    if due is None:
                        return
                    try:
                        await self._play_computer(*due)
                        failures = 0
                    except OutOfDate:
                        return
                    except Refused:
                        self._considered = self.match.n
                        failures += 1
                    except SQLAlchemyError:
                        self.tell()
                        return
                    except HttpRefusal:  # the workers are busy, or this took too long
                        failures += 1
                await asyncio.sleep(failures * _RETRY_SECONDS)
        finally:
            self._is_playing = False

    async def _play_computer(self, side: str, command: matches.Command | None) -> None:
        if command is None:
            await self._play_step(side)
        elif isinstance(command, Commit):
            seed = secrets.token_hex(32)
            await self._decide(
                (side,), Commit(hash=commitment_of(seed), side=side), now_milliseconds(), "en", seed=seed
            )
        else:
            await self._decide((side,), command, now_milliseconds(), "en")

    async def _play_step(self, side: str) -> None:
        """Take the action that a computer finds; while the other side acts it may find none."""
        received, level = self._time(), self.match.seats[side].level
        step = await self._work(find_computer_step, self.source(), side, level, subject=self.id, is_long=True)
        if step is None:
            self._considered = self.match.n
            return
        command = TakeAction(action=step.action, side=side)
        entries = matches.decide(self.match, (side,), command, self._time(), received=received, outcome=step)
        await self._keep(entries)

    # --- who is there ---------------------------------------------------------------------------------------

    def replace_player(self, guest: str, end: Callable[[str], None]) -> None:
        """Note how the connection of a guest who plays is ended, and end an earlier one."""
        earlier = self._players.get(guest)
        self._players[guest] = end
        if earlier is not None:
            earlier("replaced")

    def forget_player(self, guest: str, end: Callable[[str], None]) -> None:
        """Forget a connection that has ended."""
        if self._players.get(guest) == end:
            del self._players[guest]

    def end_player(self, guest: str, why: str) -> None:
        """End the connection of a guest who plays, for a reason."""
        if guest in self._players:
            self._players[guest](why)

    def times_of(self, guest: str | None) -> deque[float]:
        """Return when a guest has sent the latest commands; of all who look on it is one list."""
        return self._times.setdefault(guest, deque(maxlen=_KEPT_ENTRIES))

    def enter(self, sides: Iterable[str]) -> None:
        """Note that whoever plays these sides has a connection."""
        for side in sides:
            self._present[side] += 1
            absence = self._absences.pop(side, None)
            if absence is not None:
                absence.cancel()
            if side in self.match.away:
                self.begin(self._note_presence(side, is_here=True))

    def leave(self, sides: Iterable[str]) -> None:
        """Note that whoever plays these sides has one connection less."""
        for side in sides:
            self._present[side] -= 1
            if not self._present[side] and self.match.phase not in ("seats", "over"):
                loop = asyncio.get_running_loop()
                self._absences[side] = loop.call_later(_ABSENCE_SECONDS, self._note_absence, side)

    def is_present(self, side: str) -> bool:
        """Return whether whoever plays a side has a connection."""
        return self._present[side] > 0

    def _note_absence(self, side: str) -> None:
        self._absences.pop(side, None)
        self.begin(self._note_presence(side, is_here=False))

    async def _note_presence(self, side: str, *, is_here: bool) -> None:
        if is_here != (self._present[side] > 0):
            return
        with suppress(OutOfDate, SQLAlchemyError):
            await self.add(lambda match: matches.decide_presence(match, side, self._time(), is_here=is_here))

    def close(self) -> None:
        """Let nothing happen any more."""
        for timer in (self._timer, *self._absences.values()):
            if timer is not None:
                timer.cancel()
        for task in self._tasks:
            task.cancel()


def stored_match(id: str, match: matches.Match) -> StoredMatch:
    """Return what lists show of a match."""
    created, seats = match.created, match.seats
    people = [seats[side].person if side in seats else None for side in match.sides]
    has_computer = any(seat.level is not None for seat in seats.values())
    summary = {
        "rules": created.rules,
        "map": created.map,
        "title": created.title,
        "limit": created.limit,
        "clock": created.clock,
        "takebacks": created.takebacks,
        "spectators": created.spectators,
        "sides": match.sides,
        "names": {side: seat.name for side, seat in seats.items()},
        "free": [side for side in match.sides if side not in seats],
        "winner": None if match.over is None else match.over.winner,
        "how": None if match.over is None else match.over.how,
        "to_act": match.to_act if match.phase == "battle" else None,
    }
    return StoredMatch(
        id=id,
        phase=match.phase,
        against=created.against,
        first=people[0],
        second=people[1],
        created=created.time,
        opened=match.time,
        goes_on=match.phase != "over" and (match.deadline() is not None or has_computer),
        summary=summary,
    )
