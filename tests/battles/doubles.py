"""Driver: a battle played by the product and by the slow reference at once, compared at every step."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.json import Encoder

import sightline
from sightline.battles import IllegalAction
from sightline.rules import Finding
from tests.battles.tallying import count_abilities
from tests.reference.sodwa.ability_model import SLOTS
from tests.reference.sodwa.ability_table import ABILITIES
from tests.reference.sodwa.battle_boards import OWNED, random_battle
from tests.reference.sodwa.battle_model import SlowBattle, replayed
from tests.reference.sodwa.battle_scenario import Json, is_object
from tests.reference.sodwa.movement_model import neighbours
from tests.reference.sodwa.turn_model import FACINGS, Moment

FORECAST = 12
LIMITS = (2, 20, 100, 400, 400)
STRANGE = ("choose", "move", "attack", "turn", "pick-up", "put-down", "end", "resign")
KINDS = (
    *("choose", "attack", "attack", "attack", "move", "move", "pick-up", "pick-up", "put-down", "turn", "end", "end"),
    *("ability", "ability", "ability", "ability"),
)
"""How often what is done, where it can be."""


def is_through_portal(finding: Finding) -> bool:
    """Return whether a finding notes that a line of sight goes through a portal."""
    return finding.clause.id == "SOD-8.15" and finding.effect == "notes"


class Doubles:
    """The same battle twice. `script` is what was done, takebacks (None) among it; `counts` is what was met."""

    def __init__(self, rng: Random, seed: str, counts: Counter[str], owned: Sequence[str] = OWNED) -> None:
        self.rng, self.seed, self.counts = rng, seed, counts
        self.text, self.limit = random_battle(rng, owned), rng.choice(LIMITS)
        self.fast = self.begun()
        record = self.record
        self.version = record["sightline"]
        self.slow = SlowBattle(self.text, seed, self.limit, record["rules_revision"])
        self._moment = self.slow.moment
        self.script: list[Json | None] = []
        self.forecasts = [self.forecast()]
        self.same_record()
        check_sound(self.slow)
        self.keys: dict[int, str] = {}
        count_abilities(self.slow.opening, self.keys, counts)
        self.note_events(self.slow.opening)
        counts.update(f"ruling {name}={choice}" for name, choice in self.slow.table.rulings.items())

    def begun(self) -> sightline.Battle:
        return sightline.battle(sightline.parse(self.text), seed=self.seed, limit=self.limit)

    @property
    def record(self) -> Json:
        record: Json = json.loads(self.fast.to_json(indent=0))
        return record

    @property
    def moment(self) -> Moment:
        """What may be done now, by the reference; it remembers what it has been asked."""
        if self._moment.state is not self.slow.state:
            self._moment = self.slow.moment
        return self._moment

    @property
    def where(self) -> str:
        """What to look at where the two disagree."""
        return f"seed {self.seed}, limit {self.limit}, {self.slow.state} after {self.script} in\n{self.text}"

    # --- questions -----------------------------------------------------------------------------------------

    def forecast(self) -> list[Json]:
        coming = self.fast.forecast(FORECAST)
        assert coming == self.slow.forecast(FORECAST), self.where
        return coming

    def same_record(self) -> None:
        assert self.record == self.slow.record(self.version), self.where

    def legal(self) -> list[Json]:
        """Return all that is legal, resigning aside."""
        legal, moment = self.fast.legal(), self.moment
        moves = [action for action in legal if action["do"] == "move"]
        other = [each for each in legal if each["do"] != "move"]
        ways = moment.ways() if moment.who is not None else {}
        ends = {action["path"][-1]: moment.rank(action["path"]) for action in moves}
        assert ends == {tile: min(ranks) for tile, ranks in ways.items()}, self.where
        assert len(ends) == len(moves), self.where
        assert written(other) == written(moment.actions()), self.where
        assert [action for action in moves if moment.objection(action)] == [], self.where
        return sorted(legal, key=str) + self.legal_meanwhile()

    def legal_meanwhile(self) -> list[Json]:
        """Return what the side may do that is neither active nor choosing."""
        if self.moment.is_over:
            return []
        state = self.slow.state
        side = state["choosing"] or state["pieces"][state["active"]]["side"]
        legal: list[Json] = self.fast.legal(self.slow.table.other(side))
        assert written(legal) == written(self.moment.actions_meanwhile()), self.where
        return sorted(legal, key=str)

    def same_check(self, action: Json) -> bool:
        """Return whether it may be taken; what may not be taken is refused, and changes nothing."""
        found, against = self.fast.check(action), self.moment.objection(action)
        assert found.legal == (against is None), f"{action}: {against}, {found}: {self.where}"
        self.counts.update(f"clause {finding.clause.id}" for finding in found.findings)
        self.counts["seen through a portal"] += any(map(is_through_portal, found.findings))
        if against is not None:
            assert [each for each in found.findings if each.effect in ("forbids", "blocks")]
            with pytest.raises(IllegalAction):
                self.fast.apply(action)
            assert self.state == self.slow.state, self.where
            self.counts[f"refused: {against}"] += 1
        return found.legal

    @property
    def state(self) -> Json:
        state: Json = json.loads(self.fast.state.to_json())
        return state

    # --- what is done --------------------------------------------------------------------------------------

    def take(self, action: Json) -> None:
        assert self.same_check(action)
        before, moment = self.slow.state, self.moment
        events = self.fast.apply(action)
        self.script.append(action)
        assert events == self.slow.take(action), self.where
        assert self.state == self.slow.state, self.where
        self.forecasts.append(self.forecast())
        check_sound(self.slow)
        check_explained(before, events, self.slow.state)
        self.counts["steps"] += 1
        self.counts[f"action {action['do']}"] += 1
        count_abilities(events, self.keys, self.counts)
        self.note_events(events)
        self.note_terrain(moment, events)

    def undo(self) -> None:
        if not self.slow.steps:
            return
        self.script.append(None)
        self.slow.steps.pop()
        self.forecasts.pop()
        state = self.fast.undo()
        assert json.loads(state.to_json()) == self.slow.state, self.where
        assert state == self.fast.state
        self.counts["undone"] += 1

    def pass_on(self, turns: int) -> None:
        """Everybody passes: turns come exactly as forecast. All is taken back then."""
        came: list[tuple[str, int]] = []
        coming, first = self.forecasts[-1], len(self.slow.steps)
        while len(came) < turns and not self.moment.is_over:
            choices = self.moment.choices()
            state = self.slow.state
            self.take({"do": "choose", "who": choices[0]} if choices else {"do": "end", "who": state["active"]})
            came += began(self.slow.steps[first:])[len(came) :]
        passed = [event["event"] for step in self.slow.steps[first:] for event in step["events"]]
        if "defeated" in passed:  # by an effect, of which a forecast knows nothing
            came = []
        assert [each["who"] for each in coming[: len(came)]] == [who for who, _ in came], self.where
        now = (self.slow.steps[first - 1]["state"] if first else self.slow.start)["tick"]
        assert [each["ticks"] for each in coming[: len(came)]] == [tick - now for _, tick in came], self.where
        while len(self.slow.steps) > first:
            self.undo()
        self.counts["turns passed as forecast"] += len(came)

    def play(self, steps: int) -> None:
        """Do so many things at random, or as many as there are until the battle is over."""
        for _ in range(steps):
            legal = self.legal()
            for _ in range(2):
                strange = random_action(self.rng, self.moment)
                if self.same_check(strange) and strange["do"] != "resign":
                    legal += [strange] * 5
            lot = self.rng.random()
            if lot < 0.04:
                self.undo()
            elif lot < 0.06:
                self.pass_on(self.rng.randrange(1, FORECAST + 1))
            elif not legal:
                break
            elif lot < 0.063:
                self.take({"do": "resign", "side": self.rng.choice(self.slow.table.sides)})
            else:
                possible = {action["do"] for action in legal}
                kind = self.rng.choice([kind for kind in KINDS if kind in possible])
                alike = [action for action in legal if action["do"] == kind]
                key = self.rng.choice(sorted({action.get("ability", "") for action in alike}))
                self.take(self.rng.choice([action for action in alike if action.get("ability", "") == key]))
        self.finish()

    def finish(self) -> None:
        """The record, the forecasts, and the same battle once more with no question asked."""
        record = self.record
        assert record == self.slow.record(self.version), self.where
        assert replayed(record, self.seed) == record, self.where
        self.check_forecasts()
        again = self.begun()
        for action in self.script:
            if action is None:
                again.undo()
            else:
                again.apply(action)
        assert json.loads(again.to_json(indent=0)) == record, self.where
        assert again.state == self.fast.state
        assert hash(again.state) == hash(self.fast.state)
        assert (again.state == self.begun().state) == (self.slow.state == self.slow.start)
        self.counts["battles"] += 1
        self.counts["unfinished"] += record["result"] is None

    def check_forecasts(self) -> None:
        """Nobody got a turn sooner than any earlier state had forecast."""
        states = [self.slow.start, *(step["state"] for step in self.slow.steps)]
        for number, (state, coming) in enumerate(zip(states, self.forecasts, strict=True)):
            turns = began(self.slow.steps[number:])
            for who in state["pieces"]:
                told = [each["ticks"] for each in coming if each["who"] == who]
                came = [tick - state["tick"] for name, tick in turns if name == who]
                assert all(soonest <= tick for soonest, tick in zip(told, came, strict=False)), self.where
                self.counts["turns later than forecast"] += sum(
                    soonest < tick for soonest, tick in zip(told, came, strict=False)
                )

    # --- what was met --------------------------------------------------------------------------------------

    def note_events(self, events: list[Json]) -> None:
        self.counts.update(f"event {event['event']}" for event in events)
        pieces = self.slow.state["pieces"]
        places = Counter(piece["at"] for piece in pieces.values() if "is" in piece and piece["at"])
        self.counts["several objects on a tile"] += max(places.values(), default=0) > 1
        self.counts["several objects carried"] += any(len(piece.get("carries", ())) > 1 for piece in pieces.values())
        self.counts["one side chooses"] += self.slow.state["choosing"] is not None
        kinds = [event["event"] for event in events]
        self.counts["an object falls"] += "defeated" in kinds and "put-down" in kinds
        for event in events:
            match event:
                case {"event": "attacked", "roll": None}:
                    self.counts[f"terrain attacked, {event['kind']}"] += 1
                case {"event": "attacked"}:
                    self.note_roll(event)
                case {"event": "destroyed"}:
                    self.counts[f"destroyed: a {'border' if '/' in event['at'] else 'tile'}"] += 1
                    self.counts["destroyed by several hits"] += (
                        event["damage"] - events[0].get("damage", event["damage"]) > 0
                    )
                case {"event": "karma"}:
                    self.counts["karma cancelled"] += bool(event["cancelled"])
                case {"event": "over"}:
                    self.counts[f"over: {event['how']}"] += 1
                case {"event": "turn-began", "ip": ip}:
                    self.counts["turn with IP to spare"] += ip > 500

    def note_roll(self, event: Json) -> None:
        self.counts[f"attacked, {event['kind']}, {'success' if event['success'] else 'failure'}"] += 1
        self.counts["roll 01"] += event["roll"] == 1
        self.counts["roll 100"] += event["roll"] == 100
        self.counts["karma spent"] += event["karma_spent"] > 0
        self.counts["doubles on a success"] += event["doubles"] and event["success"]
        self.counts["difficulty below 1"] += event["difficulty"] < 1
        self.counts["difficulty above 100"] += event["difficulty"] > 100

    def note_terrain(self, moment: Moment, events: list[Json]) -> None:
        """The kinds of the tiles and borders that somebody moves over or attacks."""
        ground = moment.ground
        for event in events:
            if event["event"] == "moved":
                path = (moment.mine["at"], *event["path"])
                self.counts.update(f"moved onto {kind}" for tile in path[1:] for kind in ground.kinds_at(tile))
                self.counts.update(
                    f"moved across {kind}" for one, to in pairwise(path) for kind in ground.border_kinds(one, to)
                )
                self.counts["moved to the other level"] += len({tile in ground.elevated for tile in path}) > 1
                self.counts["moved flying"] += ground.pieces[moment.who].flies
                self.counts["moved after an attack"] += ground.pieces[moment.who].attacked
            elif event["event"] == "destroyed":
                kinds = ground.borders if "/" in event["at"] else ground.tiles
                self.counts.update(f"destroyed {kind}" for kind in kinds[event["at"]])


def written(actions: Iterable[Json]) -> list[bytes]:
    return sorted(map(_SORTED_KEYS.encode, actions))


_SORTED_KEYS = Encoder(order="sorted")


def began(steps: list[Json]) -> list[tuple[str, int]]:
    """Return the turns that began, and at which tick."""
    return [
        (event["who"], step["state"]["tick"])
        for step in steps
        for event in step["events"]
        if event["event"] == "turn-began"
    ]


def random_action(rng: Random, moment: Moment) -> Json:
    """Something that somebody might try, mostly illegal."""
    bare = moment.table.bare
    names, places = [*moment.table.pieces, "nobody"], [*bare.tiles, *bare.borders, "Z99", "a1", "A1/"]
    who = rng.choice((*[moment.who or rng.choice(names)] * 5, rng.choice(names)))
    match rng.choice((*STRANGE, "move", "attack", "ability")):
        case "ability":
            return random_use(rng, moment, rng.choice((who, rng.choice(names))))
        case "move":
            return {"do": "move", "who": who, "path": random_path(rng, moment, who, places)}
        case "attack":
            place = rng.choice(places)
            turned = "/".join(reversed(place.split("/")))
            return {"do": "attack", "who": who, "target": rng.choice((rng.choice(names), place, turned))}
        case "turn":
            return {"do": "turn", "who": who, "facing": rng.choice((*FACINGS, "up"))}
        case "pick-up":
            return {"do": "pick-up", "who": who, "target": rng.choice(names)}
        case "put-down":
            near = neighbours(moment.ground, moment.mine.get("at", "Z99"))
            at = rng.choice(rng.choice((near, places)) or places)
            return {"do": "put-down", "who": who, "target": rng.choice(moment.mine.get("carries") or names), "at": at}
        case "resign":
            return {"do": "resign", "side": rng.choice((*moment.table.sides, "green"))}
        case do:
            return {"do": do, "who": who}


PEOPLE = ("enemy", "friend", "character", "other", "enemy or object")


def random_use(rng: Random, moment: Moment, who: str) -> Json:
    """Return a use of an ability on things of the right sorts, more or less."""
    pieces = moment.state["pieces"]
    owned = [key for key in moment.table.pieces.get(who, {}).get("abilities", ()) if key in SLOTS]
    key = rng.choice((*(owned or SLOTS), *ABILITIES, "no-ability") if rng.random() < 0.1 else (owned or [*SLOTS]))
    words = {"facing": [*FACINGS, "up"], "word": ["accuracy", "defense", "health"]}
    people = [name for name in moment.table.pieces if name in pieces] + ["nobody"]
    places = [*moment.ground.tiles] * 2 + [*moment.ground.borders, "Z99"]
    targets = [rng.choice(words.get(slot, people if slot in PEOPLE else places)) for slot in SLOTS.get(key, ("enemy",))]
    if rng.random() < 0.05:
        targets = targets[:-1] or ["A1"]
    return {"do": "ability", "who": who, "ability": key, "targets": targets}


def random_path(rng: Random, moment: Moment, who: str, places: list[str]) -> list[str]:
    at = moment.state["pieces"].get(who, {}).get("at")
    if at is None or rng.random() < 0.1:
        return rng.sample(places, 2)
    path = [at]
    for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 4))):
        path.append(rng.choice(neighbours(moment.ground, path[-1]) or places))
        if path[-1] not in moment.ground.tiles:
            break
    return path[1:]


# --- what always holds ---------------------------------------------------------------------------------------


def check_sound(battle: SlowBattle) -> None:
    """Nobody has less than no IP, only one side holds karma, everything is where it may be, and nothing is lost."""
    state, moment = battle.state, battle.moment
    people = {name: piece for name, piece in state["pieces"].items() if "is" not in piece}
    assert all(piece["ip"] >= 0 and piece["health"] > 0 for piece in people.values())
    assert all(bool(piece["acted"]) <= (name == state["active"]) for name, piece in people.items())
    assert min(state["karma"].values()) == 0
    tiles = [piece["at"] for piece in people.values()]
    assert len(set(tiles)) == len(tiles)
    kinds = {kind for tile in tiles for kind in moment.ground.kinds_at(tile)}
    assert all(moment.ground.meaning(kind).movement != "obstructing" for kind in kinds)
    carried = [name for piece in people.values() for name in piece["carries"]]
    laid = [name for name, piece in state["pieces"].items() if "is" in piece and piece["at"] in battle.table.bare.tiles]
    assert sorted(carried + laid) == sorted(name for name, piece in battle.table.pieces.items() if is_object(piece))


CHANGES: dict[str, tuple[tuple[str, ...], dict[str, tuple[str, ...]]]] = {
    "tick": (("tick", "due"), {}),
    "coin": (("choosing",), {}),
    "turn-began": (("active", "last", "due", "choosing", "effects"), {"who": ("ip", "moved")}),
    "moved": ((), {"who": ("at", "facing", "ip", "moved", "acted")}),
    "turned": ((), {"who": ("facing", "acted")}),
    "picked-up": ((), {"who": ("ip", "moved", "acted", "carries"), "target": ("at",)}),
    "put-down": ((), {"who": ("acted", "carries"), "target": ("at",)}),
    "attacked": (("karma", "damage"), {"who": ("ip", "facing", "acted"), "target": ("health",)}),
    "karma": (("karma",), {}),
    "knocked-back": ((), {"who": ("at",)}),
    "destroyed": (("terrain", "damage", "effects"), {}),
    "defeated": (("due",), {"who": ("",)}),
    "turn-ended": (("active", "choosing", "effects"), {"who": ("acted",)}),
    "used": ((), {"who": ("ip", "acted", "moved", "facing")}),
    "saved": ((), {}),
    "began": (("effects", "terrain"), {}),
    "ended": (("effects", "terrain", "damage"), {}),
    "hurt": ((), {"who": ("health",)}),
    "healed": ((), {"who": ("health",)}),
    "teleported": ((), {"who": ("at",)}),
    "thrown": (("damage",), {"who": ("at",)}),
    "over": (("active", "choosing"), {}),
}
"""What of the state each event changes, and of the pieces that it names; "" is leaving the map."""


def check_explained(before: Json, events: list[Json], after: Json) -> None:
    """Nothing changes but by an event that says so."""
    told: set[Any] = set()
    for event in events:
        of_state, of_pieces = CHANGES[event["event"]]
        told.update(of_state)
        told.update((event[key], what) for key, changed in of_pieces.items() for what in changed)
    kinds = {event["event"] for event in events}
    for what in changes(before, after):
        is_ticking = what[1] == "ip" and "tick" in kinds
        is_over = what[1] == "acted" and "over" in kinds
        assert what in told or is_ticking or is_over, (what, events)


def changes(before: Json, after: Json) -> Iterator[Any]:
    """Yield the keys of the state that differ, and those of its pieces with their names."""
    yield from (key for key in before if key != "pieces" and before[key] != after[key])
    for name, piece in before["pieces"].items():
        now = after["pieces"].get(name)
        yield from ((name, key) for key in piece if now and now[key] != piece[key])
        if now is None:
            yield name, ""
    assert after["pieces"].keys() <= before["pieces"].keys()
