"""Using an ability."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any, ClassVar, Final, NamedTuple

from msgspec import structs

from sightline.i18n import N_, Term, _, decimal, folded, localized
from sightline.rules import ActionSketch, Clause, Dice, Finding, Ruleset
from sightline.rules.game import Event, Json, NotUnderstood, Options, Transition, find_name, tag_of
from sightline.systems.sodwa.ability import ABILITIES, cached_by_abilities, forbidding, held_findings, title_of
from sightline.systems.sodwa.facing import facing_to
from sightline.systems.sodwa.game.ability_use import WANTED, AbilityUse, check_target
from sightline.systems.sodwa.game.actions.base import SodwaAction, clash_refusal, describe_ip_left, names_of_pieces
from sightline.systems.sodwa.game.activated_ability import ActivatedAbility, Targets, resist_chance
from sightline.systems.sodwa.game.clock import cost_of, foremost, ticks_to_turn
from sightline.systems.sodwa.game.effects import find_effect
from sightline.systems.sodwa.game.heuristic import EFFORT, position_loss
from sightline.systems.sodwa.game.refusals import refusal
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.state_resolution import Resolution
from sightline.systems.sodwa.game.surroundings import Surroundings
from sightline.systems.sodwa.game.turn_types import find_clash
from sightline.systems.sodwa.pieces import Character


class AbilityUsed(Event, frozen=True, tag="used"):
    """The use of an ability, already paid for."""

    who: str
    ability: str
    targets: Targets
    ip: int

    def tell(self) -> str:
        text = _("{who} uses {ability}: {targets}.") if self.targets else _("{who} uses {ability}.")
        words = _activated(self.ability).words
        targets = ", ".join(localized(Term(each)) if each in words else each for each in self.targets)
        return text.format(who=self.who, ability=title_of(self.ability), targets=targets)


class AbilityAction(SodwaAction, frozen=True, tag="ability"):
    """The use of an ability by a character that has it."""

    by: ClassVar[str] = N_("who has the turn, or as the ability says")
    usage: ClassVar[str] = N_("ability NAME, and its targets")
    letters: ClassVar[int] = 2  # a single one is an attack
    needs_confirmation: ClassVar[bool] = True
    nothing: ClassVar[str] = N_("the active character has no ability that is used in its turn")
    clauses: ClassVar[tuple[Clause, ...]] = (check_target.clause,)

    who: str
    ability: str
    targets: tuple[str, ...] = ()

    @classmethod
    def options(cls, rules: Ruleset[Any], state: SodwaState, around: Surroundings) -> Iterator[Options]:
        """Yield the legal uses of each ability of the active character."""
        user = around.character
        for needed, ability in ability_offers(user.abilities, state.acted, user.effects):
            if needed <= user.ip:
                yield cls._uses(AbilityUse(rules, state, user, ability, around))

    @classmethod
    def reactions(cls, rules: Ruleset[Any], state: SodwaState, user: Character) -> Iterator[Options]:
        """Yield the legal uses of each ability of a character in a turn of the opponent."""
        for ability in _activated_of(user, is_reaction=True):
            if next(_turn_objections(state, user, ability), None) is None:
                yield cls._uses(AbilityUse(rules, state, user, ability))

    @classmethod
    def turn_objections(cls, state: SodwaState, mover: Character) -> Iterable[Finding]:
        """Return the objections to the abilities of the active character, if there are some to each."""
        found = [[*find_objections(None, state, mover, each)] for each in _activated_of(mover, is_reaction=False)]
        return chain.from_iterable(found) if all(found) else ()

    @classmethod
    def _uses(cls, use: AbilityUse) -> Options:
        """Return the legal uses of an ability that the turn has room for."""
        return Options(cls, use.ability.choices(use), partial(cls._of, use.user.name, use.ability.key))

    @classmethod
    def _of(cls, who: str, ability: str, targets: Targets) -> AbilityAction:
        return cls(who=who, ability=ability, targets=targets)

    @property
    def price(self) -> int:
        return ABILITIES[self.ability].entry.cost if self.ability in ABILITIES else 0

    def check(self, rules: Ruleset[Any], state: SodwaState) -> Iterator[Finding]:
        user, ability = state.characters.get(self.who), ABILITIES.get(self.ability)
        if user is None:
            yield refusal(foremost.clause, "not-its-turn", who=self.who)
        elif ability is None or ability.key not in user.abilities:
            yield refusal(check_target.clause, "has-not-the-ability", who=self.who, ability=self.ability)
        elif not isinstance(ability, ActivatedAbility):
            yield refusal(ability.clause, "is-passive", ability=ability.title)
        else:
            yield from _turn_objections(state, user, ability)
            yield from _target_objections(AbilityUse(rules, state, user, ability), self.targets)

    def apply(self, rules: Ruleset[Any], state: SodwaState, dice: Dice) -> Transition[SodwaState]:
        ability = _activated(self.ability)
        resolution = Resolution(self._paid(state, ability), dice)
        ip = resolution.character(self.who).ip
        resolution.tell(AbilityUsed(who=self.who, ability=self.ability, targets=self.targets, ip=ip))
        ability.resolve(resolution, self.who, self.targets)
        if ability.entry.category == "attack":
            resolution.has_attacked(self.who)
        return resolution.finish()

    def _paid(self, state: SodwaState, ability: ActivatedAbility) -> SodwaState:
        """Return the state after the use has been noted and paid for."""
        user, entry = state.characters[self.who], ability.entry
        if ability.is_reaction:
            return state
        if entry.action == "move":
            user = structs.replace(user, moved=True)
        elif entry.action == "attack":
            user = structs.replace(user, attacked=True, facing=self._facing(state, user))
        return state.after_action(self.ability, user, entry.cost)

    def _facing(self, state: SodwaState, user: Character) -> Any:
        """Return the facing to the first target, as after an attack."""
        target = state.characters.get(self.targets[0]) or state.map.objects.get(self.targets[0])
        if target is None or target.cell == user.cell:
            return user.facing
        return facing_to(user.cell, [target.cell])

    def preview(self, rules: Ruleset[Any], state: SodwaState) -> Json:
        use = self._use(rules, state)
        saver, left = use.ability.saver(use, self.targets), use.user.ip - use.entry.cost
        resisted = None if saver is None else resist_chance(saver, use.ability)
        return {
            "ability": self.ability,
            "resisted": resisted,
            **use.ability.outcome(use, self.targets),
            "ip": left,
            "next": ticks_to_turn(state, left, use.user.initiative),
        }

    def describe(self, preview: Json) -> Iterator[str]:
        ability = _activated(self.ability)
        phrases = iter(ability.describe(preview))
        if preview["resisted"] is not None:
            # The outcome is only described together with the chance of none.
            text = _("{who} resists with {percent} %; else {outcome}")
            chance, outcome = int(100 * preview["resisted"]), next(phrases, ability.title)
            yield text.format(who=self.targets[0], percent=chance, outcome=outcome)
        yield from phrases
        if not ability.is_reaction:
            yield describe_ip_left(preview)

    def sketch(self, state: SodwaState) -> ActionSketch:
        use = self._use(None, state)
        there = (*state.characters, *state.map.objects)
        named = (target for kind, target in zip(use.entry.targets, self.targets, strict=True) if kind in _NAMED)
        aims = tuple(name for name in named if name in there)
        return ActionSketch(who=self.who, aims_at=aims, sites=tuple(use.ability.sites(use, self.targets)))

    def score(self, state: SodwaState) -> Fraction:
        use = self._use(None, state)
        value = use.ability.value(use, self.targets) - EFFORT
        return value if use.ability.is_reaction else value - position_loss(state, use.user)

    def reasons(self, state: SodwaState) -> Iterator[str]:
        use = self._use(None, state)
        value = decimal(float(use.ability.value(use, self.targets)))
        yield _("as good as {value} points of damage").format(value=value)

    def _use(self, rules: Any, state: SodwaState) -> AbilityUse:
        return AbilityUse(rules, state, state.characters[self.who], _activated(self.ability))

    @classmethod
    def parse(cls, text: str, state: SodwaState, side: str) -> AbilityAction:
        typed, _space, rest = text.partition(" ")
        friends = [each for each in state.characters.values() if each.side == side]
        keys = list(dict.fromkeys(key for each in friends for key in each.abilities if _is_time_for(state, each, key)))
        key = find_name(typed, keys)
        having = {each.name: each for each in friends if key in each.abilities and _is_time_for(state, each, key)}
        if not having:
            usable = [each for each in keys if isinstance(ABILITIES.get(each), ActivatedAbility)]
            message = _("nobody can use an ability now")
            if usable:
                message = _("nobody can use {ability} now; possible: {keys}")
            raise NotUnderstood(message.format(ability=repr(typed), keys=", ".join(usable)))
        ability, first = ABILITIES.get(key), next(iter(having))
        if not isinstance(ability, ActivatedAbility):
            return cls(who=first, ability=key)
        who, rest = _read_user(rest, having) if ability.is_reaction else (None, rest)
        if who is None:
            able = (name for name, each in having.items() if not any(_turn_objections(state, each, ability)))
            who = next(able, first)
        return cls(who=who, ability=key, targets=_read_targets(rest, ability, state))

    def arguments(self) -> Iterable[str | tuple[str, ...]]:
        # Several characters may have a reaction at the same time; all else is used by the active one.
        who = self.who if self.targets and _is_reaction(self.ability) else ""
        return (self.ability, who, self.targets)

    def is_numbered(self, state: SodwaState) -> bool:
        return not _is_of_places(self.ability)

    @classmethod
    def summarize(cls, actions: Sequence[AbilityAction], state: SodwaState) -> str:
        del state
        keys = ", ".join(dict.fromkeys(title_of(action.ability) for action in actions))
        return _("{do}: {abilities}; type {do} for the targets").format(do=tag_of(cls), abilities=keys)

    @classmethod
    def enumerate(cls, actions: Sequence[AbilityAction], state: SodwaState) -> Iterator[str]:
        """Yield a line for each ability: the choices for each of its targets, whatever the others are.

        If several characters can use it, there is one for each of them.
        """
        found: dict[tuple[str, str], list[Targets]] = {}
        for action in actions:
            found.setdefault((action.ability, action.who), []).append(action.targets)
        users = Counter(key for key, _who in found)
        for (key, who), choices in found.items():
            places = [", ".join(dict.fromkeys(each)) for each in zip(*choices, strict=True)]
            typed, then = " ".join((tag_of(cls), key, *([who] if users[key] > 1 else ()))), _("; then ")
            yield _("{kind}: {places}").format(kind=typed, places=then.join(places)) if places else typed


def _activated_of(user: Character, *, is_reaction: bool) -> Iterator[ActivatedAbility]:
    """Yield the abilities of a character that are used in its own turn, or in those of the opponent."""
    return (ability for ability in _activated_among(user.abilities) if ability.is_reaction == is_reaction)


@cached_by_abilities
def _activated_among(keys: tuple[str, ...]) -> Sequence[ActivatedAbility]:
    """Return the activated ones of some abilities."""
    return [ability for key in keys if isinstance(ability := ABILITIES.get(key), ActivatedAbility)]


def find_objections(rules: Any, state: SodwaState, user: Character, ability: ActivatedAbility) -> Iterator[Finding]:
    """Yield the objections to the use of an ability now, whatever its targets, or that it has no possible target."""
    found = [*_turn_objections(state, user, ability)]
    yield from found
    use = AbilityUse(rules, state, user, ability)
    if found or ability.choices(use):
        return
    if ability.entry.targets:
        yield use.refusal("nothing-in-reach", ability=ability.title)
    else:
        yield from ability.objections(use, ())


def _turn_objections(state: SodwaState, user: Character, ability: ActivatedAbility) -> Iterator[Finding]:
    """Yield the objections to the use of an ability now, whatever its targets."""
    who, entry, mover = user.name, ability.entry, state.mover
    if ability.is_reaction:
        if mover is None or mover.is_friend_of(user):
            yield refusal(ability.clause, "only-in-their-turn", ability=ability.title)
        if find_effect(state, who, ability.key) is not None:
            yield refusal(ability.clause, "taken-already", who=who, action=ability.title)
    elif mover is None or mover.name != who:
        yield refusal(foremost.clause, "not-its-turn", who=who)
        return
    else:
        yield from _clash_objections(who, state.acted, ability)
        if user.ip < _needed(ability):
            yield refusal(cost_of.clause, "too-little-ip", who=who, ip=user.ip, cost=entry.cost)
    yield from held_findings(who, user.effects, entry.action)


def _clash_objections(who: str, acted: Sequence[str], ability: ActivatedAbility) -> Iterator[Finding]:
    """Yield the objection to the use of an ability in a turn with those actions, if there is one."""
    entry, key = ability.entry, ability.key
    if entry.action == "free":
        if key in acted:
            yield refusal(check_target.clause, "taken-already", who=who, action=ability.title)
        return
    clash = find_clash(acted, entry.action or "", entry.combines)
    if clash is not None:
        yield clash_refusal(who, key, entry.action or "", clash)


def _needed(ability: ActivatedAbility) -> int:
    """Return the IP that are needed for an ability."""
    return 0 if ability.entry.action == "free" else ability.entry.cost


class AbilityOffer(NamedTuple):
    """An ability that a turn has room for, and the IP that are needed for it."""

    needed: int
    ability: ActivatedAbility


@cached_by_abilities
def ability_offers(keys: tuple[str, ...], acted: tuple[str, ...], effects: tuple[str, ...]) -> Sequence[AbilityOffer]:
    """Return those of some abilities for which a turn with those actions has room, for a user with those effects."""
    return [
        AbilityOffer(_needed(ability), ability)
        for ability in _activated_among(keys)
        if not ability.is_reaction
        and not any(_clash_objections("", acted, ability))
        and forbidding(effects, ability.entry.action) is None
    ]


def _target_objections(use: AbilityUse, targets: Targets) -> Iterator[Finding]:
    """Yield the objections to targets: to their number, to each of them, and those of the ability itself."""
    kinds, is_possible = use.entry.targets, True
    if len(targets) != len(kinds):
        wanted = ", ".join(_(WANTED[kind]) for kind in kinds)
        message = ("no-targets", "wrong-target", "wrong-targets")[min(len(kinds), 2)]
        yield use.refusal(message, ability=use.ability.title, wanted=wanted)
        return
    for kind, target in zip(kinds, targets, strict=True):
        for found in use.objections(kind, target):
            is_possible = False
            yield found
    if is_possible:
        yield from use.ability.objections(use, targets)


def _is_time_for(state: SodwaState, user: Character, key: str) -> bool:
    """Return whether it is the turn in which a character uses an ability: its own, or one of the opponent."""
    mover = state.mover
    if _is_reaction(key):
        return mover is not None and not mover.is_friend_of(user)
    return state.active == user.name


def _is_reaction(key: str) -> bool:
    """Return whether an ability is used in turns of the opponent."""
    ability = ABILITIES.get(key)
    return isinstance(ability, ActivatedAbility) and ability.is_reaction


def _read_user(text: str, having: Collection[str]) -> tuple[str | None, str]:
    """Split typed targets after the name of a user that they begin with, None if they begin with none."""
    words = text.split()
    for length in range(len(words) - 1, 0, -1):
        name = find_name(" ".join(words[:length]), having)
        if name in having:
            return name, " ".join(words[length:])
    return None, text


def _read_targets(text: str, ability: ActivatedAbility, state: SodwaState) -> Targets:
    """Parse typed targets; only names contain spaces."""
    words, found, kinds = text.split(), list[str](), ability.entry.targets
    for number, kind in enumerate(kinds, start=1):
        if not words:
            break
        taken = len(words) if number == len(kinds) else _length_of_target(words, state)
        typed, words = " ".join(words[:taken]), words[taken:]
        if kind in _NAMED:
            found.append(find_name(typed, names_of_pieces(state)))
        else:
            word = find_name(typed, ability.words)
            found.append(typed.lower() if kind == "word" and word not in ability.words else word)
    return tuple(found)


def _length_of_target(words: Sequence[str], state: SodwaState) -> int:
    """Return the number of words of the target that a text begins with: those of a name, or one."""
    names = set(map(folded, names_of_pieces(state)))
    return next((n for n in range(len(words), 0, -1) if folded(" ".join(words[:n])) in names), 1)


_NAMED: Final = ("enemy", "friend", "character", "thing", "other")


def _is_of_places(key: str) -> bool:
    """Return whether an ability has too many choices to be listed with numbers."""
    return any(kind not in _NAMED for kind in _activated(key).entry.targets)


def _activated(key: str) -> ActivatedAbility:
    ability = ABILITIES[key]
    assert isinstance(ability, ActivatedAbility)
    return ability
