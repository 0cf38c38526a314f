"""The resolution of an action: a state that events change one after the other, in the order of records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec import structs

from sightline.i18n import N_, _
from sightline.lattice import Cell
from sightline.rules import Clause, Dice, rule
from sightline.rules.game import BattleOver, Event, Transition
from sightline.systems.sodwa.ability import Ability, SaveName, abilities_with, ability_of_effect, title_of
from sightline.systems.sodwa.basic_attack import DIE, MAX_ROLL, MIN_ROLL, is_defeated, read
from sightline.systems.sodwa.game.ability_effect import AbilityEffect, Labels
from sightline.systems.sodwa.game.effects import (
    EffectBegan,
    EffectEnded,
    EndReason,
    effects_on,
    find_effect,
    with_effects,
)
from sightline.systems.sodwa.game.karma import KarmaGained, gain, gained_by_failing
from sightline.systems.sodwa.game.objects import WasPutDown, lay_object
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.pieces import STASIS, Character, DamageKind, character_of


def damage_to(character: Character, kind: DamageKind, points: int) -> int:
    """Return the damage that a character takes from an ability or effect: none in stasis, else less its reduction."""
    if STASIS in character.effects:
        return 0
    return max(0, points - (0 if kind == "bio" else getattr(character.reduction, kind)))


class Saved(Event, frozen=True, tag="saved"):
    """A save: its dice, tens and ones, with the number of the first; `success` means that it resists."""

    who: str
    against: str
    die: int
    dice: tuple[int, int]
    roll: int
    save: int
    strength: int
    success: bool

    def tell(self) -> str:
        if self.roll == MAX_ROLL:
            text = _("{who} resists {against}: 100 always succeeds.")
        elif self.roll == MIN_ROLL:
            text = _("{who} does not resist {against}: 01 always fails.")
        elif self.success:
            text = _("{who} resists {against}: {roll} + {save}, and {needed} is enough.")
        else:
            text = _("{who} does not resist {against}: {roll} + {save}, and {needed} is needed.")
        return text.format(
            who=self.who,
            against=title_of(self.against),
            roll=f"{self.roll:02}",
            save=self.save,
            needed=MAX_ROLL + self.strength,
        )


class Healed(Event, frozen=True, tag="healed"):
    """Health regained; `health` is the Health afterwards."""

    text: ClassVar[str] = N_("{who} has {health} Health again.")

    who: str
    by: str
    health: int


class Hurt(Event, frozen=True, tag="hurt", rename={"from_": "from"}):
    """Damage by an ability or effect, after reduction; `health` is the Health afterwards."""

    who: str
    from_: str
    kind: DamageKind
    damage: int
    health: int

    def tell(self) -> str:
        text = _("{who} takes {damage} damage from {source} and has {health} Health left.")
        return text.format(who=self.who, damage=self.damage, source=title_of(self.from_), health=self.health)


class Defeated(Event, frozen=True, tag="defeated"):
    """The defeat of a character, which leaves the map."""

    text: ClassVar[str] = N_("{who} is defeated.")

    who: str


@rule(
    Clause(
        "SOD-8.19",
        "Saves",
        "A save succeeds if the dice plus the save reach 100 plus the strength of the ability. 01 fails, and 100 "
        "succeeds.",
        "Attributes: saves; the dice: ours",
    ),
    off=False,
)
def resists(roll: int, save: int, strength: int) -> bool:
    """Return whether a save with that roll of 1 to 100 succeeds."""
    if roll in (MIN_ROLL, MAX_ROLL):
        return roll == MAX_ROLL
    return roll + save >= MAX_ROLL + strength


class Resolution:
    """A state as an action, or the beginning or end of a turn, changes it, with the events.

    Karma and defeats are settled last, by `finish`.
    """

    def __init__(self, state: SodwaState, dice: Dice) -> None:
        self.state, self.dice = state, dice
        self.events: list[Event] = []
        self._karma: list[Event] = []
        self._changed: set[str] = set()

    def character(self, name: str) -> Character:
        """Return a character as it is now."""
        return self.state.characters[name]

    def tell(self, *events: Event) -> None:
        """Add events."""
        self.events.extend(events)

    def change(self, character: Character) -> None:
        """Change values of a character."""
        self.state = self.state.with_character(character)
        self._changed.add(character.name)

    # --- saves, damage, healing ---------------------------------------------------------------------------------

    def is_saved(self, name: str, against: str, save: SaveName, strength: int) -> bool:
        """Let a character make a save; return whether it resists."""
        die, tens, ones = self.dice.thrown, self.dice.throw(DIE), self.dice.throw(DIE)
        roll, own = read((tens, ones)), getattr(self.character(name).saves, save)
        success = resists(roll, own, strength)
        self.tell(
            Saved(
                who=name,
                against=against,
                die=die,
                dice=(tens, ones),
                roll=roll,
                save=own,
                strength=strength,
                success=success,
            )
        )
        return success

    def is_resisted(self, name: str, ability: Ability) -> bool:
        """Let a character make the save against an ability; return whether it resists, False if there is no save."""
        entry = ability.entry
        return entry.save is not None and self.is_saved(name, ability.key, entry.save, entry.strength)

    def hurt(self, name: str, source: str, kind: DamageKind, points: int) -> None:
        """Hurt a character by an ability or effect, less the reduction of that kind; nobody in stasis is hurt."""
        character = self.character(name)
        if STASIS in character.effects or is_defeated(character.health):
            return
        damage = damage_to(character, kind, points)
        health = max(0, character.health - damage)
        self.change(structs.replace(character, health=health))
        self.tell(Hurt(who=name, from_=source, kind=kind, damage=damage, health=health))

    def missing_health(self, name: str) -> int:
        """Return the Health that a character has lost since the battle began."""
        return missing_health(self.state, self.character(name))

    def heal(self, name: str, by: str, points: int) -> None:
        """Let a character regain Health, at most what is missing."""
        character, regained = self.character(name), min(points, self.missing_health(name))
        if regained <= 0 or is_defeated(character.health):
            return
        health = character.health + regained
        self.change(structs.replace(character, health=health))
        self.tell(Healed(who=name, by=by, health=health))

    # --- effects ------------------------------------------------------------------------------------------------

    def begin(self, key: str, on: str | Labels, by: str, turns: int | None = None, strength: int | None = None) -> None:
        """Let an effect begin, unless it is on that character already."""
        if isinstance(on, str) and find_effect(self.state, on, key) is not None:
            return
        state = structs.replace(self.state, begun=self.state.begun + 1)
        effect = AbilityEffect(id=state.begun, is_=key, on=on, by=by, turns=turns, strength=strength)
        self.state = with_effects(state, (*state.effects, effect))
        self.tell(EffectBegan(**structs.asdict(effect)))

    def end(self, effect: AbilityEffect, why: EndReason) -> None:
        """Let an effect end."""
        self.state = with_effects(self.state, tuple(each for each in self.state.effects if each.id != effect.id))
        self.tell(EffectEnded(id=effect.id, why=why))

    def count_down(self, effect: AbilityEffect) -> None:
        """Let one turn of an effect pass; after the last it ends."""
        if effect.turns is None:
            return
        if effect.turns == 1:
            self.end(effect, "expired")
            return
        less = structs.replace(effect, turns=effect.turns - 1)
        effects = tuple(less if each.id == effect.id else each for each in self.state.effects)
        self.state = structs.replace(self.state, effects=effects)

    def has_attacked(self, name: str) -> None:
        """End the effects on a character that last until it attacks."""
        for effect in [*effects_on(self.state, name)]:
            if ability_of_effect(effect.is_).ends_with_attack:
                self.end(effect, "ended")

    def entered(self, name: str, tiles: Sequence[Cell]) -> None:
        """Apply abilities to a character after any movement that entered these tiles, in order."""
        for ability in abilities_with("entered"):
            if not self._has_fallen(name):
                ability.entered(self, name, tiles)

    # --- turns --------------------------------------------------------------------------------------------------

    def begin_turn(self, name: str) -> None:
        """Apply abilities and effects at the beginning of a character's turn."""
        for effect in self.state.effects:
            if effect.by == name and not isinstance(effect.on, str):
                self.count_down(effect)
        if STASIS in self.character(name).effects:
            return
        for ability in abilities_with("turn_begins"):
            if not self._has_fallen(name):
                ability.turn_begins(self, name)

    def end_turn(self, name: str) -> None:
        """Count down the effects on a character and let it make its saves at the end of its turn."""
        for effect in self.state.effects:
            if effect.on == name and effect in self.state.effects:
                self._end_turn(name, effect)

    def _end_turn(self, name: str, effect: AbilityEffect) -> None:
        if STASIS in self.character(name).effects and effect.is_ != STASIS:
            return
        ability = ability_of_effect(effect.is_)
        ability.turn_ends(self, effect)
        if effect not in self.state.effects:
            return
        save = ability.entry.save
        if ability.is_saved_each_turn and save and self.is_saved(name, effect.is_, save, effect.strength or 0):
            self.end(effect, "saved")
        else:
            self.count_down(effect)

    # --- karma, defeats, the end --------------------------------------------------------------------------------

    def fail(self, side: str, difficulty: int) -> None:
        """Let a side gain the karma of a failure at that difficulty."""
        gained = gained_by_failing(difficulty)
        if gained:
            self.gain_karma(side, gained)

    def gain_karma(self, side: str, points: int) -> None:
        """Let a side gain points."""
        cancelled, karma = gain(self.state.karma, side, points)
        self.state = self.state.with_karma(karma)
        self._karma.append(KarmaGained(side=side, gained=points, cancelled=cancelled, points=karma[side]))

    def lose_karma(self, side: str, points: int) -> None:
        """Let a side lose points to its opponent."""
        left = self.state.karma[side] - points
        self.state = self.state.with_karma({**self.state.karma, side: left})
        self._karma.append(KarmaGained(side=side, gained=-points, cancelled=0, points=left))

    def spend_karma(self, side: str, points: int) -> None:
        """Let a side spend points on an action of its own."""
        if points:
            self.state = self.state.with_karma({**self.state.karma, side: self.state.karma[side] - points})

    def finish(self) -> Transition[SodwaState]:
        """Settle karma and defeats; return the state and the events."""
        self.tell(*self._karma)
        self._karma = []
        if self._changed:
            self._settle_defeats()
        return Transition(self.state, tuple(self.events))

    def _has_fallen(self, name: str) -> bool:
        """Return whether a character has just been defeated."""
        return name in self._changed and is_defeated(self.character(name).health)

    def _settle_defeats(self) -> None:
        fallen = [*filter(self._has_fallen, self.state.characters)]
        for name in fallen:
            self._defeat(name)
        if fallen and self.state.over is None:
            self._end_battle()

    def _defeat(self, name: str) -> None:
        """Remove a character. Its carried object is dropped on its tile, and the effects on it and by it end."""
        character = self.character(name)
        self.state = self.state.without_character(name)
        self.tell(Defeated(who=name))
        at = self.state.map.label(character.cell)
        for thing in self.state.carries.get(name, ()):
            self.state = lay_object(self.state, name, thing, character.cell)
            self.tell(WasPutDown(who=name, target=thing, at=at))
        for effect in self.state.effects:
            if name in (effect.on, effect.by):
                self.end(effect, "defeated")

    def _end_battle(self) -> None:
        left = {each.side for each in self.state.characters.values()}
        if len(left) > 1:
            return
        winner = next(iter(left), None)
        over = BattleOver(winner=winner, how="draw" if winner is None else "defeat")
        self.state = self.state.finished(over)
        self.tell(over)


def missing_health(state: SodwaState, character: Character) -> int:
    """Return the Health that a character has lost since the battle began."""
    return character_of(state.origin.pieces[character.name]).health - character.health
