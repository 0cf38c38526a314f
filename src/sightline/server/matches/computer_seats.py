"""The seats of computers in a match: what they have to do, and how it is done, one thing at a time."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from sightline.battles import commitment_of
from sightline.battles.match import Command, Match, Refused
from sightline.battles.match.match_commands import ChooseFormation, Commit, GiveAnswer, Reveal, TakeAction
from sightline.server.errors import HttpRefusal
from sightline.server.matches.match_store import OutOfDate
from sightline.server.unix_time import now_milliseconds

if TYPE_CHECKING:
    from sightline.server.matches.live_match import LiveMatch

_RETRY_SECONDS = 2.0
_MOST_FAILURES = 10


class ComputerSeats:
    """Plays the seats of computers in a match. Between any two of their commands, people can send theirs."""

    def __init__(self, live: LiveMatch) -> None:
        self._live = live
        self._is_playing = False
        self._considered = 0
        """The number of the last entry after which no action was found."""

    def go_on(self) -> None:
        """Start to play in the background, if there is something to do and this has not started already."""
        if not self._is_playing and self._find_duty() is not None:
            self._is_playing = True
            self._live.begin(self._play())

    def _find_duty(self) -> _Duty | None:
        """Return what a computer has to do now."""
        match = self._live.match
        for side, seat in match.seats.items():
            if seat.level is None:
                continue
            offer = match.offer
            if offer is not None and offer.by != side:
                return _Duty(side, GiveAnswer(answer="no" if offer.offer == "draw" else "yes", side=side))
            if side in match.awaited() or (match.phase == "battle" and self._considered < match.n):
                return _Duty(side, _find_preparation(match, side))
        return None

    async def _play(self) -> None:
        """Do what is due until nothing is; give up after many failures in a row."""
        failures = 0
        try:
            while not self._live.is_broken and failures < _MOST_FAILURES:
                async with self._live.lock:
                    duty = self._find_duty()
                    if duty is None:
                        return
                    try:
                        await self._do(duty)
                        failures = 0
                    except (OutOfDate, SQLAlchemyError):  # the match has to be read again
                        return
                    except Refused:
                        self._considered = self._live.match.n
                        failures += 1
                    except HttpRefusal:  # the workers are busy, or this took too long
                        failures += 1
                await asyncio.sleep(failures * _RETRY_SECONDS)
        finally:
            self._is_playing = False

    async def _do(self, duty: _Duty) -> None:
        live, side, command = self._live, duty.side, duty.command
        received, step, seed = now_milliseconds(), None, None
        if command is None:
            step = await live.find_computer_step(side)
            if step is None:
                self._considered = live.match.n
                return
            command = TakeAction(action=step.action, side=side)
        elif isinstance(command, Commit):
            seed = secrets.token_hex(32)
            command = Commit(hash=commitment_of(seed), side=side)
        await live.decide((side,), command, received, "en", outcome=step, seed=seed)


class _Duty(NamedTuple):
    """A duty of a computer: to send a command for its side, or, where `command` is None, to find an action.

    While the other side acts it may find none.
    """

    side: str
    command: Command | None


def _find_preparation(match: Match, side: str) -> Command | None:
    """Return the next command of a side before the battle, None once the battle has begun."""
    if match.phase == "formations":
        return ChooseFormation(name=secrets.choice([*match.formations[side]]), side=side)
    if match.phase == "dice" and side not in match.commitments:
        return Commit(hash="", side=side)
    if match.phase == "dice":
        return Reveal(seed=str(match.commitments[side].seed), side=side)
    return None
