"""Model: the state of a battle as its events alone make it, by the prices and gains of the clauses.

Whatever is not accounted for by an event shows as a state that differs.
"""

from __future__ import annotations

from copy import deepcopy
from hashlib import sha256
from json import dumps
from typing import Any

from sightline.rules import Position
from tests.reference.sodwa.ability_table import ABILITIES
from tests.reference.sodwa.change_model import facing_to

Json = dict[str, Any]

TURN, MOVE, ATTACK, NEEDED = 500, 250, 250, 1000
MADE = {"barrier": "obstructing", "flood": "liquid", "ice": "icy", "corrosion": "corrosive"}
"""What effects on tiles and borders make of them."""


class Books:
    """The state of a battle kept by hand from `start`, its first one; `position` is the one that it began in."""

    def __init__(self, position: Position, start: Json) -> None:
        self.state = deepcopy(start)
        self.initiative = {name: getattr(piece, "initiative", 0) for name, piece in position.pieces.items()}
        self.adds_up = position.rulings["wall-damage"] == "cumulative"
        board = position.board
        self.origin = {position.label(cell): board.kinds(cell) or () for cell in board}
        self.origin |= {position.label(border): kinds for border, kinds in board.borders.items()}
        self.ruined: dict[str, tuple[str, ...]] = {}
        self.kinds = dict(self.origin)
        self.full = {name: getattr(piece, "health", 0) for name, piece in position.pieces.items()}
        self.begun = 0
        terrain: Any = position.terrain
        self.closed = {kind for kind, meaning in terrain.items() if meaning.movement == "obstructing"}

    def write(self, action: Json, events: list[Json]) -> None:
        """Enter what a step's events say."""
        for event in events:
            getattr(self, f"_{event['event'].replace('-', '_')}")(event, action)
        is_over = any(event["event"] == "over" for event in events)
        if self.state["active"] is None and not is_over:
            self.state["choosing"] = self._chooser(events)

    def check(self) -> None:
        """Check what holds in every state, whatever has happened."""
        pieces = self.state["pieces"]
        people = {name: piece for name, piece in pieces.items() if "is" not in piece}
        tiles = [piece["at"] for piece in people.values()]
        assert len(set(tiles)) == len(tiles)
        assert all(piece["ip"] >= 0 and piece["health"] > 0 for piece in people.values())
        assert min(self.state["karma"].values()) == 0
        for tile in tiles:
            lying = {piece["is"] for piece in pieces.values() if "is" in piece and piece["at"] == tile}
            assert self.closed.isdisjoint({*self.kinds[tile], *lying}), tile
        carried = [name for piece in people.values() for name in piece["carries"]]
        gone = [name for name, piece in pieces.items() if "is" in piece and piece["at"] is None]
        assert sorted(carried) == sorted(gone)
        assert all(piece["health"] <= self.full[name] for name, piece in people.items())
        self._check_effects(people)

    def _check_effects(self, people: Json) -> None:
        """Check that every effect is on something, by somebody who is still there, and not over."""
        effects = self.state["effects"]
        numbers = [effect["id"] for effect in effects]
        assert sorted(set(numbers)) == numbers
        on_people = [(effect["is"], effect["on"]) for effect in effects if isinstance(effect["on"], str)]
        assert len(set(on_people)) == len(on_people)
        for effect in effects:
            assert effect["by"] in people
            assert effect["on"] in people if isinstance(effect["on"], str) else effect["on"]
            assert effect["turns"] is None or effect["turns"] > 0
            assert effect["is"] != "vigilance" or self.state["choosing"] is None

    # --- what events change ------------------------------------------------------------------------------------

    def _of(self, event: Json) -> Json:
        piece: Json = self.state["pieces"][event["who"]]
        return piece

    def _tick(self, event: Json, action: Json) -> None:
        ticks = event["tick"] - self.state["tick"]
        assert ticks > 0
        people = {name: piece for name, piece in self.state["pieces"].items() if "is" not in piece}
        for name, piece in people.items():
            assert piece["ip"] + self.initiative[name] * (ticks - 1) < NEEDED  # the clock stops at the first turn
            piece["ip"] += self.initiative[name] * ticks
        due = [name for name, piece in people.items() if piece["ip"] >= NEEDED]
        self.state.update(tick=event["tick"], due=due)

    def _coin(self, event: Json, action: Json) -> None:
        assert self.state["last"] is None

    def _turn_began(self, event: Json, action: Json) -> None:
        piece = self._of(event)
        most = max(self.state["pieces"][name]["ip"] for name in self.state["due"])
        assert NEEDED <= piece["ip"] == most
        piece.update(ip=piece["ip"] - TURN, moved=False)
        assert event["ip"] == piece["ip"]
        self.state["due"].remove(event["who"])
        self.state.update(active=event["who"], choosing=None, last=piece["side"])
        self._count_down([each for each in self._laid() if each["by"] == event["who"]])

    def _laid(self) -> list[Json]:
        """Return the effects on tiles and borders."""
        return [effect for effect in self.state["effects"] if isinstance(effect["on"], list)]

    def _count_down(self, effects: list[Json]) -> None:
        """Take a turn off effects; those that have none left have an event of their own."""
        for effect in effects:
            effect["turns"] = effect["turns"] and effect["turns"] - 1

    def _moved(self, event: Json, action: Json) -> None:
        piece = self._of(event)
        piece.update(at=event["path"][-1], facing=event["facing"], ip=piece["ip"] - MOVE, moved=True)
        piece["acted"].append("move")

    def _turned(self, event: Json, action: Json) -> None:
        self._of(event)["facing"] = event["facing"]
        if action["do"] == "turn":
            self._of(event)["acted"].append("turn")

    def _picked_up(self, event: Json, action: Json) -> None:
        piece = self._of(event)
        piece.update(ip=piece["ip"] - MOVE, moved=True)
        piece["acted"].append("move")
        piece["carries"].append(event["target"])
        self.state["pieces"][event["target"]]["at"] = None

    def _put_down(self, event: Json, action: Json) -> None:
        if action["do"] == "put-down":
            self._of(event)["acted"].append("put-down")
            self._of(event)["carries"].remove(event["target"])
        self.state["pieces"][event["target"]]["at"] = event["at"]

    def _attacked(self, event: Json, action: Json) -> None:
        piece, target = self._of(event), event["target"]
        if action["do"] == "attack":
            piece["ip"] -= ATTACK
            piece["acted"].append("attack")
        if event["roll"] is None:
            piece["facing"] = facing_to(piece["at"], target)
            earlier = self.state["damage"].get(target, 0)
            if self.adds_up and event["damage"]:
                self.state["damage"][target] = earlier + event["damage"]
            return
        other = self.state["pieces"][target]
        piece["facing"] = facing_to(piece["at"], other["at"])
        other["health"] = max(0, other["health"] - event["damage"])
        assert other["health"] == event["health"]
        assert event["difficulty"] == event["defense_value"] - event["attack_value"]
        assert event["success"] == self._is_success(event)
        self.state["karma"][self.state["pieces"][action["who"]]["side"]] -= event["karma_spent"]

    def _is_success(self, event: Json) -> bool:
        tens, ones = event["dice"]
        roll = 10 * tens + ones or 100
        assert (event["roll"], event["doubles"]) == (roll, tens == ones)
        return roll == 100 or (roll != 1 and roll + event["karma_spent"] >= event["difficulty"])

    def _karma(self, event: Json, action: Json) -> None:
        karma, side = self.state["karma"], event["side"]
        [other] = karma.keys() - {side}
        if event["gained"] < 0:
            assert action["ability"] == "jinx"
            karma[side] += event["gained"]
            assert (karma[side], 0) == (event["points"], event["cancelled"])
            return
        assert 0 < event["gained"] < 50
        assert event["cancelled"] == min(event["gained"], karma[other])
        karma[other] -= event["cancelled"]
        karma[side] += event["gained"] - event["cancelled"]
        assert karma[side] == event["points"]

    def _knocked_back(self, event: Json, action: Json) -> None:
        self._of(event)["at"] = event["to"]

    def _destroyed(self, event: Json, action: Json) -> None:
        place = event["at"]
        self.state["damage"].pop(place, None)
        assert event["damage"] >= 3
        assert self.closed.intersection(self.kinds[place])
        if any(effect["is"] == "barrier" and place in effect["on"] for effect in self._laid()):
            return self._lift(place)
        sides = place.split("/") if "/" in place else []
        kept = {tile for tile in sides if "transition" in self.kinds[tile] or self.closed & {*self.kinds[tile]}}
        rubble = {tile: ("difficult",) for tile in sides or [place] if tile not in kept}
        self.ruined |= {place: ()} | rubble
        for tile in rubble:
            self._lift(tile)
        return self._lay()

    def _lift(self, place: str) -> None:
        """Let effects on a tile or border end there."""
        for effect in self._laid():
            effect["on"] = [on for on in effect["on"] if on != place]
        self._lay()

    def _lay(self) -> None:
        """Let the map be as ruins and effects make it; the state tells of what differs from the scenario."""
        made = {place: MADE[each["is"]] for each in self._laid() if each["is"] in MADE for place in each["on"]}
        self.kinds = self.origin | self.ruined
        for place, kind in made.items():
            is_ramp = "/" not in place and "transition" in self.origin[place]
            self.kinds[place] = (kind, "transition") if is_ramp else (kind,)
        changed = [at for at in self.ruined | made if {*self.kinds[at]} != {*self.origin.get(at, ())}]
        self.state["terrain"] = {at: self.kinds[at][0] if self.kinds[at] else "clear" for at in changed}

    # --- abilities ---------------------------------------------------------------------------------------------

    def _used(self, event: Json, action: Json) -> None:
        piece, ability = self._of(event), ABILITIES[event["ability"]]
        assert {key: action[key] for key in ("who", "ability", "targets")} == {
            key: event[key] for key in ("who", "ability", "targets")
        }
        piece["ip"] -= ability.cost
        assert piece["ip"] == event["ip"]
        piece["moved"] |= ability.action == "move"
        if ability.action != "free":
            piece["acted"].append(event["ability"])
        if ability.action == "attack":
            there = self.state["pieces"][event["targets"][0]]["at"]
            piece["facing"] = facing_to(piece["at"], there) if there != piece["at"] else piece["facing"]

    def _saved(self, event: Json, action: Json) -> None:
        tens, ones = event["dice"]
        roll = 10 * tens + ones or 100
        assert event["roll"] == roll
        is_high = roll + event["save"] >= 100 + event["strength"]
        assert event["success"] == (roll == 100 or (roll != 1 and is_high))

    def _hurt(self, event: Json, action: Json) -> None:
        piece = self._of(event)
        assert event["damage"] >= 0
        piece["health"] = max(0, piece["health"] - event["damage"])
        assert piece["health"] == event["health"]

    def _healed(self, event: Json, action: Json) -> None:
        assert self._of(event)["health"] < event["health"]
        self._of(event)["health"] = event["health"]

    def _teleported(self, event: Json, action: Json) -> None:
        assert self._of(event)["at"] == event["from"]
        self._of(event)["at"] = event["to"]

    def _thrown(self, event: Json, action: Json) -> None:
        piece = self._of(event)
        piece["at"] = [piece["at"], *event["path"]][-1]

    def _began(self, event: Json, action: Json) -> None:
        effect = {key: value for key, value in event.items() if key != "event"}
        assert effect["id"] > self.begun
        self.begun = effect["id"]
        self.state["effects"].append(deepcopy(effect))
        self._lay()

    def _ended(self, event: Json, action: Json) -> None:
        [effect] = [each for each in self.state["effects"] if each["id"] == event["id"]]
        assert event["why"] != "expired" or effect["turns"] == 0
        self.state["effects"].remove(effect)
        if effect["is"] == "barrier":
            self.state["damage"] = {at: done for at, done in self.state["damage"].items() if at not in effect["on"]}
        self._lay()

    def _defeated(self, event: Json, action: Json) -> None:
        assert self._of(event)["health"] == 0
        del self.state["pieces"][event["who"]]
        self.state["due"] = [name for name in self.state["due"] if name != event["who"]]

    def _turn_ended(self, event: Json, action: Json) -> None:
        self.state["active"] = None
        if event["who"] not in self.state["pieces"]:
            return
        self._of(event)["acted"] = []
        on = [each for each in self.state["effects"] if each["on"] == event["who"]]
        self._count_down([each for each in on if each["is"] == "stasis"] or on)

    def _over(self, event: Json, action: Json) -> None:
        for piece in self.state["pieces"].values():
            if "is" not in piece:
                piece["acted"] = []
        self.state.update(active=None, choosing=None)
        sides = {piece["side"] for piece in self.state["pieces"].values() if "is" not in piece}
        if event["how"] in ("defeat", "draw"):
            assert sides == {event["winner"]} - {None}

    def _chooser(self, events: list[Json]) -> str:
        """Return the side that has to choose: that of the foremost, which did not have the latest turn."""
        pieces = [self.state["pieces"][name] for name in self.state["due"]]
        most = max(piece["ip"] for piece in pieces)
        sides = {piece["side"] for piece in pieces if piece["ip"] == most}
        tossed = {event["side"] for event in events if event["event"] == "coin"}
        [side] = tossed or (sides if len(sides) == 1 else sides - {self.state["last"]})
        return str(side)


class Chain:
    """The hashes of a record, worked out by hand."""

    def __init__(self, record: Json) -> None:
        first = ("rules", "rules_revision", "rulings", "scenario", "start")
        self.hash = _digest("", {key: record[key] for key in first})

    def add(self, step: Json) -> str:
        self.hash = _digest(self.hash, {key: step[key] for key in ("action", "events", "state")})
        return self.hash


def _digest(before: str, value: Json) -> str:
    text = dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256((before + text).encode()).hexdigest()
