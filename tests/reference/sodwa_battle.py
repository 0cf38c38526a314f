"""A slow reference for battles in SODWA, written from the pages of rules and of records alone.

A state is the JSON of a record; nothing else is remembered but what the scenario's text says. So whatever a record
leaves out that the next state needs shows as a disagreement.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from math import atan2, pi
from typing import Any

import yaml

from . import sodwa
from .geometry import format_cell, parse_cell
from .sodwa_breaking import attack_kind, can_attack, is_obstructing, without_wall
from .sodwa_grounds import LETTERS, RULINGS, Ground, Kind, Piece, border_of
from .sodwa_moves import EIGHT, Mover, is_diagonal, knocked_back, neighbours

Json = dict[str, Any]

ALL_RULINGS = {**RULINGS, "opening-tie": ("coin", "first-seat")}
TURN, PRICE = 500, {"move": 250, "attack": 250}
NEEDED, DESTROYING, EVEN = 1000, 3, 50
FACINGS = ("E", "SE", "S", "SW", "W", "NW", "N", "NE")
"""In the order of `EIGHT`."""


# --- the scenario ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """What the scenario's text says, its map drawn, its pieces in place."""

    bare: Ground
    pieces: Mapping[str, Json]

    @property
    def rulings(self) -> dict[str, str]:
        return {name: self.bare.rulings.get(name, choices[0]) for name, choices in ALL_RULINGS.items()}

    @property
    def sides(self) -> list[str]:
        """The first seat first."""
        return list(dict.fromkeys(piece["side"] for piece in self.pieces.values() if not is_object(piece)))

    @property
    def characters(self) -> list[str]:
        return [name for name, piece in self.pieces.items() if not is_object(piece)]

    def other(self, side: str) -> str:
        [other] = set(self.sides) - {side}
        return other

    def ground(self, state: Json) -> Ground:
        """The board of a state as movement has it."""
        tiles, borders = dict(self.bare.tiles), dict(self.bare.borders)
        for place, kind in state["terrain"].items():
            (borders if "/" in place else tiles)[place] = frozenset({kind} - {"clear"})
        return Ground(
            self.bare.columns,
            self.bare.rows,
            tiles,
            self.bare.elevated,
            borders,
            self.bare.kinds,
            {name: self._piece(name, now) for name, now in state["pieces"].items() if now["at"]},
            self.bare.rulings,
        )

    def _piece(self, name: str, now: Json) -> Piece:
        stated = self.pieces[name]
        if is_object(stated):
            return Piece(now["at"], kind=now["is"])
        return Piece(
            now["at"],
            now["side"],
            stated.get("move", 6),
            "flight" in stated.get("abilities", []),
            "attack" in now["acted"],
            range=stated.get("range", 6),
        )

    def world(self, state: Json, ground: Ground) -> sodwa.World:
        """The same as sight and attacks have it."""
        return sodwa.World(
            ground.columns,
            ground.rows,
            {tile: set(kinds) for tile, kinds in ground.tiles.items()},
            set(ground.elevated),
            {sodwa.border_of(*at.split("/")): set(kinds) for at, kinds in ground.borders.items()},
            {name: sodwa.Meaning(sight=kind.sight, movement=kind.movement) for name, kind in ground.kinds.items()},
            {name: self._fighter(name, state["pieces"][name]) for name in ground.characters()},
            {name: sodwa.Object(at=piece.at, kind=piece.kind) for name, piece in ground.pieces.items() if piece.kind},
            ground.rulings,
        )

    def _fighter(self, name: str, now: Json) -> sodwa.Character:
        lasting = ("range", "evasion", "damage_kind", "reduction", "melee", "ranged")
        stated = {key: value for key, value in self.pieces[name].items() if key in lasting}
        return sodwa.character(now["at"], **stated, **{key: now[key] for key in ("side", "facing", "moved")})


def is_object(piece: Json) -> bool:
    return piece.get("kind") == "object"


def read_table(text: str) -> Table:
    stated = yaml.safe_load(text)
    drawn = stated["map"]
    letters = {letter: kind for kind, letter in LETTERS.items()} | drawn.get("legend", {})
    rows = [line.split() for line in drawn["cells"].splitlines()]
    tokens = {format_cell((x, y)): token for y, row in enumerate(rows) for x, token in enumerate(row) if token != "_"}
    borders: dict[str, frozenset[str]] = {}
    for kind, places in drawn.get("borders", {}).items():
        for place in places:
            border = border_of(*place.split("/"))
            borders[border] = borders.get(border, frozenset()) | {kind}
    bare = Ground(
        len(rows[0]),
        len(rows),
        {at: frozenset(letters[each] for each in token.rstrip("01").replace(".", "")) for at, token in tokens.items()},
        frozenset(at for at, token in tokens.items() if token.endswith("1")),
        borders,
        {kind: Kind(**meaning) for kind, meaning in drawn.get("kinds", {}).items()},
        rulings=stated.get("rulings") or {},
    )
    return Table(bare, stated["pieces"])


# --- dice and hashes ---------------------------------------------------------------------------------------


