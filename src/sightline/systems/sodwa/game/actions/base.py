"""The base of actions: their type and cost, and the common parts of all actions of the active character."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar, Final

from msgspec import StructMeta

from sightline.i18n import N_, Term, _, ngettext
from sightline.rules import ActionSketch, Clause, Dice, Finding, Ruleset
from sightline.rules.game import Action, Json, NotUnderstood, Options, Transition
from sightline.systems.sodwa import facing
from sightline.systems.sodwa.ability import ABILITIES, forbidding, held_findings
from sightline.systems.sodwa.game.action_types import FREE, type_of
from sightline.systems.sodwa.game.clock import cost_of, foremost, ticks_to_turn, tied_characters
from sightline.systems.sodwa.game.heuristic import EFFORT, position_loss
from sightline.systems.sodwa.game.refusals import refusal
from sightline.systems.sodwa.game.state import SodwaState
from sightline.systems.sodwa.game.surroundings import Surroundings
from sightline.systems.sodwa.game.turn_types import Clash, find_clash
from sightline.systems.sodwa.pieces import Character

_UNPAID: Final = (None, FREE)


class _AbstractStructMeta(StructMeta, ABCMeta):
    """The type of structs with abstract methods."""


class SodwaAction(Action, frozen=True, metaclass=_AbstractStructMeta):
    """An action of the game, with all operations of the game on it."""

    by: ClassVar[str]
    """The description of who takes the action, in English, marked for translation."""
    action_type: ClassVar[Term | None] = None
    """The type of the action, None if it is not part of a turn or ends it."""
    clauses: ClassVar[tuple[Clause, ...]] = ()

    nothing: ClassVar[str] = ""
    """The reason if none is legal although the turn has room for one, in English, marked for translation."""

    @classmethod
    def turn_objections(cls, state: SodwaState, mover: Character) -> Iterable[Finding]:
        """Return the objections to every action of this kind by the active character."""
        del state, mover
        return ()

    @property
    def price(self) -> int:
        """The IP that the action costs."""
        return 0

    @abstractmethod
    def check(self, rules: Ruleset[Any], state: SodwaState) -> Iterable[Finding]:
        """Return the objections to the action in a phase that offers it, and the other findings about it."""

    @abstractmethod
    def apply(self, rules: Ruleset[Any], state: SodwaState, dice: Dice) -> Transition[SodwaState]:
        """Return the result of the action, which must be legal."""

    def preview(self, rules: Ruleset[Any], state: SodwaState) -> Json:
        """Return the deterministic part of the outcome of the action, which must be legal, as JSON."""
        del rules, state
        return {}

    def describe(self, preview: Json) -> Iterable[str]:
        """Return the preview in phrases of the current language, the most important first."""
        del preview
        return ()

    def sketch(self, state: SodwaState) -> ActionSketch | None:
        """Return what pictures show of the action, which must be legal; None for nothing."""
        del state
        return None

    def score(self, state: SodwaState) -> Fraction:
        """Return the heuristic value of the action, which must be legal, in points of expected damage."""
        del state
        return Fraction(0)

    def reasons(self, state: SodwaState) -> Iterable[str]:
        """Return the reasons for its `score` besides the preview, in phrases of the current language."""
        del state
        return ()


class ActiveAction(SodwaAction, frozen=True):
    """An action of the active character.

    `objections` states what forbids it; `options` finds all that nothing forbids, faster than by trying. Turn, cost and
    room in the turn are checked here: a turn has room for an action unless another one excludes it (`find_clash`) or an
    effect forbids its type. No note occurs twice in a turn.
    """

    by: ClassVar[str] = N_("who has the turn")
    note: ClassVar[str]
    """The entry under `acted` in the state after the action: its type, or its tag if it is free."""
    title: ClassVar[Term]
    """The name of the action in texts, if it is free; others are named by their type."""

    who: str

    @classmethod
    @abstractmethod
    def options(cls, state: SodwaState, around: Surroundings) -> Options:
        """Return the legal actions of this kind for the active character, none if the turn has no room for one."""

    @classmethod
    def legal(cls, state: SodwaState) -> Sequence[Action]:
        """Return the legal actions of this kind."""
        mover = active(state)
        return cls.options(state, Surroundings(state, mover)) if cls.is_available(state, mover) else ()

    def objections(self, rules: Ruleset[Any], state: SodwaState, around: Surroundings) -> Iterable[Finding]:
        """Return the objections to the action besides turn, note and cost, and the other findings about it."""
        del rules, state, around
        return ()

    def outcome(self, rules: Ruleset[Any], state: SodwaState, mover: Character) -> Json:
        """Return the preview without the turns to come."""
        del rules, state, mover
        return {}

    def describe_outcome(self, preview: Json) -> Iterable[str]:
        """Return that part of the preview in phrases of the current language, the most important first."""
        del preview
        return ()

    def gain(self, state: SodwaState, mover: Character) -> Fraction:
        """Return the value of the action itself, in points of damage."""
        del state, mover
        return Fraction(0)

    @classmethod
    def cost(cls) -> int:
        """Return the cost in IP of an action of this kind."""
        return _cost(cls.action_type)

    @property
    def price(self) -> int:
        return self.cost()

    @classmethod
    def find_clash(cls, acted: Sequence[str]) -> Clash | None:
        """Return the action of a turn that excludes an action of this kind, None if there is none."""
        kind = type_of(cls.action_type)
        if kind == FREE:
            return Clash(cls.note, is_same_type=True) if cls.note in acted else None
        return find_clash(acted, kind) if acted else None

    @classmethod
    def can_be_paid(cls, mover: Character) -> bool:
        """Return whether the remaining IP are enough for an action of this kind."""
        return cls.action_type in _UNPAID or mover.ip >= cls.cost()

    @classmethod
    def has_room(cls, acted: Sequence[str], effects: Sequence[str]) -> bool:
        """Return whether a turn with those actions has room for one of this kind, under those effects."""
        return forbidding(effects, cls.action_type) is None and cls.find_clash(acted) is None

    @classmethod
    def is_available(cls, state: SodwaState, mover: Character) -> bool:
        """Return whether the turn has room for an action of this kind, and the remaining IP are enough."""
        return cls.can_be_paid(mover) and cls.has_room(state.acted, mover.effects)

    @classmethod
    def turn_objections(cls, state: SodwaState, mover: Character) -> Iterator[Finding]:
        clash = cls.find_clash(state.acted)
        if clash is not None:
            kind = type_of(cls.action_type)
            if kind == FREE:
                yield refusal(facing.direction.clause, "taken-already", who=mover.name, action=cls.title)
            else:
                yield clash_refusal(mover.name, cls.note, kind, clash)
        yield from cls.held_findings(mover)
        if not cls.can_be_paid(mover):
            yield refusal(cost_of.clause, "too-little-ip", who=mover.name, ip=mover.ip, cost=cls.cost())

    @classmethod
    def held_findings(cls, mover: Character) -> Iterable[Finding]:
        """Return a finding if an effect on a character forbids actions of this type."""
        return held_findings(mover.name, mover.effects, cls.action_type)

    def check(self, rules: Ruleset[Any], state: SodwaState) -> Iterator[Finding]:
        mover, who = state.mover, self.who
        if mover is None or mover.name != who:
            yield refusal(foremost.clause, "not-its-turn", who=who)
            return
        yield from self.turn_objections(state, mover)
        yield from self.objections(rules, state, Surroundings(state, mover))

    def preview(self, rules: Ruleset[Any], state: SodwaState) -> Json:
        mover = active(state)
        left = mover.ip - self.cost()
        return {**self.outcome(rules, state, mover), "ip": left, "next": ticks_to_turn(state, left, mover.initiative)}

    def describe(self, preview: Json) -> Iterator[str]:
        yield from self.describe_outcome(preview)
        yield describe_ip_left(preview)

    def score(self, state: SodwaState) -> Fraction:
        mover = active(state)
        return self.gain(state, mover) - position_loss(state, mover) - EFFORT

    def paid(self, state: SodwaState, mover: Character) -> SodwaState:
        """Return the state after the action has been noted and paid for; `mover` is the mover after the action."""
        return state.after_action(self.note, mover, self.cost())

    @classmethod
    def parse(cls, text: str, state: SodwaState, side: str) -> ActiveAction:
        del side
        if state.active is None:
            names = ", ".join(tied_characters(state))
            raise NotUnderstood(_("first choose who is next: {names}").format(names=names))
        return cls(who=state.active, **cls.parse_fields(text, state))

    @classmethod
    def parse_fields(cls, text: str, state: SodwaState) -> dict[str, Any]:
        """Parse the text after the tag into the fields besides `who`. Raise `NotUnderstood`."""
        del text, state
        return {}

    def arguments(self) -> Iterable[str | tuple[str, ...]]:
        return [getattr(self, name) for name in self.__struct_fields__ if name != "who"]


@cache
def _cost(action_type: Term | None) -> int:
    """Return the cost in IP of an action with a type, or without one."""
    return cost_of(type_of(action_type))


NO_OPTIONS: Final = Options(SodwaAction, (), lambda action: action)
"""The legal actions of a kind that has none."""


def active(state: SodwaState) -> Character:
    """Return the active character. Raise ValueError if there is none."""
    mover = state.mover
    if mover is None:
        raise ValueError(state.active)
    return mover


def clash_refusal(who: str, note: str, kind: str, clash: Clash) -> Finding:
    """Return the finding that an action with this note and type cannot be combined with one already taken."""
    if clash.is_same_type:
        return refusal(cost_of.clause, "taken-already", who=who, action=Term(kind))
    action, other = (ABILITIES[each].title if each in ABILITIES else Term(each) for each in (note, clash.note))
    return refusal(cost_of.clause, "not-combined", who=who, action=action, other=other)


def in_ticks(ticks: int) -> str:
    """Return the time until a turn in words, in the current language."""
    return ngettext("in {ticks} tick", "in {ticks} ticks", ticks).format(ticks=ticks)


def describe_ip_left(preview: Json) -> str:
    """Return the IP left after an action and when the next turn comes then, in the current language."""
    if preview["next"] is None:
        return _("{ip} IP left; no further turn comes before the limit of the battle").format(**preview)
    words = _("{ip} IP left; if the turn ends there, the next one comes {then}")
    return words.format(**preview, then=in_ticks(preview["next"]))


def describe_clearing(value: Fraction) -> Iterator[str]:
    """Yield that an action clears the way, in the current language, if its `clearing_value` says so."""
    if value:
        yield _("it clears the way to the nearest enemy")


def names_of_pieces(state: SodwaState) -> Collection[str]:
    """Return the names of all characters and objects."""
    return {*state.characters, *state.map.objects, *state.carried}
