"""Attacking a character, or obstructing terrain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Self

from msgspec import structs

from sightline.i18n import N_, Term, _, decimal
from sightline.lattice import Cell
from sightline.rules import ActionSketch, Clause, Dice, Finding, Ruleset, Site
from sightline.rules.game import Json, Options, Transition, find_name
from sightline.systems.sodwa import destructible
from sightline.systems.sodwa.basic_attack import attack_kind, is_refused
from sightline.systems.sodwa.facing import facing_to
from sightline.systems.sodwa.game import attack_on_character as on_character
from sightline.systems.sodwa.game import attack_on_terrain as on_terrain
from sightline.systems.sodwa.game.action_types import ATTACK
from sightline.systems.sodwa.game.actions.base import (
    NO_OPTIONS,
    ActiveAction,
    active,
    describe_clearing,
    names_of_pieces,
)
from sightline.systems.sodwa.game.heuristic import DEFEAT, attack_value
from sightline.systems.sodwa.game.refusals import refusal
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.state_resolution import Resolution
from sightline.systems.sodwa.game.surroundings import Surroundings
from sightline.systems.sodwa.pieces import Character


class AttackAction(ActiveAction, frozen=True, tag="attack"):
    """An attack of the active character. The target is a character of that name, else a tile or border."""

    usage: ClassVar[str] = N_("attack NAME, or a tile or border")
    nothing: ClassVar[str] = N_("nothing that can be attacked is within reach")
    needs_confirmation: ClassVar[bool] = True
    action_type: ClassVar[Term] = ATTACK
    note: ClassVar[str] = "attack"
    clauses: ClassVar[tuple[Clause, ...]] = (attack_kind.clause,)

    target: str

    @classmethod
    def options(cls, state: SodwaState, around: Surroundings) -> Options:
        """Return the legal attacks on characters."""
        who = around.character.name
        names = [each.target.name for each in around.enemies_in_reach() if not is_refused(each)]
        return Options(cls, names, lambda target: cls(who=who, target=target))

    @classmethod
    def terrain_options(cls, state: SodwaState, around: Surroundings) -> Options:
        """Return the legal attacks on terrain."""
        who, labels = around.character.name, around.strikable()
        if not labels:
            return NO_OPTIONS
        # A label that is also the name of a character means the character.
        names = [label for label in labels if label not in state.characters]
        return Options(cls, names, lambda target: cls(who=who, target=target))

    @classmethod
    def held_findings(cls, mover: Character) -> Iterable[Finding]:
        return ()  # they are among the findings about the attack

    def objections(self, rules: Ruleset[Any], state: SodwaState, around: Surroundings) -> Iterable[Finding]:
        if self.target == self.who:
            return (refusal(attack_kind.clause, "itself", who=self.target),)
        if self.target in state.characters:
            return on_character.findings(rules, state, around.character, state.characters[self.target])
        site = state.map.find_site(self.target)
        if site is None or not destructible.is_wall(state.map.position, site):
            return (refusal(attack_kind.clause, "no-target", target=self.target),)
        return destructible.strike_findings(around.terrain_encounter(site))

    def apply(self, rules: Ruleset[Any], state: SodwaState, dice: Dice) -> Transition[SodwaState]:
        mover = active(state)
        facing = facing_to(mover.cell, self._tiles(state))
        after = self.paid(state, structs.replace(mover, attacked=True, facing=facing))
        resolution = Resolution(after, dice)
        if self.target in state.characters:
            on_character.resolve(resolution, self.who, self.target, mover.side or "")
        else:
            on_terrain.resolve(resolution, active(after), self._site(state))
        resolution.has_attacked(self.who)
        return resolution.finish()

    def _site(self, state: SodwaState) -> Site:
        """Return the tile or border that is attacked."""
        site = state.map.find_site(self.target)
        if site is None:
            raise ValueError(self.target)
        return site

    def _tiles(self, state: SodwaState) -> Sequence[Cell]:
        """Return the tiles whose middle the attacker turns to."""
        if self.target in state.characters:
            return (state.characters[self.target].cell,)
        return destructible.tiles_of(self._site(state))

    def sketch(self, state: SodwaState) -> ActionSketch:
        return ActionSketch(who=self.who, attacks=self.target)

    def outcome(self, rules: Ruleset[Any], state: SodwaState, mover: Character) -> Json:
        if self.target in state.characters:
            return on_character.preview(state, mover, state.characters[self.target])
        return on_terrain.preview(state, mover, self._site(state))

    def describe_outcome(self, preview: Json) -> Iterable[str]:
        if "odds" in preview:
            return on_character.describe(self.target, preview)
        return on_terrain.describe(preview)

    def gain(self, state: SodwaState, mover: Character) -> Fraction:
        if self.target in state.characters:
            return attack_value(state, Surroundings(state, mover).encounter(state.characters[self.target]))
        return on_terrain.value(state, mover, self._site(state))

    def reasons(self, state: SodwaState) -> Iterator[str]:
        value = self.gain(state, active(state))
        if self.target in state.characters:
            text = _("worth {value} points of damage on average, with {defeat} more for a defeat")
            yield text.format(value=decimal(float(value)), defeat=DEFEAT)
        else:
            yield from describe_clearing(value)

    @classmethod
    def parse_fields(cls, text: str, state: SodwaState) -> dict[str, Any]:
        return {"target": find_name(text, names_of_pieces(state))}

    def is_numbered(self, state: SodwaState) -> bool:
        return self.target in state.characters

    @classmethod
    def summarize(cls, actions: Sequence[Self], state: SodwaState) -> str:
        del state
        return _("attack, on terrain: {places}").format(places=" ".join(action.target for action in actions))
