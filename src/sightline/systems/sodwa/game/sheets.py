"""The sheets of characters: section 9, the panels of the screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sightline.i18n import _, ngettext, pgettext, word
from sightline.rules import CharacterRow, CharacterSheet, Ruleset, SheetAbility, SheetHealth
from sightline.rules.message_text import say
from sightline.systems.sodwa import attack_numbers, sight, teams
from sightline.systems.sodwa.ability import ABILITIES, damage_bonus, title_of
from sightline.systems.sodwa.game.actions.ability import find_objections
from sightline.systems.sodwa.game.actions.base import in_ticks
from sightline.systems.sodwa.game.activated_ability import ActivatedAbility
from sightline.systems.sodwa.game.clock import gets_turn, ip_gained, ticks_to_turn
from sightline.systems.sodwa.game.effects import effects_on
from sightline.systems.sodwa.game.screen import panel_groups
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.state_resolution import resists
from sightline.systems.sodwa.pieces import AttackKind, Character, Reduction, Saves, attributes, character_of


def sheets(rules: Ruleset[Any], state: SodwaState) -> Mapping[str, CharacterSheet]:
    """Return the sheet of every character on the map, by name."""
    return {name: _sheet(rules, state, character) for name, character in state.characters.items()}


def effect_texts(state: SodwaState, name: str) -> tuple[str, ...]:
    """Return the effects on a character in the current language, with the turns that each still lasts."""
    return tuple(
        title_of(effect.is_) if effect.turns is None else f"{title_of(effect.is_)} {effect.turns}"
        for effect in effects_on(state, name)
    )


def _sheet(rules: Ruleset[Any], state: SodwaState, character: Character) -> CharacterSheet:
    name, ticks = character.name, _ticks(state, character)
    return CharacterSheet(
        side=character.side,
        at=state.map.label(character.cell),
        health=SheetHealth(character.health, character_of(state.origin.pieces[name]).health),
        groups=panel_groups(
            _combat(character),
            _info(character),
            _initiative(character, _when(state, character, ticks)),
            _saves(character.saves),
            _reduction(character.reduction),
        ),
        badges=tuple(_badges(state, character)),
        abilities=tuple(_ability(rules, state, character, key) for key in character.abilities),
        ticks=ticks,
    )


def _ticks(state: SodwaState, character: Character) -> int | None:
    """Return the ticks until the next turn of a character, None for the one that has the turn or if none comes."""
    if character.name == state.active or state.over is not None:
        return None
    return 0 if character.name in state.due else ticks_to_turn(state, character.ip, character.initiative)


def _when(state: SodwaState, character: Character, ticks: int | None) -> str:
    """Return when the next turn of a character comes, in the current language."""
    if ticks:
        return in_ticks(ticks)
    return pgettext("turn", "now") if ticks == 0 or character.name == state.active else pgettext("turn", "none")


def _combat(character: Character) -> Iterator[CharacterRow]:
    kinds: tuple[AttackKind, ...] = ("melee", "ranged")
    more = damage_bonus(character.abilities, character.karma)
    values, less = attack_numbers.own_values.clause.id, attack_numbers.ignored.clause.id
    for kind in kinds:
        numbers = attributes(character, kind)
        if numbers is not None:
            damage = f"{numbers.damage + more} {word(character.damage_kind)}"
            yield CharacterRow(pgettext("sheet", "Accuracy"), str(numbers.accuracy), kind, values)
            yield CharacterRow(pgettext("sheet", "Damage"), damage, kind, less)
            yield CharacterRow(pgettext("sheet", "Defense"), str(numbers.defense), kind, values)


def _info(character: Character) -> Iterator[CharacterRow]:
    evasion, distance = attack_numbers.evasion.clause.id, sight.distance.clause.id
    yield CharacterRow(pgettext("sheet", "Points"), str(character.points), None, teams.worth.clause.id)
    yield CharacterRow(pgettext("sheet", "Move"), str(character.move), None, distance)
    yield CharacterRow(pgettext("sheet", "Range"), str(character.range), None, distance)
    yield CharacterRow(pgettext("sheet", "Evasion"), str(character.evasion), None, evasion)
    if character.facing is not None:
        yield CharacterRow(pgettext("sheet", "Facing"), str(character.facing), None, evasion)


def _initiative(character: Character, when: str) -> Iterator[CharacterRow]:
    gained = ip_gained.clause.id
    yield CharacterRow(pgettext("sheet", "Initiative"), str(character.initiative), None, gained)
    yield CharacterRow(pgettext("sheet", "IP"), str(character.ip), None, gained)
    yield CharacterRow(pgettext("sheet", "Next turn"), when, None, gets_turn.clause.id)


def _saves(saves: Saves) -> Iterator[CharacterRow]:
    yield CharacterRow(pgettext("sheet", "Fortitude"), str(saves.fortitude), None, resists.clause.id)
    yield CharacterRow(pgettext("sheet", "Reflex"), str(saves.reflex), None, resists.clause.id)
    yield CharacterRow(pgettext("sheet", "Power"), str(saves.power), None, resists.clause.id)


def _reduction(reduction: Reduction) -> Iterator[CharacterRow]:
    ignored = attack_numbers.ignored.clause.id
    yield CharacterRow(pgettext("sheet", "Physical"), str(reduction.physical), "physical", ignored)
    yield CharacterRow(pgettext("sheet", "Energy"), str(reduction.energy), "energy", ignored)
    yield CharacterRow(pgettext("sheet", "Magical"), str(reduction.magical), "magical", ignored)


def _badges(state: SodwaState, character: Character) -> Iterator[str]:
    """Yield the effects on a character with the turns that they last, and what its own actions have left."""
    for effect in effects_on(state, character.name):
        title = title_of(effect.is_)
        if effect.turns is None:
            yield title
        else:
            text = ngettext("{effect}: {turns} turn left", "{effect}: {turns} turns left", effect.turns)
            yield text.format(effect=title, turns=effect.turns)
    if character.moved:
        yield _("has moved: {modifier} less Accuracy, {modifier} more Defense").format(
            modifier=attack_numbers.MOVED_MODIFIER
        )
    if carried := state.carries.get(character.name):
        yield _("carries {things}").format(things=", ".join(carried))


def _ability(rules: Ruleset[Any], state: SodwaState, character: Character, key: str) -> SheetAbility:
    ability = ABILITIES.get(key)
    if ability is None:
        return SheetAbility(key, key, "", None, legal=False)
    name, text = title_of(key), _(ability.clause.text)
    if not isinstance(ability, ActivatedAbility):
        return SheetAbility(key, name, text, None, legal=False)
    why = tuple(
        dict.fromkeys(say(each.message, rules.messages) for each in find_objections(rules, state, character, ability))
    )
    return SheetAbility(key, name, text, ability.entry.cost, not why, why)
