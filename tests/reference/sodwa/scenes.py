"""Driver: battles of the SODWA reference alone, with dice that show what a test wants, told in a few words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import yaml

from tests.reference.sodwa.battle_model import SlowBattle
from tests.reference.sodwa.battle_scenario import Json
from tests.reference.sodwa.change_model import Digits

OPEN = "\n".join([". " * 9] * 5)
"""Nine columns of five clear tiles."""
NUMBERS = {"accuracy": 50, "defense": 100, "damage": 3}


class Rigged(Digits):
    """Dice that show these rolls, one after the other."""

    def __init__(self, rolls: Iterable[int]) -> None:
        super().__init__("rigged")
        self.digits = [digit for roll in rolls for digit in divmod(roll % 100, 10)]

    def throw(self) -> int:
        self.next += 1
        return self.digits.pop(0)


class Scene:
    """A battle of A and others of the red side against X and others of the blue one, in which A has the first turn.

    `pieces` are written `at: tile` and what else is to be stated; those with `is` are objects.
    """

    def __init__(self, cells: str = OPEN, borders: Json | None = None, rulings: Json | None = None, **pieces: Any):
        drawn = {"grid": "square", "cells": cells, "borders": borders or {}}
        stated = {name: stated_piece(name, piece) for name, piece in pieces.items()}
        text = yaml.safe_dump({"rulings": rulings or {}, "map": drawn, "pieces": stated}, sort_keys=False)
        self.battle = SlowBattle(text, "none", 10_000, None)

    @property
    def state(self) -> Json:
        return self.battle.state

    def at(self, name: str) -> str:
        return str(self.state["pieces"][name]["at"])

    def health(self, name: str) -> int:
        return int(self.state["pieces"][name]["health"])

    def do(self, words: str, *rolls: int) -> list[str]:
        """Take a legal action; return what happens but the clock."""
        action = action_of(words)
        against = self.battle.moment.objection(action)
        assert against is None, f"{words}: {against}"
        self.battle.digits = Rigged(rolls)
        events = self.battle.take(action)
        assert self.battle.digits.digits == []
        return [words_of(event) for event in events if event["event"] != "tick"]

    def against(self, words: str) -> str | None:
        """Return why an action may not be taken."""
        return self.battle.moment.objection(action_of(words))

    def targets(self, key: str) -> list[str]:
        """Return what the active character may use an ability on."""
        uses = [action for action in self.battle.moment.actions() if action.get("ability") == key]
        return [" ".join(action["targets"]) for action in uses]

    def next_turn(self, who: str) -> None:
        """Let turns pass until a character has one."""
        for _ in range(20):
            active = self.state["active"]
            if active == who:
                return
            choices = self.battle.moment.choices()
            self.do(f"{choices[0]} choose" if choices else f"{active} end")
        raise AssertionError(f"{who} has no turn")

    def put(self, key: str, on: Any, turns: int | None = None, strength: int | None = None, by: str = "X") -> None:
        """Begin an effect without an action."""
        begun = self.battle.begun + 1
        event = {"id": begun, "is": key, "on": on, "by": by, "turns": turns, "strength": strength}
        self.state["effects"].append(event)
        self.battle.opening.append({"event": "began", **event})


def stated_piece(name: str, piece: Json) -> Json:
    if "is" in piece:
        return {"kind": "object", **piece}
    first = {"ip": 1000} if name == "A" else {}
    is_red = name in "ABC"
    plain = {"side": "red" if is_red else "blue", "facing": "E" if is_red else "W", "melee": NUMBERS, "ranged": NUMBERS}
    return {**plain, "initiative": 100, **first, **piece}


def action_of(words: str) -> Json:
    """Return an action: `A move B1 C1`, `A attack X`, `A end`, `A flood C3`."""
    who, do, *rest = words.split()
    match do:
        case "move":
            return {"do": do, "who": who, "path": rest}
        case "attack" | "pick-up":
            return {"do": do, "who": who, "target": rest[0]}
        case "put-down":
            return {"do": do, "who": who, "target": rest[0], "at": rest[1]}
        case "turn":
            return {"do": do, "who": who, "facing": rest[0]}
        case "end" | "choose":
            return {"do": do, "who": who}
    return {"do": "ability", "who": who, "ability": do, "targets": rest}


WORDS = {
    "saved": "{who} {resists} {against}",
    "hurt": "{who} hurt {damage} {kind} by {from}: {health}",
    "healed": "{who} healed by {by}: {health}",
    "began": "{id} began: {is} on {on}, turns {turns}, strength {strength}",
    "ended": "{id} ended: {why}",
    "thrown": "{who} thrown {path} into {into}",
    "teleported": "{who} teleported to {to}",
    "moved": "{who} moved {path}",
    "attacked": "{who} {hits} {target}: {damage}",
    "karma": "karma {side} {gained} less {cancelled}: {points}",
    "used": "{who} used {ability}: {ip}",
    "knocked-back": "{who} knocked back to {to}",
    "destroyed": "{at} destroyed",
    "picked-up": "{who} picked up {target}",
    "put-down": "{who} put down {target} at {at}",
    "turned": "{who} turned {facing}",
    "over": "over: {winner} by {how}",
    "coin": "coin: {side}",
    "turn-began": "{who} turn-began",
    "turn-ended": "{who} turn-ended",
    "defeated": "{who} defeated",
}


def words_of(event: Json) -> str:
    """Return what an event says, in a few words."""
    lists = {key: " ".join(event[key]) or "-" for key in ("on", "path") if isinstance(event.get(key), list)}
    resists, hits = ("resists", "hits") if event.get("success") else ("fails", "misses")
    return WORDS[event["event"]].format(**{**event, **lists, "resists": resists, "hits": hits})
