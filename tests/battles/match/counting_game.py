"""Model: a game of two people that is as small as one can be: each adds one, in turn, until a sum is reached."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sightline.battles import match as matches
from sightline.battles.fair_dice import commitment_of

SIDES = ("red", "blue")
SERVER_SEED = "5e" * 32
SEEDS = {"red": "ab" * 16, "blue": "cd" * 64}
INVITE = "the hash of an invitation"
PEOPLE = {"red": "person-1", "blue": "person-2"}
SECRETS = (SERVER_SEED, INVITE, *PEOPLE.values(), "a map", "a team")
"""What nobody is told before the end, or ever."""


@dataclass
class CountingGame:
    """The battle of such a match: what `task_of` asks of a battle, it does."""

    last: int = 6
    sums: list[int] = field(default_factory=lambda: [0])

    def run(self, task: Any) -> matches.Outcome | None:
        match task:
            case None:
                return None
            case matches.BeginTask():
                return matches.Begun(
                    rules="counting", revision=1, version="1", scenario="all", opening=(), situation=self.situation
                )
            case matches.TakeStep(action={"do": "add", "side": side}, sides=sides):
                if side not in sides or side != self.to_act:
                    raise matches.Refused("it is not your turn")
                self.sums.append(self.sums[-1] + 1)
            case matches.TakeStep(action={"do": "resign", "side": side}):
                self.sums.append(-1 - SIDES.index(side))
            case matches.UndoTask(steps=steps):
                del self.sums[len(self.sums) - steps :]
                return matches.Undone(situation=self.situation)
            case _:
                raise matches.Refused("no such action")
        told = {"sum": self.sums[-1]}
        return matches.Stepped(side=side, action=task.action, events=(told,), hash="-", situation=self.situation)

    @property
    def to_act(self) -> str | None:
        return SIDES[(len(self.sums) - 1) % 2] if 0 <= self.sums[-1] < self.last else None

    @property
    def situation(self) -> matches.Situation:
        last = self.sums[-1]
        over: dict[str, Any] | None = None
        if last < 0:
            over = {"winner": "blue" if last == -1 else "red", "how": "resigned"}
        over = {"winner": None, "how": "limit"} if last >= self.last else over
        turn = None if self.to_act is None else f"the {self.to_act} one"
        return matches.Situation(state={"sum": last}, to_act=self.to_act, turn=turn, result=over)


class Played:
    """A match of that game from its first entry on, as a server would run it."""

    def __init__(self, clock: matches.ClockSetting | None = None, *, takebacks: bool = True) -> None:
        self.game = CountingGame()
        self.time = 1_000_000
        created = matches.Created(
            n=1,
            time=self.time,
            rules="counting",
            map="plain",
            title="A plain",
            limit=100,
            sides=SIDES,
            against="invite",
            clock=clock,
            takebacks=takebacks,
            spectators=0.0,
            server_commitment=commitment_of(SERVER_SEED),
            server_seed=SERVER_SEED,
            scenario="a map",
            invite=INVITE,
        )
        self.log: list[Any] = [created]
        self.match = matches.fold_all(self.log)

    def keep(self, entries: Any) -> None:
        for entry in entries:
            self.log.append(entry)
            self.match = matches.fold(self.match, entry)

    def seat(self, side: str) -> None:
        formations = {f"{side} line": {"Ann": "B1"}, f"{side} wedge": {"Ann": "C1"}}
        self.keep(
            [
                matches.Seated(
                    n=self.match.n + 1,
                    time=self.time,
                    side=side,
                    name=side.title(),
                    person=PEOPLE[side],
                    team="a team",
                    formations={side: formations},
                    like={side: {"Ann": f"{side} ranger"}},
                )
            ]
        )

    def do(self, sides: str | tuple[str, ...], command: matches.Command, *, waits: int = 0) -> list[Any]:
        """Let whoever plays these sides do something, for which the battle takes some time; return the entries."""
        sides = (sides,) if isinstance(sides, str) else sides
        task = matches.task_of(self.match, sides, command)
        outcome = self.game.run(task)
        received = self.time
        self.time += waits
        entries = [*matches.decide(self.match, sides, command, self.time, received=received, outcome=outcome)]
        self.keep(entries)
        return entries

    def pass_time(self, milliseconds: int) -> list[Any]:
        self.time += milliseconds
        entries = [*matches.decide_timeout(self.match, self.time)]
        self.keep(entries)
        return entries

    def whats(self) -> list[str]:
        return [str(entry.__struct_config__.tag) for entry in self.log]
