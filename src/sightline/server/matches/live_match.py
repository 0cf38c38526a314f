"""One match in the memory of the server: changes are made one at a time, and kept on disk before anybody sees them."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_right
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from sightline.battles import FairDice
from sightline.battles import match as matches
from sightline.battles.match.match_commands import AskHint, Query, Refused, Reveal, Say
from sightline.battles.match.match_entries import Answered, AnyEntry
from sightline.server.matches.chat_rules import ChatRules
from sightline.server.matches.computer_seats import ComputerSeats
from sightline.server.matches.match_connections import MatchConnections
from sightline.server.matches.match_play import BattleSource, find_computer_step, run_battle_task
from sightline.server.matches.match_queries import answer_query
from sightline.server.matches.match_store import MatchStore, OutOfDate, SentCommand, StoredEntry, stored_match
from sightline.server.unix_time import now_milliseconds

_KEPT_ENTRIES = 200
_KEPT_REFUSALS = 500
_IDLE_SECONDS = 60.0

Result = TypeVar("Result")


class Work(Protocol):
    """Runs a function of a module in another process."""

    async def __call__(self, function: Callable[..., Any], *arguments: Any, subject: str, is_long: bool = False) -> Any:
        """Return its result, or raise what it raises."""


Answer = Refused | int
"""The answer to a command: its refusal, or the number of its first entry."""


class LiveMatch:
    """A match that somebody plays or looks at, or in which a clock runs or a computer plays.

    - `on_rematch` makes the match that follows, and returns its id.
    - `on_change` is called with what the match was before there were new entries.
    - `connections` are those of its players and spectators.
    - `opened` is when somebody last asked for it, by `time.monotonic`; `noted` is when that was last kept, in
      milliseconds since 1970.
    - `is_broken` is True once the match has to be read again: what is on disk may be something else.
    - `lock` is held while a command is decided and kept.
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
        self.opened = time.monotonic()
        self.noted = self.match.time
        self.is_broken = False
        self.lock = asyncio.Lock()
        self._store, self._work, self._on_rematch = store, work, on_rematch
        self._on_change, self._chat = on_change, chat
        self._recent = deque((each.entry for each in log), maxlen=_KEPT_ENTRIES)
        self._entry_times = [each.entry.time for each in log]
        self._done = {each.command: each.entry.n for each in log if each.command is not None}
        self._refused: OrderedDict[SentCommand, Refused] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._computers = ComputerSeats(self)
        self._go_on()

    # --- questions ------------------------------------------------------------------------------------------

    @property
    def is_idle(self) -> bool:
        """True where nobody has looked on for a while, and nothing happens by itself."""
        is_old = time.monotonic() - self.opened > _IDLE_SECONDS
        return is_old and self.connections.is_idle and not (self._timer or self._tasks or self.lock.locked())

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

    # --- commands -------------------------------------------------------------------------------------------

    async def take(self, sides: Sequence[str], command: matches.Command, sent: SentCommand, language: str) -> Answer:
        """Let whoever plays these sides do something; return what came of it, once it is on disk.

        The same command again has the same answer and does nothing. Raise `OutOfDate`, and SQLAlchemy's errors.
        """
        received = now_milliseconds()
        async with self.lock:
            known = self._done.get(sent) or self._refused.get(sent)
            if known is not None:
                return known
            try:
                if isinstance(command, Say):
                    await self._chat.check(self.match, sent.seat)
                return await self.decide(sides, command, received, language, sent)
            except Refused as refused:
                self._refused[sent] = refused
                if len(self._refused) > _KEPT_REFUSALS:
                    self._refused.popitem(last=False)
                return refused

    async def add(self, make: Callable[[matches.Match], Sequence[AnyEntry]]) -> None:
        """Keep the entries that are made of the match as it is when its turn comes."""
        async with self.lock:
            await self._keep(make(self.match))

    async def hand_over(self, change: Callable[[], Awaitable[None]]) -> None:
        """Let somebody change what is kept of the match, which is read anew afterwards."""
        async with self.lock:
            await change()
            self.break_off()

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
        """Keep the entries of a command; return the number of the first. Raise `Refused`.

        `lock` has to be held. `outcome` is what the battle makes of the command; without it the battle is asked.
        """
        received = max(received, self.match.time)
        await self._keep(matches.decide_timeout(self.match, received))
        if outcome is None:
            outcome = await self._find_outcome(sides, command, language)
        entries = matches.decide(
            self.match, sides, command, self._time(), received=received, outcome=outcome, seed=seed
        )
        await self._keep(entries, sent)
        match entries[0]:
            case Answered(offer="rematch", answer="yes"):
                await self._begin_rematch()
        return entries[0].n

    async def _find_outcome(
        self, sides: Sequence[str], command: matches.Command, language: str
    ) -> matches.Outcome | None:
        """Return what the battle makes of a command, None for one that does not concern it. Raise `Refused`."""
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
        """Return the step that the computer finds for its side, None where it has nothing to do."""
        level = self.match.seats[side].level
        step: matches.Stepped | None = await self._work(
            find_computer_step, self.source(), side, level, subject=self.id, is_long=True
        )
        return step

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
        try:
            await self._store.append(stored_match(self.id, match), entries, sent)
        except BaseException:  # when cancelled, too, what is on disk may not be what is known here
            self.break_off()
            raise
        before, self.match = self.match, match
        self._recent.extend(entries)
        self._entry_times += [entry.time for entry in entries]
        if sent is not None:
            self._done[sent] = entries[0].n
        self.connections.wake()
        self._on_change(self, before)
        self._go_on()

    def break_off(self) -> None:
        """Note that the match has to be read again, and let the connections see that."""
        self.is_broken = True
        self.connections.wake()

    # --- clocks and computers -------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """See to it that clocks run out, and that computers play."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        deadline = self.match.deadline()
        if deadline is not None:
            waits = max(0.0, (deadline - now_milliseconds()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(waits, self._run_out)
        self._computers.go_on()

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
        with suppress(OutOfDate, SQLAlchemyError):  # it is broken then, and will be read again
            await self.add(lambda match: matches.decide_timeout(match, self._time()))
        if self.match.deadline() is not None and not self.is_broken:
            self._go_on()

    def _note_presence(self, side: str) -> None:
        """Note whether a side has a connection, if that is news."""
        self.begin(self._keep_presence(side))

    async def _keep_presence(self, side: str) -> None:
        with suppress(OutOfDate, SQLAlchemyError):
            await self.add(lambda match: self._decide_presence(match, side))

    def _decide_presence(self, match: matches.Match, side: str) -> Sequence[AnyEntry]:
        is_here = self.connections.is_present(side)
        if not is_here and match.phase in ("seats", "over"):
            return ()
        return matches.decide_presence(match, side, self._time(), is_here=is_here)

    def close(self) -> None:
        """Let nothing happen any more."""
        self.connections.close()
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
