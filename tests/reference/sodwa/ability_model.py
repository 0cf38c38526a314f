"""Model: which abilities may be used in a state of a SODWA battle, and on what, from the page of abilities alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

from tests.reference.geometry import format_cell, parse_cell
from tests.reference.sodwa import model as sodwa
from tests.reference.sodwa.ability_table import ABILITIES, Ability, combines_of, type_of
from tests.reference.sodwa.destruction_model import is_obstructing, steps_apart
from tests.reference.sodwa.effect_model import has, ruins
from tests.reference.sodwa.movement_boards import Ground, border_of
from tests.reference.sodwa.movement_model import is_obstructive, neighbours
from tests.reference.sodwa.throw_model import STEPS

if TYPE_CHECKING:
    from tests.reference.sodwa.turn_model import Moment

Json = dict[str, Any]
Objection = str | None
"""Why something may not be done, None where it may."""


# --- what one does in a turn -------------------------------------------------------------------------------


def against_combining(acted: list[str], taken: str) -> Objection:
    """Return why an action does not go together with those taken in this turn."""
    kind = type_of(taken)
    if kind == "free":
        return f"{taken} taken already" if taken in acted else None
    for earlier in acted:
        earlier_kind = type_of(earlier)
        if earlier_kind == kind:
            return f"{kind} taken already"
        if earlier_kind != "free" and (earlier_kind not in combines_of(taken) or kind not in combines_of(earlier)):
            return "does not combine"
    return None


def against_acting(state: Json, who: str, kind: str) -> Objection:
    """Return why a character can take no action of a type: Stasis (SOD-8.12), Immobilize (SOD-8.10)."""
    if has(state, who, "stasis"):
        return "in stasis"
    return "immobilized" if kind == "move" and has(state, who, "immobilize") else None


def is_hidden(moment: Moment, who: str, target: str) -> bool:
    """Return whether a target is an invisible enemy that is not adjacent (SOD-8.5)."""
    one, other = (moment.world.characters[name] for name in (who, target))
    is_invisible = has(moment.state, target, "invisibility") and not sodwa.is_friend(one, other)
    return is_invisible and not moment.is_near(one["at"], other["at"])


# --- using an ability --------------------------------------------------------------------------------------


def against_using(moment: Moment, who: str, key: str, targets: list[str]) -> Objection:
    """Return why an ability may not be used on these targets."""
    return against_ability(moment, who, key) or against_targets(Aim(moment, who, ABILITIES[key]), key, targets)


def against_ability(moment: Moment, who: str, key: str) -> Objection:
    """Return why a character may not use an ability now, on whatever target."""
    state, ability = moment.state, ABILITIES.get(key)
    people = state["pieces"]
    if "side" not in people.get(who, {}):
        return "nobody"
    if ability is None or key not in moment.table.pieces[who].get("abilities", []):
        return "no such ability"
    if ability.action is None:
        return "passive"
    is_opponents_turn = moment.who is not None and people[moment.who]["side"] != people[who]["side"]
    if not (is_opponents_turn if key == "vigilance" else who == moment.who):
        return "not its turn"
    against = against_acting(state, who, ability.action) or against_combining(people[who]["acted"], key)
    if against:
        return against
    if people[who]["ip"] < ability.cost:
        return "too dear"
    return None


def against_targets(aim: Aim, key: str, targets: list[str]) -> Objection:
    """Return why an ability cannot be used on these targets."""
    if len(targets) != len(SLOTS[key]):
        return "not so many targets"
    if any(target not in aim.candidates(slot) for slot, target in zip(SLOTS[key], targets, strict=True)):
        return "no such target"
    return aim.against_people(targets) or AGAINST[key](aim, *targets) or aim.against_repeating(key, targets)


class Aim:
    """A user of an ability who looks for targets."""

    def __init__(self, moment: Moment, who: str, ability: Ability) -> None:
        self.moment, self.who, self.ability = moment, who, ability
        self.state, self.ground, self.world = moment.state, moment.ground, moment.world
        self.at = self.state["pieces"][who]["at"]
        self.known: dict[str, list[str]] = {}

    def candidates(self, slot: str) -> list[str]:
        """Return all that may be written where a target of some sort is expected."""
        if slot not in self.known:
            self.known[slot] = self._candidates(slot)
        return self.known[slot]

    def _candidates(self, slot: str) -> list[str]:
        pieces = self.state["pieces"]
        match slot:
            case "character" | "other":
                return self.ground.characters()
            case "enemy":
                return [name for name in self.ground.characters() if not self.is_friend(name)]
            case "friend":
                return [name for name in self.ground.characters() if self.is_friend(name)]
            case "enemy or object":
                return self.candidates("enemy") + [name for name in pieces if "is" in pieces[name]]
            case "tile":
                return list(self.ground.tiles)
            case "tile or border":
                return [*self.ground.tiles, *every_border(self.ground)]
            case "facing":
                return list(STEPS)
        return ["accuracy", "defense"]

    def is_friend(self, name: str) -> bool:
        """Return whether a character is of one's own side, as oneself is."""
        pieces = self.state["pieces"]
        return bool(pieces[name]["side"] == pieces[self.who]["side"])

    @cached_property
    def is_engaged(self) -> bool:
        return sodwa.is_engaged(self.world, self.world.characters[self.who])

    @property
    def is_limited(self) -> bool:
        """Whether it can help and use only what is adjacent (SOD-4.7)."""
        return self.is_engaged and self.ground.ruling("engaged") == "all-targets"

    def is_near(self, tile: str) -> bool:
        return tile == self.at or self.moment.is_near(self.at, tile)

    def distance(self, tile: str) -> int:
        return steps_apart(self.at, tile, self.ground.ruling("diagonals"))

    def sees_tile(self, tile: str) -> bool:
        """Return whether sight to a tile is not blocked, where all that is on it counts as clear."""
        return self.is_near(tile) or self.moment.is_seen(self.at, tile)

    # --- what holds of every ability -----------------------------------------------------------------------

    def against_people(self, targets: list[str]) -> Objection:
        """Return why one of the targets cannot be named: Stasis (SOD-8.12), Invisibility (SOD-8.5)."""
        for name in targets:
            if name in self.world.characters and has(self.state, name, "stasis"):
                return "target in stasis"
            if name in self.world.characters and is_hidden(self.moment, self.who, name):
                return "target invisible"
        return None

    def against_repeating(self, key: str, targets: list[str]) -> Objection:
        """Return why an effect cannot be put on where it is already; of those that begin nothing else."""
        on = targets[0] if key in ("immobilize", "bestow-regeneration", "stasis") else self.who
        return "has the effect" if key in ONLY_EFFECT and has(self.state, on, key) else None

    def against_character(self, name: str) -> Objection:
        """Return why a character is no target: range, sight, and whom the engaged can choose."""
        at = self.world.characters[name]["at"]
        if name == self.who:
            return None
        if not self.is_near(at) and (self.is_limited or (self.is_engaged and not self.is_friend(name))):
            return "engaged"
        if self.is_near(at):
            return None
        look = sodwa.look_through(self.world, self.at, at, self.ability.range)
        if self.ability.range is not None and look.distance > self.ability.range:
            return "out of range"
        return "out of sight" if look.degree == sodwa.BLOCKED and self.ability.sight else None

    def against_tile(self, tile: str) -> Objection:
        """Return why a tile is no target."""
        is_barred = self.is_limited and not self.is_near(tile)
        return "engaged" if is_barred else self.against_place(tile)

    def against_place(self, tile: str) -> Objection:
        """Return why a tile is too far away or not seen."""
        if self.ability.range is not None and self.distance(tile) > self.ability.range:
            return "out of range"
        return None if self.sees_tile(tile) or not self.ability.sight else "out of sight"

    def against_border(self, border: str) -> Objection:
        """Return why a border is no target: within range and seen is one of its two tiles, both counting as clear."""
        tiles = border.split("/")
        if self.is_limited and self.at not in tiles:
            return "engaged"
        within = [tile for tile in tiles if self.distance(tile) <= (self.ability.range or 0)]
        if not within:
            return "out of range"
        return None if self.at in tiles or any(self.sees_beyond(border, tile) for tile in within) else "out of sight"

    def sees_beyond(self, border: str, tile: str) -> bool:
        """Return whether sight to a tile of a border is not blocked, where both count as clear."""
        borders = {at: kinds for at, kinds in self.ground.borders.items() if at != border}
        if borders == self.ground.borders:
            return self.moment.is_seen(self.at, tile)
        ground = replace(cleared(self.ground, tile), borders=borders)
        return sodwa.sight(self.moment.table.world(self.state, ground), self.at, tile) != sodwa.BLOCKED


