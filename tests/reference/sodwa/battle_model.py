"""Model: battles in SODWA, written from the pages of rules and of records alone.

A state is the JSON of a record; nothing else is remembered but what the scenario's text says. So whatever a record
leaves out that the next state needs shows as a disagreement.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from tests.reference.sodwa.battle_scenario import Json, is_object, read_table
from tests.reference.sodwa.change_model import Digits
from tests.reference.sodwa.play_model import Passing, Play
from tests.reference.sodwa.turn_model import Moment


def digest(before: str, value: Any) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256((before + text).encode()).hexdigest()


class SlowBattle:
    """A battle played by the reference; `revision` is that of the rules, which the hashes hold."""

    def __init__(self, text: str, seed: str, limit: int, revision: Any) -> None:
        self.text, self.limit, self.revision = text, limit, revision
        self.table, self.digits = read_table(text), Digits(seed)
        play = Play(self.table, self._laid(), limit, self.digits)
        play.fill_due()
        play.advance()
        self.opening, self.start = play.events, play.state
        self.steps: list[Json] = []

    def _laid(self) -> Json:
        return {
            "tick": 0,
            "active": None,
            "choosing": None,
            "last": None,
            "due": [],
            "karma": dict.fromkeys(self.table.sides, 0),
            "pieces": {name: _laid_piece(piece) for name, piece in self.table.pieces.items()},
            "terrain": {},
            "damage": {},
            "effects": [],
        }

    @property
    def state(self) -> Json:
        state: Json = self.steps[-1]["state"] if self.steps else self.start
        return state

    @property
    def moment(self) -> Moment:
        return Moment(self.table, self.state)

    @property
    def begun(self) -> int:
        """How many effects have begun in this battle."""
        events = [*self.opening, *(event for step in self.steps for event in step["events"])]
        return sum(event["event"] == "began" for event in events)

    def take(self, action: Json) -> list[Json]:
        play = Play(self.table, self.state, self.limit, self.digits, self.begun)
        play.take(action)
        step = {"action": action, "events": play.events, "state": play.state}
        before = self.steps[-1]["hash"] if self.steps else digest("", self._first())
        self.steps.append({"n": len(self.steps) + 1, "hash": digest(before, step), **step})
        return play.events

    def _first(self) -> Json:
        return {
            "rules": "sodwa",
            "rules_revision": self.revision,
            "rulings": self.table.rulings,
            "scenario": self.text,
            "start": self.start,
        }

    def forecast(self, turns: int) -> list[Json]:
        """Return the next turns if everybody passes, and of those who are tied the first of the file is chosen."""
        play = Passing(self.table, self.state, self.limit, Digits("no coin is to come"))
        if self.moment.is_over:
            return []
        while len(found := [event for event in play.events if event["event"] == "turn-began"]) < turns:
            if any(event["event"] == "over" for event in play.events):
                break
            if play.state["choosing"]:
                play.begin(Moment(self.table, play.state).choices()[0])
            else:
                play.state["active"] = None
                play.advance()
        ticks, told = self.state["tick"], []
        for event in play.events:
            ticks = event.get("tick", ticks)
            if event in found:
                told.append({"who": event["who"], "ticks": ticks - self.state["tick"]})
        return told

    def record(self, version: str) -> Json:
        last = [self.opening, *(step["events"] for step in self.steps)][-1]
        over = next(({"winner": each["winner"], "how": each["how"]} for each in last if each["event"] == "over"), None)
        return {
            "sightline": version,
            **self._first(),
            "formations": None,
            "seed": self.digits.seed if over else None,
            "limit": self.limit,
            "opening": self.opening,
            "steps": self.steps,
            "result": over,
        }


def _laid_piece(piece: Json) -> Json:
    if is_object(piece):
        return {"is": piece.get("is", "impeding"), "at": piece["at"]}
    return {
        "side": piece["side"],
        "at": piece["at"],
        "facing": piece.get("facing"),
        "health": piece.get("health", 10),
        "ip": piece.get("ip", 0),
        "moved": piece.get("moved", False),
        "acted": [],
        "carries": [],
    }


def replayed(record: Json, seed: str) -> Json:
    """Return the record as the reference has it, of the same actions; dice that are left out were taken back."""
    battle = SlowBattle(record["scenario"], seed, record["limit"], record["rules_revision"])
    for step in record["steps"]:
        thrown = [event["die"] for event in step["events"] if event.get("die") is not None]
        battle.digits.next = min(thrown, default=battle.digits.next)
        against = battle.moment.objection(step["action"])
        if against:
            raise ValueError(f"step {step['n']}: {step['action']} is illegal: {against}")
        battle.take(step["action"])
    return battle.record(record["sightline"])
