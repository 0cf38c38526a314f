"""Model: how the state of a battle in SODWA changes: saves, damage, healing, terrain and effects, with their events."""

from __future__ import annotations

import hmac
from copy import deepcopy
from math import atan2, pi
from typing import Any

from tests.reference.geometry import parse_cell
from tests.reference.sodwa.battle_scenario import Json, Table
from tests.reference.sodwa.destruction_model import is_obstructing
from tests.reference.sodwa.effect_model import covered, effect_on, has, ruins, terrain, without_place
from tests.reference.sodwa.movement_model import EIGHT
from tests.reference.sodwa.turn_model import FACINGS, Moment

DESTROYING = 3


class Digits:
    """The dice of a battle; `next` numbers the next digit."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.next = 0

    def throw(self) -> int:
        drawn = hmac.new(self.seed.encode(), str(self.next).encode(), "sha256").digest()
        self.next += 1
        return next(byte for byte in drawn if byte < 250) % 10


def facing_to(at: str, place: str) -> str:
    """Return the facing nearest to the middle of a tile or border."""
    tiles = [parse_cell(each) for each in place.split("/")]
    x, y = (sum(each) / len(tiles) - own for each, own in zip(zip(*tiles, strict=True), parse_cell(at), strict=True))
    return FACINGS[round(atan2(y, x) / (pi / 4)) % len(EIGHT)]


class Change:
    """A state that changes: `state` is the one now, `events` say what has changed.

    `begun` is how many effects have begun in the battle.
    """

    def __init__(self, table: Table, state: Json, limit: int, digits: Digits, begun: int = 0) -> None:
        self.table, self.limit, self.digits, self.begun = table, limit, digits, begun
        self.state = deepcopy(state)
        self.events: list[Json] = []
        self.failures: list[tuple[str, int]] = []
        """Whose side gains how much karma when all else has come of the action."""

    @property
    def moment(self) -> Moment:
        return Moment(self.table, self.state)

    @property
    def pieces(self) -> dict[str, Json]:
        pieces: dict[str, Json] = self.state["pieces"]
        return pieces

    def tell(self, event: str, **keys: Any) -> None:
        self.events.append({"event": event, **keys})

    def face(self, who: str, target: str) -> None:
        """Turn to a piece that is somewhere else."""
        here, there = (self.pieces[name]["at"] for name in (who, target))
        if here != there:
            self.pieces[who]["facing"] = facing_to(here, there)

    def put_down(self, who: str, target: str, at: str) -> None:
        self.pieces[who]["carries"].remove(target)
        self.pieces[target]["at"] = at
        self.tell("put-down", who=who, target=target, at=at)

    # --- saves, damage, healing ----------------------------------------------------------------------------

    def saves(self, who: str, against: str, save: str, strength: int) -> bool:
        """Return whether a character resists (SOD-8.19)."""
        die, number = self.digits.next, self.table.save_of(who, save)
        tens, ones = self.digits.throw(), self.digits.throw()
        roll = 10 * tens + ones or 100
        success = roll == 100 or (roll != 1 and roll + number >= 100 + strength)
        self.tell(
            "saved",
            who=who,
            against=against,
            die=die,
            dice=[tens, ones],
            roll=roll,
            save=number,
            strength=strength,
            success=success,
        )
        return success

    def is_untouched(self, who: str) -> bool:
        """Return whether nothing hurts or heals a character: in stasis (SOD-8.12), or defeated already."""
        return has(self.state, who, "stasis") or not self.pieces[who]["health"]

    def hurt(self, who: str, source: str, kind: str, damage: int) -> None:
        if self.is_untouched(who):
            return
        reduction = 0 if kind == "bio" else self.table.pieces[who].get("reduction", {}).get(kind, 0)
        done = max(0, damage - reduction)
        self.pieces[who]["health"] = max(0, self.pieces[who]["health"] - done)
        health = self.pieces[who]["health"]
        self.tell("hurt", **{"who": who, "from": source, "kind": kind, "damage": done, "health": health})

    def heal(self, who: str, by: str, health: int) -> None:
        now = min(self.table.health_of(who), self.pieces[who]["health"] + health)
        if self.is_untouched(who) or now == self.pieces[who]["health"]:
            return
        self.pieces[who]["health"] = now
        self.tell("healed", who=who, by=by, health=now)

    def corrode(self, who: str) -> None:
        """SOD-8.18."""
        if not self.is_untouched(who):
            self.hurt(who, "corrosion", "bio", 1 if self.saves(who, "corrosion", "fortitude", 0) else 3)

    def gain_karma(self, side: str, gained: int) -> None:
        if gained <= 0:
            return
        karma, other = self.state["karma"], self.table.other(side)
        cancelled = min(gained, karma[other])
        karma[other] -= cancelled
        karma[side] += gained - cancelled
        self.tell("karma", side=side, gained=gained, cancelled=cancelled, points=karma[side])

    # --- terrain -------------------------------------------------------------------------------------------

    def batter(self, place: str, damage: int) -> None:
        """Do damage to obstructing terrain (SOD-7.3)."""
        earlier = self.state["damage"].get(place, 0)
        if self.table.rulings["wall-damage"] == "cumulative" and damage:
            self.state["damage"][place] = earlier + damage
        if earlier + damage >= DESTROYING:
            self.tell("destroyed", at=place, damage=earlier + damage)
            self.destroy(place)

    def destroy(self, place: str) -> None:
        """Remove a barrier (SOD-8.14), or leave rubble (SOD-7.3); effects on tiles end where it falls."""
        self.state["damage"].pop(place, None)
        ruined, effects, ground = ruins(self.state), self.state["effects"], self.moment.ground
        if covered(effects).get(place) == "obstructing":
            fallen = {}
        elif "/" not in place:
            fallen = {place: "difficult"}
        else:
            stays = (tile for tile in place.split("/") if is_obstructing(ground, tile))
            ramps = (tile for tile in place.split("/") if "transition" in ground.tiles[tile])
            kept = {*stays, *ramps}
            fallen = {place: "clear"} | {tile: "difficult" for tile in place.split("/") if tile not in kept}
        for at in fallen or (place,):
            effects = without_place(effects, at)
        self.lay(ruined | fallen, effects)
        for effect in [each for each in self.state["effects"] if each["on"] == []]:
            self.end_effect(effect, "ended")

    # --- effects -------------------------------------------------------------------------------------------

    def lay(self, ruined: Json, effects: list[Json]) -> None:
        """Let there be other ruins and other effects."""
        self.state.update(effects=effects, terrain=terrain(self.table.bare, ruined, effects))

    def begin_effect(self, key: str, on: str | list[str], by: str, turns: int | None, strength: int | None) -> None:
        self.begun += 1
        effect = {"id": self.begun, "is": key, "on": on, "by": by, "turns": turns, "strength": strength}
        self.lay(ruins(self.state), [*self.state["effects"], effect])
        self.tell("began", **deepcopy(effect))

    def end_effect(self, effect: Json, why: str) -> None:
        """End an effect; of a barrier nobody knows any more what damage it has taken."""
        left = [each for each in self.state["effects"] if each["id"] != effect["id"]]
        if effect["is"] == "barrier":
            self.state["damage"] = {at: done for at, done in self.state["damage"].items() if at not in effect["on"]}
        self.lay(ruins(self.state), left)
        self.tell("ended", id=effect["id"], why=why)

    def reveal(self, who: str) -> None:
        """SOD-8.5: who attacks is seen."""
        effect = effect_on(self.state, who, "invisibility")
        if effect is not None:
            self.end_effect(effect, "ended")

    def is_wet(self, who: str) -> bool:
        return "liquid" in self.moment.ground.kinds_at(self.pieces[who]["at"])

    def count_down(self, effect: Json) -> None:
        """One turn less for an effect that has turns."""
        if effect["turns"] is not None:
            effect["turns"] -= 1
            if effect["turns"] == 0:
                self.end_effect(effect, "expired")
