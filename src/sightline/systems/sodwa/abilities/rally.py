"""Rally."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Final

from sightline.i18n import N_, Term, _, counted
from sightline.rules import Clause, Finding, rule
from sightline.rules.game import Json
from sightline.systems.sodwa import sight
from sightline.systems.sodwa.ability import ABILITIES
from sightline.systems.sodwa.attack_numbers import ATTACK, DEFENSE, NumberChange
from sightline.systems.sodwa.encounter import Encounter
from sightline.systems.sodwa.game.ability_use import AbilityUse
from sightline.systems.sodwa.game.activated_ability import ActivatedAbility, Targets
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.state_resolution import Resolution
from sightline.systems.sodwa.pieces import STASIS, Character

KEY = "rally"
_WORDS: Final = (Term("accuracy"), Term("defense"))
_TITLES: Final[Mapping[str, str]] = {
    "rally-accuracy": N_("Rally: Accuracy"),
    "rally-defense": N_("Rally: Defense"),
}


@rule(
    Clause(
        "SOD-8.20",
        "Rally",
        "For 2 of their turns friends within 3 tiles have 10 more Accuracy, or Defense.",
        "Abilities: support that raises attributes; all of it ours",
    ),
    off=(),
)
def rallied(encounter: Encounter) -> Iterable[NumberChange]:
    """Yield the modifiers of a rallied character."""
    attacker, target = encounter.attacker, encounter.target
    if _effect("accuracy") in attacker.effects:
        yield NumberChange(ATTACK, ABILITIES[KEY].number("bonus"), "rallied", {"name": attacker.name})
    if _effect("defense") in target.effects:
        yield NumberChange(DEFENSE, ABILITIES[KEY].number("bonus"), "rallied", {"name": target.name})


def _effect(word: str) -> str:
    return f"{KEY}-{word}"


def _effect_word(key: str) -> str:
    return key.removeprefix(f"{KEY}-")


class Rally(ActivatedAbility):
    """Raises Accuracy or Defense of friends nearby."""

    key = KEY
    clause = rallied.clause
    effects = tuple(map(_effect, _WORDS))
    words = _WORDS
    begins: ClassVar = N_("{on} is rallied. {effect} begins.")
    messages: ClassVar = {
        "rallied": N_("{name} is rallied"),
        "nobody-to-rally": counted(
            "there is no friend within {reach} tile whom this would help",
            "there is no friend within {reach} tiles whom this would help",
            "reach",
        ),
    }

    def effect_title(self, key: str) -> str:
        return _TITLES[key]

    def effect_mark(self, key: str) -> str:
        return _effect_word(key)[0].upper()

    def changes(self, encounter: Encounter) -> Iterable[NumberChange]:
        return rallied(encounter)

    def _helped(self, state: SodwaState, user: Character, word: str) -> Sequence[str]:
        position, most = state.map.position, self.entry.range or 0
        return [
            name
            for name, each in state.characters.items()
            if name != user.name
            and each.is_friend_of(user)
            and not {STASIS, _effect(word)} & {*each.effects}
            and sight.distance(position, user.cell, each.cell) <= most
        ]

    def objections(self, use: AbilityUse, targets: Targets) -> Iterator[Finding]:
        if not self._helped(use.state, use.user, targets[0]):
            yield use.refusal("nobody-to-rally", reach=use.entry.range or 0)

    def resolve(self, resolution: Resolution, user: str, targets: Targets) -> None:
        [word], state = targets, resolution.state
        for name in self._helped(state, state.characters[user], word):
            resolution.begin(_effect(word), name, user, self.entry.duration, self.number("bonus"))

    def outcome(self, use: AbilityUse, targets: Targets) -> Json:
        return {"characters": self._helped(use.state, use.user, targets[0])}

    def describe(self, preview: Json) -> Iterator[str]:
        yield _("{bonus} more for {names}").format(bonus=self.number("bonus"), names=", ".join(preview["characters"]))
        yield from super().describe(preview)

    def value(self, use: AbilityUse, targets: Targets) -> Fraction:
        return Fraction(len(self._helped(use.state, use.user, targets[0])), 2)
