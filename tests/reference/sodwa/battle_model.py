"""Model: battles in SODWA, written from the pages of rules and of records alone.

A state is the JSON of a record; nothing else is remembered but what the scenario's text says. So whatever a record
leaves out that the next state needs shows as a disagreement.
"""

from __future__ import annotations

import hmac
import json
from copy import deepcopy
from hashlib import sha256
from itertools import count
from math import atan2, pi
from typing import Any

from tests.reference.geometry import parse_cell
from tests.reference.sodwa import model as sodwa
from tests.reference.sodwa.battle_scenario import Json, Table, is_object, read_table
from tests.reference.sodwa.destruction_model import attack_kind, without_wall
from tests.reference.sodwa.movement_model import EIGHT, knocked_back
from tests.reference.sodwa.turn_model import FACINGS, PRICE, Moment, noted

TURN, NEEDED, DESTROYING, EVEN = 500, 1000, 3, 50


# --- dice and hashes ---------------------------------------------------------------------------------------


class Digits:
    """The dice of a battle; `next` numbers the next digit."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.next = 0

    def throw(self) -> int:
        drawn = hmac.new(self.seed.encode(), str(self.next).encode(), "sha256").digest()
        self.next += 1
        return next(byte for byte in drawn if byte < 250) % 10


def digest(before: str, value: Any) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256((before + text).encode()).hexdigest()


# --- an action taken ---------------------------------------------------------------------------------------


def facing_to(at: str, place: str) -> str:
    """Return the facing nearest to the middle of a tile or border."""
    tiles = [parse_cell(each) for each in place.split("/")]
    x, y = (sum(each) / len(tiles) - own for each, own in zip(zip(*tiles, strict=True), parse_cell(at), strict=True))
    return FACINGS[round(atan2(y, x) / (pi / 4)) % len(EIGHT)]


class Play:
    """What comes of one action: `state` changes, `events` grow."""

    def __init__(self, table: Table, state: Json, limit: int, digits: Digits) -> None:
        self.table, self.limit, self.digits = table, limit, digits
        self.moment = Moment(table, state)
        self.state = deepcopy(state)
        self.events: list[Json] = []

    @property
    def pieces(self) -> dict[str, Json]:
        pieces: dict[str, Json] = self.state["pieces"]
        return pieces

    def tell(self, event: str, **keys: Any) -> None:
        self.events.append({"event": event, **keys})

    def take(self, action: Json) -> None:
        """Take a legal one."""
        match action:
            case {"do": "resign", "side": side}:
                self.finish(self.table.other(side), "resigned")
            case {"do": "choose", "who": who}:
                self.begin(who)
            case {"do": "end", "who": who}:
                self.state["active"], self.pieces[who]["acted"] = None, []
                self.tell("turn-ended", who=who)
                self.advance()
            case _:
                self.act(action["who"], action)

    def act(self, who: str, action: Json) -> None:
        """What the active character does in its turn."""
        mine, kind = self.pieces[who], noted(action["do"])
        mine["ip"] -= PRICE.get(kind, 0)
        mine["moved"] |= kind == "move"
        mine["acted"].append(kind)
        match action:
            case {"do": "move", "path": path}:
                before, at = [mine["at"], *path][-2:]
                mine.update(at=at, facing=facing_to(before, at))
                self.tell("moved", who=who, path=path, facing=mine["facing"])
            case {"do": "turn", "facing": facing}:
                mine["facing"] = facing
                self.tell("turned", who=who, facing=facing)
            case {"do": "pick-up", "target": target}:
                self.pieces[target]["at"] = None
                mine["carries"].append(target)
                self.tell("picked-up", who=who, target=target)
            case {"do": "put-down", "target": target, "at": at}:
                self.put_down(who, target, at)
            case {"do": "attack", "target": target} if self.pieces.get(target, {}).get("side"):
                mine["facing"] = facing_to(mine["at"], self.pieces[target]["at"])
                self.attack(who, target)
            case {"do": "attack", "target": target}:
                place = self.moment.place_named(target) or ""
                mine["facing"] = facing_to(mine["at"], place)
                self.strike(who, place)

    def put_down(self, who: str, target: str, at: str) -> None:
        self.pieces[who]["carries"].remove(target)
        self.pieces[target]["at"] = at
        self.tell("put-down", who=who, target=target, at=at)

    # --- attacks -------------------------------------------------------------------------------------------

    def attack(self, who: str, target: str) -> None:
        shot = sodwa.shot(self.moment.world, who, target)
        karma, side = self.state["karma"], self.pieces[who]["side"]
        difficulty, die = shot["defense_value"] - shot["attack_value"], self.digits.next
        tens, ones = self.digits.throw(), self.digits.throw()
        roll = 10 * tens + ones or 100
        success, spent = roll == 100 or (roll != 1 and roll >= difficulty), 0
        if not success and roll != 1 and difficulty - roll <= karma[side]:
            success, spent = True, difficulty - roll
        damage = shot["damage"] if success else 0
        health = max(0, self.pieces[target]["health"] - damage)
        karma[side] -= spent
        self.pieces[target]["health"] = health
        self.tell(
            "attacked",
            who=who,
            target=target,
            kind=shot["kind"],
            attack_value=shot["attack_value"],
            defense_value=shot["defense_value"],
            difficulty=difficulty,
            dice=[tens, ones],
            die=die,
            roll=roll,
            karma_spent=spent,
            success=success,
            doubles=tens == ones,
            damage=damage,
            health=health,
        )
        if not success:
            return self.gain_karma(side, EVEN - max(difficulty, 1))
        if not health:
            return self.defeat(target)
        to = knocked_back(self.moment.ground, who, target)
        if shot["kind"] == "ranged" and tens == ones and to:
            self.pieces[target]["at"] = to
            self.tell("knocked-back", who=target, to=to)
        return None

    def gain_karma(self, side: str, gained: int) -> None:
        if gained <= 0:
            return
        karma, other = self.state["karma"], self.table.other(side)
        cancelled = min(gained, karma[other])
        karma[other] -= cancelled
        karma[side] += gained - cancelled
        self.tell("karma", side=side, gained=gained, cancelled=cancelled, points=karma[side])

    def defeat(self, who: str) -> None:
        self.tell("defeated", who=who)
        fallen = self.pieces[who]
        for target in list(fallen["carries"]):
            self.put_down(who, target, fallen["at"])
        del self.pieces[who]
        self.state["due"] = [name for name in self.state["due"] if name != who]
        if not any(piece.get("side") == fallen["side"] for piece in self.pieces.values()):
            self.finish(self.table.other(fallen["side"]), "defeat")

    def strike(self, who: str, place: str) -> None:
        """An attack on terrain."""
        kind = attack_kind(self.moment.mine["at"], place)
        damage, earlier = self.table.pieces[who][kind]["damage"], self.state["damage"].get(place, 0)
        plain = ("attack_value", "defense_value", "difficulty", "dice", "die", "roll", "doubles", "health")
        told = {"who": who, "target": place, "kind": kind, "karma_spent": 0, "success": True, "damage": damage}
        self.tell("attacked", **told, **dict.fromkeys(plain))
        if self.table.rulings["wall-damage"] == "cumulative" and damage:
            self.state["damage"][place] = earlier + damage
        if earlier + damage >= DESTROYING:
            self.state["damage"].pop(place, None)
            self.tell("destroyed", at=place, damage=earlier + damage)
            after = without_wall(self.moment.ground, place)
            for at in (place, *place.split("/")):
                now, origin = (each.borders if "/" in at else each.tiles for each in (after, self.table.bare))
                if now.get(at, frozenset()) != origin[at]:
                    [self.state["terrain"][at]] = now.get(at) or {"clear"}

    # --- the clock -----------------------------------------------------------------------------------------

    def finish(self, winner: str | None, how: str) -> None:
        if self.state["active"]:
            self.pieces[self.state["active"]]["acted"] = []
        self.state.update(active=None, choosing=None)
        self.tell("over", winner=winner, how=how)

    def fill_due(self) -> None:
        ready = [name for name in self.table.characters if name in self.pieces and self.pieces[name]["ip"] >= NEEDED]
        self.state["due"] = ready

    def advance(self) -> None:
        """Until somebody has to act."""
        if not self.state["due"]:
            people = {name: self.pieces[name] for name in self.table.characters if name in self.pieces}
            gains = {name: self.table.pieces[name].get("initiative", 50) for name in people}
            ticks = next(n for n in count(1) if any(people[name]["ip"] + n * gains[name] >= NEEDED for name in people))
            if self.state["tick"] + ticks > self.limit:
                return self.finish(None, "limit")
            self.state["tick"] += ticks
            for name, each in people.items():
                each["ip"] += gains[name] * ticks
            self.tell("tick", tick=self.state["tick"])
            self.fill_due()
        most = max(self.pieces[name]["ip"] for name in self.state["due"])
        tied = [name for name in self.state["due"] if self.pieces[name]["ip"] == most]
        if len({self.pieces[name]["side"] for name in tied}) > 1:
            first = self.first_side()
            tied = [name for name in tied if self.pieces[name]["side"] == first]
        if len(tied) > 1:
            self.state["choosing"] = self.pieces[tied[0]]["side"]
            return None
        return self.begin(tied[0])

    def first_side(self) -> str:
        """Return which of two tied sides is first."""
        if self.state["last"] is not None:
            return self.table.other(self.state["last"])
        if self.table.rulings["opening-tie"] == "first-seat":
            return self.table.sides[0]
        die = self.digits.next
        side = self.table.sides[self.digits.throw() % 2]
        self.tell("coin", side=side, die=die)
        return side

    def begin(self, who: str) -> None:
        mine = self.pieces[who]
        mine.update(ip=mine["ip"] - TURN, moved=False)
        due = [name for name in self.state["due"] if name != who]
        self.state.update(active=who, choosing=None, last=mine["side"], due=due)
        self.tell("turn-began", who=who, ip=mine["ip"])


# --- a battle ----------------------------------------------------------------------------------------------


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

    def take(self, action: Json) -> list[Json]:
        play = Play(self.table, self.state, self.limit, self.digits)
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
        play = Play(self.table, self.state, 10**9, Digits("no coin is to come"))
        if self.moment.is_over:
            return []
        while len(found := [event for event in play.events if event["event"] == "turn-began"]) < turns:
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
        battle.digits.next = max([battle.digits.next, *thrown])
        against = battle.moment.objection(step["action"])
        if against:
            raise ValueError(f"step {step['n']}: {step['action']} is illegal: {against}")
        battle.take(step["action"])
    return battle.record(record["sightline"])
