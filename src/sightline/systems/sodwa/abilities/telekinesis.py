"""Telekinesis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple

from msgspec import structs

from sightline.board import Facing
from sightline.i18n import N_, _
from sightline.lattice import Cell
from sightline.rules import Clause, Dice, Finding, Position, Site, rule
from sightline.rules.game import Event, Json
from sightline.systems.sodwa.ability import is_held
from sightline.systems.sodwa.basic_attack import is_defeated
from sightline.systems.sodwa.destructible import is_wall
from sightline.systems.sodwa.facing import step_to
from sightline.systems.sodwa.game.ability_use import AbilityUse
from sightline.systems.sodwa.game.activated_ability import ActivatedAbility, Targets, resist_chance
from sightline.systems.sodwa.game.attack_on_terrain import Destroyed, damage_terrain
from sightline.systems.sodwa.game.dangers import afflictions, describe_dangers
from sightline.systems.sodwa.game.heuristic import damage_to_expect
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.state_resolution import Hurt, Resolution
from sightline.systems.sodwa.pieces import Character, is_flyer
from sightline.systems.sodwa.portals import portals_of
from sightline.systems.sodwa.step_rules import Walker, is_ceiling, step_rules_of
from sightline.systems.sodwa.terrain import as_terrain, border_kinds, drawn_kinds, is_elevated, meaning, obstructs


class Thrown(Event, frozen=True, tag="thrown"):
    """A throw: the tiles entered, and the name or place of the obstacle hit, if any."""

    who: str
    path: tuple[str, ...]
    into: str | None

    def tell(self) -> str:
        if not self.path and self.into is None:
            return _("{who} stays where it is: the map ends there.").format(who=self.who)
        if not self.path:
            return _("{who} is slammed into {into}.").format(who=self.who, into=self.into)
        if self.into is None:
            return _("{who} is thrown to {to}.").format(who=self.who, to=self.path[-1])
        return _("{who} is thrown to {to} and slams into {into}.").format(
            who=self.who, to=self.path[-1], into=self.into
        )


class Throw(NamedTuple):
    """The tiles that a throw enters, the character, object or place that stops it, and whether it ends with a fall."""

    path: tuple[Cell, ...]
    into: str | Site | None = None
    falls: bool = False


@rule(
    Clause(
        "SOD-8.13",
        "Telekinesis",
        "Unless it makes a Power save, an enemy, or else an object, is thrown up to 4 tiles in a line. Off an elevated "
        "tile it falls, for 2 damage. Slamming into something costs it 3, and what it slams into as well.",
        "Abilities: Telekinesis; the figures, falls and portals: ours",
    ),
    off=Throw(()),
)
def throw(state: SodwaState, thing: Character, by: tuple[int, int], most: int) -> Throw:
    """Return the throw of a character or object in a direction, at most `most` tiles."""
    here, path = thing.cell, list[Cell]()
    standing = {each.cell: each.name for each in state.characters.values() if each.name != thing.name}
    for _number in range(most):
        to = Cell(here.q + by[0], here.r + by[1])
        if to not in state.board:
            break
        into = _obstacle(state.map.position, thing, here, to) or standing.get(to)
        if into is not None:
            return Throw(tuple(path), into)
        path.append(to)
        falls = is_elevated(state.map.position, here) and not is_elevated(state.map.position, to)
        leads_to = portals_of(state.board).get(to)
        if (
            leads_to is not None
            and leads_to not in standing
            and _obstruction(state.map.position, thing, leads_to) is None
        ):
            path.append(leads_to)
        if falls or leads_to is not None:
            return Throw(tuple(path), falls=falls)
        here = to
    return Throw(tuple(path))


def _obstruction(position: Position, thing: Character, cell: Cell) -> str | Cell | None:
    """Return what obstructs a tile: the tile itself, or an object on it other than the one that is thrown."""
    if any(obstructs(meaning(position.terrain, kind)) for kind in drawn_kinds(position, cell)):
        return cell
    for piece in position.board.occupants.get(cell, ()):
        if piece.name != thing.name and obstructs(meaning(position.terrain, as_terrain(piece) or "clear")):
            return piece.name
    return None


def _obstacle(position: Position, thing: Character, here: Cell, to: Cell) -> str | Site | None:
    """Return the border, tile or object that stops a throw before a tile; the tile itself for corners and heights."""
    closes = is_ceiling if is_flyer(thing) else obstructs
    if here.q == to.q or here.r == to.r:
        border = position.board.border(here, to)
        if any(closes(meaning(position.border_terrain, kind)) for kind in border_kinds(position, here, to)):
            return border
    obstruction = _obstruction(position, thing, to)
    if obstruction is not None:
        return obstruction
    if is_elevated(position, here) and not is_elevated(position, to):
        position = position.with_surface(position.board.with_levels(dict.fromkeys(position.board, 0)))
    rules = Walker(position) if thing.as_terrain else step_rules_of(position, thing)
    step = rules.step(here, to, frozenset())
    return to if step is None or step.no_stop else None


class Telekinesis(ActivatedAbility):
    """Throws an enemy or an object."""

    key = "telekinesis"
    clause = throw.clause
    messages: ClassVar = {"is-held": N_("{name} is held in place and cannot be thrown")}

    def objections(self, use: AbilityUse, targets: Targets) -> Iterator[Finding]:
        target = use.state.characters.get(targets[0])
        if target is not None and is_held(target.effects):
            yield use.refusal("is-held", name=target.name)

    def _throw(self, state: SodwaState, targets: Targets) -> Throw:
        name, facing = targets
        return throw(state, _thing(state, name), step_to(Facing(facing)), self.number("distance"))

    def _fall(self, state: SodwaState, name: str, thrown: Throw) -> int:
        """Return the damage of falling off a level: none for objects and flyers."""
        character = state.characters.get(name)
        return self.number("fall") if thrown.falls and character is not None and not is_flyer(character) else 0

    def resolve(self, resolution: Resolution, user: str, targets: Targets) -> None:
        [name, _facing], entry = targets, self.entry
        is_character = name in resolution.state.characters
        if is_character and entry.save and resolution.is_saved(name, self.key, entry.save, entry.strength):
            return
        thrown = self._carry_out(resolution, targets)
        if is_character and thrown.path:
            resolution.entered(name, thrown.path[-1:])

    def _carry_out(self, resolution: Resolution, targets: Targets) -> Throw:
        """Carry out a throw that is not resisted, up to what abilities do where it ends. It takes no dice."""
        [name, _facing], thrown = targets, self._throw(resolution.state, targets)
        self._move(resolution, name, thrown)
        fall = self._fall(resolution.state, name, thrown)
        if fall:
            resolution.hurt(name, self.key, "physical", fall)
        self._slam(resolution, name, thrown)
        return thrown

    def _move(self, resolution: Resolution, name: str, thrown: Throw) -> None:
        state, into = resolution.state, thrown.into
        thing = _thing(state, name)
        path = tuple(map(state.map.label, thrown.path))
        if thrown.path and thing.as_terrain is None:
            resolution.change(structs.replace(thing, at=thrown.path[-1]))
        elif thrown.path:
            moved = structs.replace(thing, at=thrown.path[-1])
            board = state.board.without_piece(name).with_pieces([moved])
            battle_map = state.map.with_board(board, [thing.cell, moved.cell])
            resolution.state = structs.replace(state, map=battle_map)
        where = into if into is None or isinstance(into, str) else state.map.label(into)
        resolution.tell(Thrown(who=name, path=path, into=where))

    def _slam(self, resolution: Resolution, name: str, thrown: Throw) -> None:
        into, points = thrown.into, self.number("slam")
        if into is None:
            return
        for struck in (name, into):
            if isinstance(struck, str) and struck in resolution.state.characters:
                resolution.hurt(struck, self.key, "physical", points)
        if not isinstance(into, str) and is_wall(resolution.state.map.position, into):
            damage_terrain(resolution, into, points)

    def sites(self, use: AbilityUse, targets: Targets) -> Sequence[Cell]:
        return self._throw(use.state, targets).path

    def outcome(self, use: AbilityUse, targets: Targets) -> Json:
        resolution, name = Resolution(use.state, Dice(0)), targets[0]
        thrown = self._carry_out(resolution, targets)
        state, events = resolution.state, resolution.events
        target = state.characters.get(name)
        is_left = target is not None and not is_defeated(target.health)
        [outcome] = [event for event in events if isinstance(event, Thrown)]
        return {
            "path": [*outcome.path],
            "into": outcome.into,
            "destroys": any(isinstance(event, Destroyed) for event in events),
            "fall": self._fall(use.state, name, thrown),
            "hurts": {event.who: event.damage for event in events if isinstance(event, Hurt)},
            "dangers": [*afflictions(state, target, thrown.path[-1:])] if target is not None and is_left else [],
        }

    def describe(self, preview: Json) -> Iterator[str]:
        if not preview["path"] and preview["into"] is None:
            yield _("it stays where it is: the map ends there")
        if preview["path"]:
            yield _("thrown to {to}").format(to=preview["path"][-1])
        if preview["into"]:
            text = _("slammed into {into}, which falls") if preview["destroys"] else _("slammed into {into}")
            yield text.format(into=preview["into"])
        text = _("{who} falls and takes {damage} damage") if preview["fall"] else _("{who} takes {damage} damage")
        for who, damage in preview["hurts"].items():
            yield text.format(who=who, damage=damage)
        yield from describe_dangers(preview)

    def value(self, use: AbilityUse, targets: Targets) -> Fraction:
        name, thrown = targets[0], self._throw(use.state, targets)
        damage = (thrown.into is not None) * self.number("slam") + self._fall(use.state, name, thrown)
        struck = thrown.into if isinstance(thrown.into, str) else None
        value = Fraction(0)
        if use.is_enemy(name):
            target = use.state.characters[name]
            fails = 1 - resist_chance(target, self)
            loss = damage + damage_to_expect(use.state, target, thrown.path[-1:])
            value += fails * min(loss, Fraction(target.health))
        else:
            fails = Fraction(1)
        if struck is not None and struck in use.state.characters:
            value += fails * self.number("slam") * (1 if use.is_enemy(struck) else -1)
        return value


def _thing(state: SodwaState, name: str) -> Character:
    """Return a character or object by name."""
    return state.characters[name] if name in state.characters else state.map.objects[name]
