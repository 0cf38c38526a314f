"""A match in the memory of the server: changes are made one at a time, and stored on disk before anybody sees them."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_right
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from sightline.battles import FairDice
from sightline.battles import match as matches
from sightline.battles.match.match_commands import AskHint, Query, Refused, Reveal, Say
from sightline.battles.match.match_entries import Answered, AnyEntry
from sightline.server.lru_cache import LruCache
from sightline.server.matches.chat_rules import ChatRules
from sightline.server.matches.computer_seats import ComputerSeats
from sightline.server.matches.entry_time import entry_time
from sightline.server.matches.match_connections import MatchConnections
from sightline.server.matches.match_play import BattleSource, find_computer_step, run_battle_task
from sightline.server.matches.match_queries import answer_query
from sightline.server.matches.match_store import MatchStore, OutOfDate, SentCommand, StoredEntry, stored_match
from sightline.server.unix_time import now_milliseconds

_KEPT_ENTRIES = 200
_MAX_REFUSALS = 500
_IDLE_SECONDS = 60.0

Result = TypeVar("Result")


class Work(Protocol):
    """Runs a module-level function in a worker process."""

    async def __call__(self, function: Callable[..., Any], *arguments: Any, subject: str, is_long: bool = False) -> Any:
        """Return the result of the function, or raise its exception."""


Answer = Refused | int
"""The answer to a command: its refusal, or the number of its first entry."""


class LiveMatch:
    """A match that somebody plays or watches, or in which a clock runs or a computer plays.

    - `on_rematch` creates the rematch, and returns its id.
    - `on_change` is called after new entries, with the match as it was before them.
    - `connections` are those of its players and spectators.
    - `last_access` is by `time.monotonic`; `stored_access`, the last one that was stored, in milliseconds since 1970.
    - `is_broken` is True once the match must be read again, because the log on disk may be different.
    - `lock` is held while a command is decided and stored.
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
        self.connections = MatchConnections(self.match.sides, self._note_presence)
        self.last_access = time.monotonic()
        self.stored_access = self.match.time
        self.is_broken = False
        self.lock = asyncio.Lock()
        self._store, self._work, self._on_rematch = store, work, on_rematch
        self._on_change, self._chat = on_change, chat
        self._recent = deque((each.entry for each in log), maxlen=_KEPT_ENTRIES)
        self._entry_times = [each.entry.time for each in log]
        self._done = {each.command: each.entry.n for each in log if each.command is not None}
        self._refused = LruCache[SentCommand, Refused](_MAX_REFUSALS)
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._computers = ComputerSeats(self)
        self._schedule()

    # --- questions ------------------------------------------------------------------------------------------

    @property
    def is_idle(self) -> bool:
        """True if nobody has been connected for a while, and nothing is scheduled or running."""
        is_old = time.monotonic() - self.last_access > _IDLE_SECONDS
        return is_old and self.connections.is_idle and not (self._timer or self._tasks or self.lock.locked())

    def sides_of(self, guest: str | None) -> tuple[str, ...]:
        """Return the sides that a guest plays."""
        seats = self.match.seats
        return tuple(side for side in self.match.sides if guest and side in seats and seats[side].person == guest)

    async def entries_after(self, n: int, most: int) -> list[AnyEntry]:
        """Return the entries after number `n`, in order, at most `most`."""
        if self._recent and self._recent[0].n <= n + 1:
            return [entry for entry in self._recent if entry.n > n][:most]
        return await self._store.entries_after(self.id, n, most)

    def latest_until(self, time: int) -> int:
        """Return the number of the latest entry made until a time, 0 if there was none yet."""
        return bisect_right(self._entry_times, time)

    def source(self, match: matches.Match | None = None, dice: FairDice | None = None) -> BattleSource:
        """Return the source of the battle, as it is now, or as of an earlier state of the match."""
        match = match or self.match
        begun = match.begun
        return BattleSource(
            id=self.id,
            scenario=str(match.scenario),
            formations=match.chosen,
            fair_dice=dice or match.fair_dice(),
            moves=tuple(move.action for move in match.moves),
            rules=match.created.rules,
            version=None if begun is None else begun.version,
            revision=None if begun is None else begun.revision,
        )

    async def answer(self, sides: Sequence[str], query: Query, language: str) -> Any:
        """Return the answer to a query of the player of these sides. Raise `Refused`."""
        matches.task_of(self.match, sides, query)
        side = query.side or (self.match.to_act if self.match.to_act in sides else sides[0])
        is_long = isinstance(query, AskHint)
        return await self._work(answer_query, self.source(), query, side, language, subject=self.id, is_long=is_long)

    # --- commands -------------------------------------------------------------------------------------------

    async def execute(
        self, sides: Sequence[str], command: matches.Command | Refused, sent: SentCommand, language: str
    ) -> Answer:
        """Execute a command of the player of these sides; return the answer once its entries are on disk.

        One that could not be read is given by its refusal. A repeated command returns the same answer and changes
        nothing. Raise `OutOfDate`, and SQLAlchemy's errors.
        """
        received = now_milliseconds()
        async with self.lock:
            known = self._done.get(sent) or self._refused.get(sent)
            if known is not None:
                return known
            try:
                if isinstance(command, Refused):
                    raise command
                if isinstance(command, Say):
                    await self._chat.check(self.match, sent.seat)
                return await self.decide(sides, command, received, language, sent)
            except Refused as refused:
                return self._refused.put(sent, refused)

    async def add(self, make: Callable[[matches.Match], Sequence[AnyEntry]]) -> None:
        """Append the entries that `make` returns for the match, called while no other change is under way."""
        async with self.lock:
            await self._append(make(self.match))

    async def run_exclusively(self, change: Callable[[], Awaitable[None]]) -> None:
        """Run a change of the stored match exclusively; the match is then read again from disk."""
        async with self.lock:
            await change()
            self.invalidate()

    async def decide(
        self,
        sides: Sequence[str],
        command: matches.Command,
        received: int,
        language: str,
        sent: SentCommand | None = None,
        outcome: matches.Outcome | None = None,
        seed: str | None = None,
    ) -> int:
        """Append the entries of a command; return the number of the first. Raise `Refused`.

        `lock` must be held. `outcome` is the outcome of the command in the battle; without it, the battle computes it.
        """
        received = max(received, self.match.time)
        await self._append(matches.decide_timeout(self.match, received))
        if outcome is None:
            outcome = await self._find_outcome(sides, command, language)
        entries = matches.decide(
            self.match, sides, command, entry_time(self.match), received=received, outcome=outcome, seed=seed
        )
        await self._append(entries, sent)
        match entries[0]:
            case Answered(offer="rematch", answer="yes"):
                await self._begin_rematch()
        return entries[0].n

    async def _find_outcome(
        self, sides: Sequence[str], command: matches.Command, language: str
    ) -> matches.Outcome | None:
        """Return the outcome of a command in the battle, None if it does not concern the battle. Raise `Refused`."""
        task = matches.task_of(self.match, sides, command)
        if task is None:
            return None
        dice = None
        if isinstance(command, Reveal):
            side = next(side for side in self.match.sides if side not in self.match.seeds)
            dice = self.match.with_seed(side, command.seed)
        outcome: matches.Outcome = await self._work(
            run_battle_task, self.source(dice=dice), task, language, subject=self.id
        )
        return outcome

    async def find_computer_step(self, side: str) -> matches.Stepped | None:
        """Return the step that the computer finds for its side, None if it does nothing."""
        level = self.match.seats[side].level
        step: matches.Stepped | None = await self._work(
            find_computer_step, self.source(), side, level, subject=self.id, is_long=True
        )
        return step

    async def _begin_rematch(self) -> None:
        following = await self._on_rematch(self)
        await self._append(matches.decide_rematch(self.match, following, entry_time(self.match)))

    async def _append(self, entries: Sequence[AnyEntry], sent: SentCommand | None = None) -> None:
        """Store entries on disk, then notify everybody. Raise `OutOfDate`, and SQLAlchemy's errors."""
        if not entries:
            return
        if self.is_broken:
            raise OutOfDate
        match = self.match
        for entry in entries:
            match = matches.fold(match, entry)
        try:
            await self._store.append(stored_match(self.id, match), entries, sent)
        except BaseException:  # also when cancelled: the log on disk may differ
            self.invalidate()
            raise
        before, self.match = self.match, match
        self._recent.extend(entries)
        self._entry_times += [entry.time for entry in entries]
        if sent is not None:
            self._done[sent] = entries[0].n
        self.connections.wake()
        self._on_change(self, before)
        self._schedule()

    def invalidate(self) -> None:
        """Mark the match as broken, so that it is read again, and wake its connections."""
        self.is_broken = True
        self.connections.wake()

    # --- clocks and computers -------------------------------------------------------------------------------

    def _schedule(self) -> None:
        """Schedule the end of the running clock, and the moves of computers."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        deadline = self.match.deadline()
        if deadline is not None:
            waits = max(0.0, (deadline - now_milliseconds()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(waits, self._run_out)
        self._computers.start()

    def _run_out(self) -> None:
        self._timer = None
        self.run_in_background(self._end_by_time())

    def run_in_background(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Start a background task, which runs until it is done or the server stops."""
        begun = asyncio.ensure_future(work)
        self._tasks.add(begun)
        begun.add_done_callback(self._tasks.discard)
        return begun

    async def _end_by_time(self) -> None:
        with suppress(OutOfDate, SQLAlchemyError):  # the match is then broken, and will be read again
            await self.add(lambda match: matches.decide_timeout(match, entry_time(self.match)))
        if self.match.deadline() is not None and not self.is_broken:
            self._schedule()

    def _note_presence(self, side: str) -> None:
        """Record in the background whether a side is present."""
        self.run_in_background(self._record_presence(side))

    async def _record_presence(self, side: str) -> None:
        with suppress(OutOfDate, SQLAlchemyError):
            await self.add(lambda match: self._decide_presence(match, side))

    def _decide_presence(self, match: matches.Match, side: str) -> Sequence[AnyEntry]:
        is_here = self.connections.is_present(side)
        if not is_here and match.phase in ("seats", "over"):
            return ()
        return matches.decide_presence(match, side, entry_time(self.match), is_here=is_here)

    def close(self) -> None:
        """Cancel everything that is scheduled or running."""
        self.connections.close()
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
