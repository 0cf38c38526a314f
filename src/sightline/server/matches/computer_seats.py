"""The seats of computers in a match, which are played in the background."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from sightline.battles import commitment_of
from sightline.battles.match import Command, Match, Refused
from sightline.battles.match.match_commands import ChooseFormation, Commit, GiveAnswer, Reveal, TakeAction
from sightline.server.http_refusals import HttpRefusal
from sightline.server.matches.match_store import OutOfDate
from sightline.server.unix_time import now_milliseconds

if TYPE_CHECKING:
    from sightline.server.matches.live_match import LiveMatch

_RETRY_SECONDS = 2.0
_MAX_FAILURES = 10


class ComputerSeats:
    """Plays the seats of computers in a match, one command at a time, so that people can send commands in between."""

    def __init__(self, live: LiveMatch) -> None:
        self._live = live
        self._is_playing = False
        self._considered = 0
        """The number of the last entry after which no action was found."""

    def start(self) -> None:
        """Start playing in the background if a computer has to act, unless that is running already."""
        if not self._is_playing and self._find_duty() is not None:
            self._is_playing = True
            self._live.run_in_background(self._play())

    def _find_duty(self) -> _Duty | None:
        """Return the current duty of a computer, None if there is none."""
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
        """Carry out duties until there are none; give up after many consecutive failures."""
        failures = 0
        try:
            while not self._live.is_broken and failures < _MAX_FAILURES:
                async with self._live.lock:
                    duty = self._find_duty()
                    if duty is None:
                        return
                    try:
                        await self._carry_out(duty)
                        failures = 0
                    except (OutOfDate, SQLAlchemyError):  # the match must be read again
                        return
                    except Refused:
                        self._considered = self._live.match.n
                        failures += 1
                    except HttpRefusal:  # the workers are busy, or the task took too long
                        failures += 1
                await asyncio.sleep(failures * _RETRY_SECONDS)
        finally:
            self._is_playing = False

    async def _carry_out(self, duty: _Duty) -> None:
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
    """A command that a computer must send for a side; None stands for an action that is still to be found.

    During a turn of the other side, it may find none.
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