class Digits:
    """The dice of a battle; `next` numbers the next digit."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.next = 0

    def throw(self) -> int:
        drawn = hmac.new(self.seed.encode(), str(self.next).encode(), "sha256").digest()
        self.next += 1
        return [byte for byte in drawn if byte < 250][0] % 10


def digest(before: str, value: Any) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256((before + text).encode()).hexdigest()


# --- a state -----------------------------------------------------------------------------------------------


class Moment:
    """A state, and what may be done in it."""

    def __init__(self, table: Table, state: Json) -> None:
        self.table = table
        self.state = state
        self.ground = table.ground(state)
        self.world = table.world(state, self.ground)
        self.who = state["active"]
        self.mine = state["pieces"][self.who] if self.who else {}

    @property
    def is_over(self) -> bool:
        return self.who is None and self.state["choosing"] is None

    def choices(self) -> list[str]:
        """Those of whom the choosing side says who is next."""
        due = {name: self.state["pieces"][name] for name in self.state["due"]}
        most = max((piece["ip"] for piece in due.values()), default=0)
        return [n for n, piece in due.items() if piece["ip"] == most and piece["side"] == self.state["choosing"]]

    def objection(self, action: Json) -> str | None:
        """Why an action may not be taken, None where it may."""
        if self.is_over:
            return "over"
        match action:
            case {"do": "resign", "side": side}:
                return None if side in self.table.sides else "no such side"
            case {"do": "choose", "who": who}:
                return None if who in self.choices() else "not to choose"
        if action["who"] != self.who or self.who is None:
            return "not its turn"
        kind = noted(action["do"])
        if kind in self.mine["acted"]:
            return f"{kind} taken already"
        if self.mine["ip"] < PRICE.get(kind, 0):
            return "too dear"
        match action:
            case {"do": "move", "path": path}:
                return self._against_path(path)
            case {"do": "attack", "target": target}:
                return self._against_attack(target)
            case {"do": "turn", "facing": facing}:
                return None if facing in FACINGS and facing != self.mine["facing"] else "no other facing"
            case {"do": "pick-up", "target": target}:
                return self._against_picking_up(target)
            case {"do": "put-down", "target": target, "at": at}:
                return self._against_putting_down(target, at)
        return None

    def _against_path(self, path: list[str]) -> str | None:
        mover, walked, ends = Mover(self.ground, self.who), (self.mine["at"],), False
        for to in path:
            if to not in neighbours(self.ground, walked[-1]):
                return "no neighbour"
            if ends:
                return "movement ended before"
            step = mover.step(walked, to)
            if step.forbidden:
                return step.forbidden
            walked, ends = (*walked, to), bool(step.ends)
        if walked[-1] == walked[0]:
            return "ends where it began"
        if mover.cost(walked) > mover.allowance:
            return "too far"
        return "no stop" if mover.no_stop(walked[-1]) else None

    def ends_of_moves(self) -> set[str]:
        """Every tile that a legal move ends on. Of paths that have all in common that steps go by, one is walked."""
        mover, start = Mover(self.ground, self.who), (self.mine["at"],)
        edge, known, found = [start], set(), set()
        while edge:
            walked = edge.pop()
            for to in neighbours(self.ground, walked[-1]):
                longer = (*walked, to)
                step = mover.step(walked, to)
                if step.forbidden or mover.cost(longer) > mover.allowance:
                    continue
                if to != start[0] and not mover.no_stop(to):
                    found.add(to)
                diagonals = sum(map(is_diagonal, longer, longer[1:]))
                alike = to, mover.free_kinds(longer), len(longer), diagonals
                if not step.ends and alike not in known:
                    known.add(alike)
                    edge.append(longer)
        return found

    def _against_attack(self, target: str) -> str | None:
        characters = self.world.characters
        if target == self.who:
            return "oneself"
        if target in characters:
            found = sodwa.findings(self.world, characters[self.who], characters[target])
            return next((clause for clause, effect, _, _ in found if effect == "forbids"), None)
        place = self.place_named(target)
        if place is None or not is_obstructing(self.ground, place):
            return "no target"
        bare = self.table.world(self.state, _without(self.ground, place))
        is_engaged = sodwa.is_engaged(self.world, characters[self.who])

        def sees(tile: str) -> bool:
            return sodwa.sight(bare, self.mine["at"], tile) != sodwa.BLOCKED

        is_possible = can_attack(self.ground, self.who, place, sees, is_engaged=is_engaged)
        return None if is_possible else "SOD-5.10"

    def place_named(self, text: str) -> str | None:
        """The tile or border of that name; borders are read in either order."""
        one, slash, other = text.partition("/")
        if not slash:
            return one if one in self.ground.tiles else None
        if one not in self.ground.tiles or other not in neighbours(self.ground, one) or is_diagonal(one, other):
            return None
        return border_of(one, other)

    def _against_picking_up(self, target: str) -> str | None:
        thing = self.ground.pieces.get(target)
        if thing is None or thing.kind is None:
            return "no object there"
        if thing.at == self.mine["at"]:
            return None
        if self.world.is_occupied(thing.at):
            return "stood on"
        return None if sodwa.is_adjacent(self.world, self.mine["at"], thing.at) else "object not adjacent"

    def _against_putting_down(self, target: str, at: str) -> str | None:
        if target not in self.mine["carries"]:
            return "not carried"
        if at not in self.ground.tiles or not sodwa.is_adjacent(self.world, self.mine["at"], at):
            return "tile not adjacent"
        if any(piece.at == at for piece in self.ground.pieces.values()):
            return "tile taken"
        return "obstructing tile" if is_obstructing(self.ground, at) else None

    def actions(self) -> Iterator[Json]:
        """Everything that may be done but moving and resigning."""
        return (action for action in self._conceivable() if self.objection(action) is None)

    def _conceivable(self) -> Iterator[Json]:
        names, places = list(self.table.pieces), [*self.ground.tiles, *self.ground.borders]
        for who in names:
            yield {"do": "choose", "who": who}
            yield {"do": "end", "who": who}
        here = {"who": self.who}
        for target in [*names, *places] if self.who else []:
            yield {"do": "attack", **here, "target": target}
        for facing in FACINGS:
            yield {"do": "turn", **here, "facing": facing}
        for target in names:
            yield {"do": "pick-up", **here, "target": target}
            for at in self.ground.tiles if target in self.mine.get("carries", []) else []:
                yield {"do": "put-down", **here, "target": target, "at": at}


def noted(do: str) -> str:
    """What an action counts as, of which one is taken in a turn."""
    return "move" if do == "pick-up" else do


def _without(ground: Ground, place: str) -> Ground:
    """The board on which nothing is drawn on a tile or border."""
    bare: Json = dict(vars(ground))
    key = "borders" if "/" in place else "tiles"
    bare[key] = bare[key] | {place: frozenset()}
    return Ground(**bare)


def facing_to(at: str, place: str) -> str:
    """The facing nearest to the middle of a tile or border."""
    tiles = [parse_cell(each) for each in place.split("/")]
    x, y = (sum(each) / len(tiles) - own for each, own in zip(zip(*tiles, strict=True), parse_cell(at), strict=True))
    return FACINGS[round(atan2(y, x) / (pi / 4)) % len(EIGHT)]


# --- an action taken ---------------------------------------------------------------------------------------


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
        """A legal one."""
        match action:
            case {"do": "resign", "side": side}:
                return self.finish(self.table.other(side), "resigned")
            case {"do": "choose", "who": who}:
                return self.begin(who)
        who, do = action["who"], action["do"]
        mine, kind = self.pieces[who], noted(do)
        mine["ip"] -= PRICE.get(kind, 0)
        if kind == "move":
            mine["moved"] = True
        mine["acted"] = [] if do == "end" else [*mine["acted"], kind]
        match action:
            case {"do": "move", "path": path}:
                *_, before, at = mine["at"], *path
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
            case {"do": "attack", "target": target} if target in self.table.characters and target in self.pieces:
                mine["facing"] = facing_to(mine["at"], self.pieces[target]["at"])
                self.attack(who, target)
            case {"do": "attack", "target": target}:
                place = self.moment.place_named(target) or ""
                mine["facing"] = facing_to(mine["at"], place)
                self.strike(who, place)
            case {"do": "end"}:
                self.state["active"] = None
                self.tell("turn-ended", who=who)
                self.advance()
        return None

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
            people = [self.pieces[name] for name in self.table.characters if name in self.pieces]
            gains = [self.table.pieces[name].get("initiative", 50) for name in self.table.characters]
            gains = [gain for name, gain in zip(self.table.characters, gains, strict=True) if name in self.pieces]
            ticks = next(
                ticks
                for ticks in count(1)
                if any(each["ip"] + gain * ticks >= NEEDED for each, gain in zip(people, gains, strict=True))
            )
            if self.state["tick"] + ticks > self.limit:
                return self.finish(None, "limit")
            self.state["tick"] += ticks
            for each, gain in zip(people, gains, strict=True):
                each["ip"] += gain * ticks
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
        """Which of two tied sides is first."""
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
        """The next turns if everybody passes, and of those who are tied the first of the file is chosen."""
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
    stated = {key: piece.get(key, default) for key, default in (("facing", None), ("health", 10), ("ip", 0))}
    return {"side": piece["side"], "at": piece["at"], **stated, "moved": bool(piece.get("moved")), "acted": [], "carries": []}


def replayed(record: Json, seed: str) -> Json:
    """The record as the reference has it, of the same actions; dice that are left out were taken back."""
    battle = SlowBattle(record["scenario"], seed, record["limit"], record["rules_revision"])
    for step in record["steps"]:
        thrown = [event["die"] for event in step["events"] if event.get("die") is not None]
        battle.digits.next = max([battle.digits.next, *thrown])
        against = battle.moment.objection(step["action"])
        if against:
            raise ValueError(f"step {step['n']}: {step['action']} is illegal: {against}")
        battle.take(step["action"])
    return battle.record(record["sightline"])