# --- each ability ------------------------------------------------------------------------------------------


def against_immolate(aim: Aim, target: str) -> Objection:
    """SOD-8.3: an attack like a basic one."""
    return aim.moment.against_shot(aim.who, target)


def against_nothing(aim: Aim) -> Objection:
    """SOD-8.5: it has no target."""
    return None


def against_teleportation(aim: Aim, tile: str) -> Objection:
    """SOD-8.7: to a free tile; after an attack a quarter as far."""
    has_attacked = "attack" in map(type_of, aim.state["pieces"][aim.who]["acted"])
    full = aim.ability.range or 0
    if tile == aim.at or aim.world.is_occupied(tile) or is_obstructive(aim.ground, aim.ground.kinds_at(tile)):
        return "tile not free"
    nearer = aim.ability._replace(range=max(1, full // 4) if has_attacked else full)
    return Aim(aim.moment, aim.who, nearer).against_tile(tile)


def against_healing(aim: Aim, friend: str) -> Objection:
    """SOD-8.8: of a friend that lacks Health."""
    is_whole = aim.state["pieces"][friend]["health"] >= aim.moment.table.health_of(friend)
    return "lacks no Health" if is_whole else aim.against_character(friend)


def against_mind_control(aim: Aim, enemy: str, target: str) -> Objection:
    """SOD-8.9: the second is an enemy as well, and one that the first could attack; that it is a friend is nothing."""
    if aim.is_friend(target) or target == enemy:
        return "nobody to attack"
    return aim.against_character(enemy) or aim.moment.against_shot(enemy, target, spares_friends=False)


def against_character(aim: Aim, name: str) -> Objection:
    """SOD-8.10 and SOD-8.12: a character within range and seen."""
    return aim.against_character(name)


def against_bestowing(aim: Aim, friend: str) -> Objection:
    """SOD-8.11: on who does not regenerate by itself."""
    has_its_own = "regeneration" in aim.moment.table.pieces[friend].get("abilities", [])
    return "regenerates already" if has_its_own else aim.against_character(friend)


def against_telekinesis(aim: Aim, target: str, facing: str) -> Objection:
    """SOD-8.13: a character that is not immobilized, or an object that lies on the map."""
    at = aim.state["pieces"][target]["at"]
    if target in aim.world.characters:
        return "immobilized" if has(aim.state, target, "immobilize") else aim.against_character(target)
    if at is None:
        return "carried"
    return aim.against_place(at)  # who is engaged may throw any object: it is nobody's


def against_barrier(aim: Aim, place: str) -> Objection:
    """SOD-8.14: on a tile that is free of everything, or a border that does not obstruct."""
    if not walled(aim.state, aim.ground, place):
        return "no room for a barrier"
    return aim.against_border(place) if "/" in place else aim.against_tile(place)


def against_portal(aim: Aim, near: str, far: str) -> Objection:
    """SOD-8.15: from the own tile or an adjacent one to another; one by one user."""
    portals = [each for each in aim.state["effects"] if each["is"] == "portal"]
    taken = {tile for each in portals for tile in each["on"]} | set(ruins(aim.state)) | aim.ground.links.keys()
    if any(each["by"] == aim.who for each in portals):
        return "has a portal"
    if not aim.is_near(near) or near == far:
        return "no such portal"
    if any(tile in taken or is_obstructive(aim.ground, aim.ground.kinds_at(tile)) for tile in (near, far)):
        return "no room for a portal"
    return aim.against_tile(far)


def against_zone(aim: Aim, tile: str) -> Objection:
    """SOD-8.16, SOD-8.17 and SOD-8.18: where one tile at least is changed."""
    return aim.against_tile(tile) if zone(aim.state, aim.ground, tile) else "nothing to change"


def against_rally(aim: Aim, word: str) -> Objection:
    """SOD-8.20: if there is somebody to rally."""
    return None if rallied(aim.moment, aim.who, word) else "nobody to rally"


def against_jinx(aim: Aim) -> Objection:
    """SOD-8.22: of an opponent that holds karma."""
    side = aim.moment.table.other(aim.state["pieces"][aim.who]["side"])
    return None if aim.state["karma"][side] > 0 else "no karma"


def against_vigilance(aim: Aim, facing: str) -> Objection:
    """SOD-8.23: to another facing."""
    return "no other facing" if facing == aim.state["pieces"][aim.who]["facing"] else None


ONLY_EFFECT = ("invisibility", "immobilize", "bestow-regeneration", "stasis", "vigilance")
"""The abilities that do nothing but begin one effect on one character."""
SLOTS: dict[str, tuple[str, ...]] = {
    "immolate": ("enemy",),
    "invisibility": (),
    "teleportation": ("tile",),
    "healing": ("friend",),
    "mind-control": ("enemy", "other"),
    "immobilize": ("enemy",),
    "bestow-regeneration": ("friend",),
    "stasis": ("character",),
    "telekinesis": ("enemy or object", "facing"),
    "barrier": ("tile or border",),
    "portal": ("tile", "tile"),
    "flood": ("tile",),
    "ice": ("tile",),
    "corrosion": ("tile",),
    "rally": ("word",),
    "jinx": (),
    "vigilance": ("facing",),
}
AGAINST: dict[str, Callable[..., Objection]] = {
    "immolate": against_immolate,
    "invisibility": against_nothing,
    "teleportation": against_teleportation,
    "healing": against_healing,
    "mind-control": against_mind_control,
    "immobilize": against_character,
    "bestow-regeneration": against_bestowing,
    "stasis": against_character,
    "telekinesis": against_telekinesis,
    "barrier": against_barrier,
    "portal": against_portal,
    "flood": against_zone,
    "ice": against_zone,
    "corrosion": against_zone,
    "rally": against_rally,
    "jinx": against_jinx,
    "vigilance": against_vigilance,
}


def uses(moment: Moment, who: str) -> Iterator[Json]:
    """Yield every legal use of a character's abilities."""
    for key in moment.table.pieces[who].get("abilities", []):
        if against_ability(moment, who, key) is not None:
            continue
        aim = Aim(moment, who, ABILITIES[key])
        for targets in product(*map(aim.candidates, SLOTS[key])):
            if against_targets(aim, key, list(targets)) is None:
                yield {"do": "ability", "who": who, "ability": key, "targets": list(targets)}


# --- where effects can be ----------------------------------------------------------------------------------


def cleared(ground: Ground, tile: str) -> Ground:
    """Return the board on which a tile is clear, whoever stands there."""
    lying = {name: piece for name, piece in ground.pieces.items() if piece.kind is None or piece.at != tile}
    return replace(ground, tiles=ground.tiles | {tile: frozenset[str]()}, pieces=lying)


def every_border(ground: Ground) -> list[str]:
    """Return the borders between two tiles of the map, in its order."""
    return [
        border_of(one, other)
        for one in in_order(ground, ground.tiles)
        for other in neighbours(ground, one)
        if border_of(one, other).startswith(f"{one}/") and steps_on_side(one, other)
    ]


def steps_on_side(one: str, other: str) -> bool:
    (x, y), (u, v) = parse_cell(one), parse_cell(other)
    return abs(x - u) + abs(y - v) == 1


def in_order(ground: Ground, tiles: Any) -> list[str]:
    """Return those of these tiles that are on the map, row by row."""
    return sorted((tile for tile in tiles if tile in ground.tiles), key=lambda tile: parse_cell(tile)[::-1])


def walled(state: Json, ground: Ground, place: str) -> list[str]:
    """Return where a barrier on a tile or border would stand: nowhere, where it cannot (SOD-8.14)."""
    if "/" in place:
        return walled_borders(state, ground, place)
    has_effect = any(place in each["on"] for each in state["effects"] if isinstance(each["on"], list))
    is_taken = any(piece.at == place for piece in ground.pieces.values()) or has_effect or place in ruins(state)
    return [] if is_taken or is_obstructing(ground, place) else [place]


def walled_borders(state: Json, ground: Ground, border: str) -> list[str]:
    """Return a border and the two that continue it, as far as they can become obstructing."""
    (x, y), (u, v) = map(parse_cell, border.split("/"))
    dx, dy = v - y, u - x  # along the border, which lies across the way from tile to tile
    found = []
    for n in (-1, 0, 1):
        cells = [(x + n * dx, y + n * dy), (u + n * dx, v + n * dy)]
        tiles = [format_cell(cell) for cell in cells if min(cell) >= 0]
        if len(tiles) == 2 and all(tile in ground.tiles for tile in tiles):
            at = border_of(*tiles)
            if at not in ruins(state) and not is_obstructing(ground, at):
                found.append(at)
    return found if border in found else []


def zone(state: Json, ground: Ground, tile: str) -> list[str]:
    """Return the tile and the eight around it, save those that obstruct or where something was destroyed."""
    around = in_order(ground, [tile, *neighbours(ground, tile)])
    return [at for at in around if not is_obstructing(ground, at) and at not in ruins(state)]


def rallied(moment: Moment, who: str, word: str) -> list[str]:
    """Return the friends in range that get what Rally gives, in the order of the file (SOD-8.20)."""
    state, world = moment.state, moment.world
    at, side = state["pieces"][who]["at"], state["pieces"][who]["side"]
    return [
        name
        for name in moment.table.characters
        if name in world.characters
        and name != who
        and state["pieces"][name]["side"] == side
        and sodwa.distance(world, at, state["pieces"][name]["at"]) <= (ABILITIES["rally"].range or 0)
        and not has(state, name, "stasis")
        and not has(state, name, f"rally-{word}")
    ]
