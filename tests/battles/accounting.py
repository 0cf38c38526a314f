"""Model: the state of a battle as its events alone make it, by the prices and gains of the clauses.

Whatever is not accounted for by an event shows as a state that differs.
"""

from __future__ import annotations

from copy import deepcopy
from hashlib import sha256
from json import dumps
from typing import Any

from sightline.rules import Position
from tests.reference.sodwa.change_model import facing_to

Json = dict[str, Any]

TURN, MOVE, ATTACK, NEEDED = 500, 250, 250, 1000


class Books:
    """The state of a battle kept by hand from `start`, its first one; `position` is the one that it began in."""

    def __init__(self, position: Position, start: Json) -> None:
        self.state = deepcopy(start)
        self.initiative = {name: getattr(piece, "initiative", 0) for name, piece in position.pieces.items()}
        self.adds_up = position.rulings["wall-damage"] == "cumulative"
        board = position.board
        self.kinds = {position.label(cell): board.kinds(cell) or () for cell in board}
        self.kinds |= {position.label(border): kinds for border, kinds in board.borders.items()}
        self.origin = dict(self.kinds)
        terrain: Any = position.terrain
        self.closed = {kind for kind, meaning in terrain.items() if meaning.movement == "obstructing"}

    def write(self, action: Json, events: list[Json]) -> None:
        """Enter what a step's events say."""
        for event in events:
            getattr(self, f"_{event['event'].replace('-', '_')}")(event, action)
        if not events or not {"over", "turn-began"}.isdisjoint(event["event"] for event in events):
            return
        if self.state["active"] is None:
            self.state["choosing"] = self._chooser(events)

    def check(self) -> None:
        """Check what holds in every state, whatever has happened."""
        pieces = self.state["pieces"]
        people = {name: piece for name, piece in pieces.items() if "is" not in piece}
        tiles = [piece["at"] for piece in people.values()]
        assert len(set(tiles)) == len(tiles)
        assert min(piece["ip"] for piece in people.values()) >= 0
        assert min(piece["health"] for piece in people.values()) > 0
        assert min(self.state["karma"].values()) == 0
        for tile in tiles:
            lying = {piece["is"] for piece in pieces.values() if "is" in piece and piece["at"] == tile}
            assert self.closed.isdisjoint({*self.kinds[tile], *lying}), tile
        carried = [name for piece in people.values() for name in piece["carries"]]
        gone = [name for name, piece in pieces.items() if "is" in piece and piece["at"] is None]
        assert sorted(carried) == sorted(gone)

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

    def _moved(self, event: Json, action: Json) -> None:
        piece = self._of(event)
        piece.update(at=event["path"][-1], facing=event["facing"], ip=piece["ip"] - MOVE, moved=True)
        piece["acted"].append("move")

    def _turned(self, event: Json, action: Json) -> None:
        self._of(event)["facing"] = event["facing"]
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
        self.state["karma"][piece["side"]] -= event["karma_spent"]

    def _is_success(self, event: Json) -> bool:
        tens, ones = event["dice"]
        roll = 10 * tens + ones or 100
        assert (event["roll"], event["doubles"]) == (roll, tens == ones)
        return roll == 100 or (roll != 1 and roll + event["karma_spent"] >= event["difficulty"])

    def _karma(self, event: Json, action: Json) -> None:
        karma, side = self.state["karma"], event["side"]
        [other] = karma.keys() - {side}
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
        if "/" in place:
            self._lay(place, "clear")
            for tile in place.split("/"):
                if "transition" not in self.kinds[tile] and self.closed.isdisjoint(self.kinds[tile]):
                    self._lay(tile, "difficult")
        else:
            self._lay(place, "difficult")

    def _lay(self, place: str, kind: str) -> None:
        """Let a place have another terrain; the state tells of what differs from the scenario."""
        self.kinds[place] = () if kind == "clear" else (kind,)
        if self.kinds[place] != self.origin[place]:
            self.state["terrain"][place] = kind

    def _defeated(self, event: Json, action: Json) -> None:
        assert self._of(event)["health"] == 0
        del self.state["pieces"][event["who"]]
        self.state["due"] = [name for name in self.state["due"] if name != event["who"]]

    def _turn_ended(self, event: Json, action: Json) -> None:
        self._of(event)["acted"] = []
        self.state["active"] = None

    def _over(self, event: Json, action: Json) -> None:
        for piece in self.state["pieces"].values():
            if "is" not in piece:
                piece["acted"] = []
        self.state.update(active=None, choosing=None)
        sides = {piece["side"] for piece in self.state["pieces"].values() if "is" not in piece}
        if event["how"] == "defeat":
            assert sides == {event["winner"]}

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
