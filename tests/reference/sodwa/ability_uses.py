"""Model: what comes of using an ability of SODWA (section 8): one function for each, called when it is paid for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.reference.sodwa.ability_model import rallied, walled, zone
from tests.reference.sodwa.ability_table import ABILITIES
from tests.reference.sodwa.throw_model import throw

if TYPE_CHECKING:
    from tests.reference.sodwa.play_model import Play

HEALED, BESTOWED, RALLIED, JINXED = 4, 2, 10, 15
SLAMMED, FALLEN = 3, 2


def immolate(play: Play, who: str, target: str) -> None:
    """SOD-8.3: an attack that sets on fire."""
    play.attack(who, target, payer=play.pieces[who]["side"], burns=True)


def invisibility(play: Play, who: str) -> None:
    """SOD-8.5: the user is seen from nearby only."""
    play.begin_effect("invisibility", who, who, None, None)


def teleportation(play: Play, who: str, tile: str) -> None:
    """SOD-8.7: the user is somewhere else."""
    mine = play.pieces[who]
    before, mine["at"] = mine["at"], tile
    play.tell("teleported", **{"who": who, "from": before, "to": tile})
    if "corrosive" in play.moment.ground.kinds_at(tile):
        play.corrode(who)


def healing(play: Play, who: str, friend: str) -> None:
    """SOD-8.8: a friend regains Health."""
    play.heal(friend, who, HEALED)


def mind_control(play: Play, who: str, enemy: str, target: str) -> None:
    """SOD-8.9: unless it resists, an enemy attacks, at the cost of the controller's karma."""
    if play.saves(enemy, "mind-control", "power", 0):
        return
    play.face(enemy, target)
    play.attack(enemy, target, payer=play.pieces[who]["side"])
    play.reveal(enemy)


def immobilize(play: Play, who: str, enemy: str) -> None:
    """SOD-8.10: an enemy is frozen in place, without a save before its turn ends."""
    play.begin_effect("immobilize", enemy, who, None, ABILITIES["immobilize"].strength)


def bestow_regeneration(play: Play, who: str, friend: str) -> None:
    """SOD-8.11: a friend regenerates for some turns."""
    play.begin_effect("bestow-regeneration", friend, who, ABILITIES["bestow-regeneration"].duration, BESTOWED)


def stasis(play: Play, who: str, target: str) -> None:
    """SOD-8.12: somebody is out of it all; an enemy may resist."""
    ability = ABILITIES["stasis"]
    is_enemy = play.pieces[target]["side"] != play.pieces[who]["side"]
    if not (is_enemy and play.saves(target, "stasis", "power", ability.strength)):
        play.begin_effect("stasis", target, who, ability.duration, ability.strength)


def telekinesis(play: Play, who: str, target: str, facing: str) -> None:
    """SOD-8.13: what does not resist is thrown, and hurts itself and what it slams into."""
    thrown = play.pieces[target]
    if "side" in thrown and play.saves(target, "telekinesis", "power", 0):
        return
    path, into, sort, falls = throw(play.moment.ground, target, facing)
    thrown["at"] = path[-1] if path else thrown["at"]
    play.tell("thrown", who=target, path=path, into=into)
    if "side" in thrown and falls and not play.moment.ground.pieces[target].flies:
        play.hurt(target, "telekinesis", "physical", FALLEN)
    if "side" in thrown and into is not None:
        play.hurt(target, "telekinesis", "physical", SLAMMED)
    if into is not None and sort == "character":
        play.hurt(into, "telekinesis", "physical", SLAMMED)
    if into is not None and sort in ("border", "tile"):
        play.batter(into, SLAMMED)
    if "side" in thrown and path and "corrosive" in play.moment.ground.kinds_at(thrown["at"]):
        play.corrode(target)


def barrier(play: Play, who: str, place: str) -> None:
    """SOD-8.14: a tile or a straight line of borders obstructs for some turns."""
    moment = play.moment
    places = walled(play.state, moment.ground, moment.place_named(place) or "")
    play.begin_effect("barrier", places, who, ABILITIES["barrier"].duration, None)


def portal(play: Play, who: str, near: str, far: str) -> None:
    """SOD-8.15: two tiles are as neighbours for some turns."""
    play.begin_effect("portal", [near, far], who, ABILITIES["portal"].duration, None)


def flood(play: Play, who: str, tile: str) -> None:
    """SOD-8.16: nine tiles are liquid."""
    lay_zone(play, who, "flood", tile)


def ice(play: Play, who: str, tile: str) -> None:
    """SOD-8.17: nine tiles are icy."""
    lay_zone(play, who, "ice", tile)


def corrosion(play: Play, who: str, tile: str) -> None:
    """SOD-8.18: nine tiles are corrosive."""
    lay_zone(play, who, "corrosion", tile)


def lay_zone(play: Play, who: str, key: str, tile: str) -> None:
    ability = ABILITIES[key]
    strength = ability.strength if ability.save else None
    play.begin_effect(key, zone(play.state, play.moment.ground, tile), who, ability.duration, strength)


def rally(play: Play, who: str, word: str) -> None:
    """SOD-8.20: friends nearby are better at one thing for some turns."""
    for name in rallied(play.moment, who, word):
        play.begin_effect(f"rally-{word}", name, who, ABILITIES["rally"].duration, RALLIED)


def jinx(play: Play, who: str) -> None:
    """SOD-8.22: points leave the opponent's pool, and are gained."""
    side = play.pieces[who]["side"]
    other = play.table.other(side)
    taken = min(JINXED, play.state["karma"][other])
    play.state["karma"][other] -= taken
    play.tell("karma", side=other, gained=-taken, cancelled=0, points=play.state["karma"][other])
    play.gain_karma(side, taken)


def vigilance(play: Play, who: str, facing: str) -> None:
    """SOD-8.23: the user turns, once in an opponent's turn."""
    play.pieces[who]["facing"] = facing
    play.tell("turned", who=who, facing=facing)
    play.begin_effect("vigilance", who, who, None, None)


USES: dict[str, Callable[..., None]] = {
    "immolate": immolate,
    "invisibility": invisibility,
    "teleportation": teleportation,
    "healing": healing,
    "mind-control": mind_control,
    "immobilize": immobilize,
    "bestow-regeneration": bestow_regeneration,
    "stasis": stasis,
    "telekinesis": telekinesis,
    "barrier": barrier,
    "portal": portal,
    "flood": flood,
    "ice": ice,
    "corrosion": corrosion,
    "rally": rally,
    "jinx": jinx,
    "vigilance": vigilance,
}
