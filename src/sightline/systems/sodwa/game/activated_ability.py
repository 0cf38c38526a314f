"""The base of activated abilities."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import ClassVar, Final

from sightline.i18n import ngettext
from sightline.rules import Finding, Site
from sightline.rules.game import Json
from sightline.systems.sodwa.ability import Ability
from sightline.systems.sodwa.basic_attack import MAX_ROLL, MIN_ROLL
from sightline.systems.sodwa.game.ability_use import PLACES, AbilityUse
from sightline.systems.sodwa.game.place_choices import Targets as Targets
from sightline.systems.sodwa.game.state_resolution import Resolution, resists
from sightline.systems.sodwa.pieces import Character

_MAX_CACHED: Final = 4096


class ActivatedAbility(Ability, ABC):
    """The rules of an activated ability. A subclass states its resolution, and overrides what differs."""

    words: ClassVar[tuple[str, ...]] = ()
    """The words among which one is chosen, if its entry takes a word as a target."""
    is_reaction: ClassVar[bool] = False
    """True if it is used in turns of the opponent only."""

    @abstractmethod
    def resolve(self, resolution: Resolution, user: str, targets: Targets) -> None:
        """Resolve the ability, already paid for. Karma and defeats are settled elsewhere."""

    def choices(self, use: AbilityUse) -> Sequence[Targets]:
        """Return the legal choices of targets, in order."""
        return [each for each in self.iter_choices(use) if next(self.objections(use, each), None) is None]

    def iter_choices(self, use: AbilityUse) -> Iterator[Targets]:
        """Yield the choices of targets that are possible by their kinds, in order; illegal ones may be left out."""
        kinds = use.entry.targets
        if len(kinds) == 1:
            return ((target,) for target in use.possible(kinds[0]))
        return product(*map(use.possible, kinds))

    def objections(self, use: AbilityUse, targets: Targets) -> Iterator[Finding]:
        """Yield the further objections to targets that are possible by their kinds."""
        del use, targets
        return iter(())

    def outcome(self, use: AbilityUse, targets: Targets) -> Json:
        """Return the outcome without dice, IP and save, as JSON."""
        del use, targets
        return {}

    def sites(self, use: AbilityUse, targets: Targets) -> Iterable[Site]:
        """Return the tiles and borders that a use affects, by default its targets."""
        kinds = zip(use.entry.targets, targets, strict=True)
        found = (use.state.map.find_site(target) for kind, target in kinds if kind in PLACES)
        return [site for site in found if site is not None]

    def describe(self, preview: Json) -> Iterable[str]:
        """Return that outcome in phrases of the current language, the most important first.

        By default how long the effect lasts, if it has a duration.
        """
        del preview
        return () if self.entry.duration is None else (lasting(self.entry.duration),)

    def value(self, use: AbilityUse, targets: Targets) -> Fraction:
        """Return the value of a use for a computer player, in points of damage."""
        del use, targets
        return Fraction(0)

    def saver(self, use: AbilityUse, targets: Targets) -> Character | None:
        """Return the character that makes a save against a use; by default an enemy that is the first target."""
        if self.entry.save is None or self.is_saved_each_turn or not targets or not use.is_enemy(targets[0]):
            return None
        return use.state.characters[targets[0]]


def lasting(turns: int) -> str:
    """Return how long an effect lasts, in the current language."""
    return ngettext("it lasts {turns} turn", "it lasts {turns} turns", turns).format(turns=turns)


def resist_chance(character: Character, ability: Ability) -> Fraction:
    """Return the chance that a character resists an ability."""
    entry = ability.entry
    return save_chance(getattr(character.saves, entry.save or ""), entry.strength)


@lru_cache(_MAX_CACHED)
def save_chance(save: int, strength: int) -> Fraction:
    """Return the chance of a save against a strength."""
    rolls = range(MIN_ROLL, MAX_ROLL + 1)
    return Fraction(sum(resists(roll, save, strength) for roll in rolls), len(rolls))
