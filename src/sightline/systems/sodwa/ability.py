"""Abilities: their data, the base class of their rules, and the registry by key.

The rules of each ability are a module of `sightline.systems.sodwa.abilities`; its numbers are an entry of
`abilities.toml`. `register` adds one from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, TypeVar

from msgspec import Struct

from sightline.i18n import N_, Term, _
from sightline.rules import Clause, Effect, Finding, Message
from sightline.systems.sodwa.entry_file import Count, EntryFormat, EntryKey

if TYPE_CHECKING:
    from sightline.lattice import Cell
    from sightline.systems.sodwa.attack_numbers import NumberChange
    from sightline.systems.sodwa.encounter import Encounter, Refusal
    from sightline.systems.sodwa.game.ability_effect import AbilityEffect
    from sightline.systems.sodwa.game.state import SodwaState
    from sightline.systems.sodwa.game.state_resolution import Resolution
    from sightline.systems.sodwa.pieces import Character

_FILE: Final = Path(__file__).with_name("abilities.toml")
_MAX_CACHED: Final = 4096
_Function = TypeVar("_Function", bound=Callable[..., object])

Category = Literal["attack", "enhancement", "support", "battlefield-control"]
ActionType = Literal["move", "attack", "special", "free"]
SaveName = Literal["fortitude", "reflex", "power"]
TargetKind = Literal["enemy", "friend", "character", "thing", "tile", "border", "site", "facing", "word", "other"]


class AbilityEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An ability in the file of abilities.

    - `action` is the type of action that using it is, None if it is passive; `cost` are its IP.
    - `range` None means without limit, `sight` that the target must be seen.
    - `strength` makes the `save` harder; `duration` is in turns.
    - `combines` are the types of action with which it can be combined in one turn.
    - `targets` are the kinds of targets that must be named, in order: a `thing` is an enemy or an object, a `site` a
      tile or a border, and an `other` a character at any range, in sight or not.
    - `numbers` are numbers specific to the ability, by name.
    - `worth` are the points that it adds to the cost of a roster character.
    """

    category: Category
    action: ActionType | None = None
    cost: Count = 0
    range: Count | None = None
    sight: bool = False
    save: SaveName | None = None
    strength: Count = 0
    duration: Count | None = None
    combines: tuple[ActionType, ...] = ()
    targets: tuple[TargetKind, ...] = ()
    numbers: Mapping[EntryKey, Count] = {}
    worth: Count = 0


ABILITY_FORMAT: Final = EntryFormat("Abilities of SODWA", AbilityEntry)
"""The form of the file of abilities."""


def read_entries(text: str, *, file: str = "-") -> Mapping[str, AbilityEntry]:
    """Return the entries of a file by key. Raise `EntryFileError` with all of its problems."""
    return ABILITY_FORMAT.read(text, file=file)


@cache
def _entries() -> Mapping[str, AbilityEntry]:
    return read_entries(_FILE.read_text(encoding="utf-8"), file=_FILE.name)


class Ability:
    """The rules of an ability. A derived class states a key and a clause, and overrides what differs."""

    key: ClassVar[str]
    clause: ClassVar[Clause]
    messages: ClassVar[Mapping[str, str]] = {}
    """English texts of its findings, by message id."""
    begins: ClassVar[str] = N_("{effect} begins on {on}.")
    """The sentence that narrates the beginning of an effect."""

    mark: ClassVar[str] = ""
    """The letter or sign of its effects in pictures; if empty, the first letter of their name."""
    effects: ClassVar[tuple[str, ...]] = ()
    """The keys of its effects on characters; if empty, its only effect, on places, has the key of the ability."""
    terrain: ClassVar[str | None] = None
    """The kind of terrain that its effects create on tiles and borders, None for none."""
    imperils: ClassVar[bool] = False
    """True if its terrain may stop or hurt walkers: paths avoid it if that costs no more."""
    ends_with_attack: ClassVar[bool] = False
    """True if an effect on a character ends when that character attacks."""
    ends_with_turn: ClassVar[bool] = False
    """True if an effect ends with the current turn, of any character."""
    is_saved_each_turn: ClassVar[bool] = False
    """True if the character with an effect makes the save as its turns end."""

    def __init__(self, entry: AbilityEntry | None = None) -> None:
        self._entry = entry

    @property
    def title(self) -> Term:
        """The name of the ability, marked for translation."""
        return Term(self.clause.title)

    @property
    def entry(self) -> AbilityEntry:
        """The data of the ability."""
        return _entries()[self.key] if self._entry is None else self._entry

    def number(self, name: str) -> int:
        """Return a number of the ability. Raise KeyError for an unknown name."""
        return self.entry.numbers[name]

    def effect_title(self, key: str) -> str:
        """Return the name of its effect with a key, in English until translated."""
        del key
        return self.clause.title

    def effect_mark(self, key: str) -> str:
        """Return the letter or sign of its effect with a key in pictures."""
        return self.mark or self.effect_title(key)[0]

    # Effects on attacks:

    def changes(self, encounter: Encounter) -> Iterable[NumberChange]:
        """Return its modifiers of the numbers of an attack."""
        del encounter
        return ()

    # Effects for a character that has the ability:

    def attacks_unseen(self) -> bool:
        """Return whether ranged attacks need no sight."""
        return False

    def pierces(self) -> bool:
        """Return whether damage reduction is ignored."""
        return False

    def more_damage(self, karma: int) -> int:
        """Return the bonus to Damage of its attacks while its side has `karma`."""
        del karma
        return 0

    # Effects on a character that has an effect of the ability:

    def refusals(self, encounter: Encounter) -> Sequence[Refusal]:
        """Return the reasons why the character, the target, cannot be attacked or named as a target."""
        del encounter
        return ()

    def holds(self) -> bool:
        """Return whether the character cannot be thrown or knocked back."""
        return False

    def forbids(self, action: str | None) -> bool:
        """Return whether the character cannot take actions of a type; None means those that exist only in turns."""
        del action
        return False

    def links(self) -> bool:
        """Return whether the two tiles that an effect is on are neighbours for movement."""
        return False

    # Hooks at certain times:

    def turn_begins(self, resolution: Resolution, who: str) -> None:
        """Apply the ability when the turn of a character begins."""

    def entered(self, resolution: Resolution, who: str, tiles: Sequence[Cell]) -> None:
        """Apply the ability to a character after a movement of any kind that entered tiles."""

    def halts(self, state: SodwaState, mover: Character, cell: Cell) -> bool:
        """Return whether a Move that enters a tile and would continue ends there unless the mover makes the save.

        It is called only for tiles that are perilous to the mover.
        """
        del state, mover, cell
        return False

    def afflicts(self, state: SodwaState, mover: Character, tiles: Sequence[Cell]) -> Cell | None:
        """Return the first of the tiles entered by a movement on which it hurts the mover, None if it does not."""
        del state, mover, tiles
        return None

    def loss(self, character: Character) -> Fraction:
        """Return the expected damage if the ability afflicts a character."""
        del character
        return Fraction(0)

    def turn_ends(self, resolution: Resolution, effect: AbilityEffect) -> None:
        """Apply an effect on a character when its turn ends, before its save and the countdown of its duration."""


ABILITIES: Final[dict[str, Ability]] = {}
"""The abilities by key, in the order of the rulebook."""
ABILITY_MESSAGES: Final[dict[str, str]] = {}
"""The texts of all their findings."""
_EFFECTS: Final[dict[str, Ability]] = {}
"""The abilities by the keys of their effects, on characters or on tiles and borders."""
_CACHES: Final[list[Callable[[], None]]] = []
"""The functions that empty the caches of `cached_by_abilities`."""


def cached_by_abilities(find: _Function) -> _Function:
    """Decorate a function to be cached until the set of abilities changes."""
    cached: Any = lru_cache(_MAX_CACHED)(find)
    _CACHES.append(cached.cache_clear)
    return cached  # type: ignore[no-any-return]


def _clear_caches() -> None:
    for clear in _CACHES:
        clear()


def register(ability: Ability) -> None:
    """Add an ability. Raise ValueError if its key is taken."""
    if ability.key in ABILITIES:
        raise ValueError(ability.key)
    ABILITIES[ability.key] = ability
    ABILITY_MESSAGES.update(ability.messages)
    _EFFECTS.update(dict.fromkeys(ability.effects or (ability.key,), ability))
    _clear_caches()


@contextmanager
def registered(ability: Ability) -> Iterator[None]:
    """Add an ability for the duration of the context. Raise ValueError if its key is taken."""
    register(ability)
    try:
        yield
    finally:
        del ABILITIES[ability.key]
        for message in ability.messages:
            del ABILITY_MESSAGES[message]
        for key in ability.effects or (ability.key,):
            del _EFFECTS[key]
        _clear_caches()


def ability_of_effect(key: str) -> Ability:
    """Return the ability of the effects with a key. Raise KeyError for an unknown key."""
    return _EFFECTS[key]


def title_of(key: str) -> str:
    """Return the name of an ability or effect in the current language; the key itself if it is unknown."""
    if key in _EFFECTS:
        return _(_EFFECTS[key].effect_title(key))
    return _(ABILITIES[key].clause.title) if key in ABILITIES else key


def worth_of(key: str) -> int:
    """Return the points that an ability adds to the cost of a character."""
    return ABILITIES[key].entry.worth if key in ABILITIES else _entries()[key].worth


def ability_keys() -> Iterable[str]:
    """Return the keys that a character can state."""
    return dict.fromkeys((*_entries(), *ABILITIES))


def effect_keys() -> Iterable[str]:
    """Return the keys of the effects that a character can have."""
    return dict.fromkeys(key for ability in ABILITIES.values() for key in ability.effects)


@cached_by_abilities
def abilities_with(name: str) -> Sequence[Ability]:
    """Return the abilities that override the method with a name, in the order of the rulebook."""
    base: Any = getattr(Ability, name)
    return tuple(ability for ability in ABILITIES.values() if getattr(type(ability), name) is not base)


@cached_by_abilities
def perilous_terrain() -> Sequence[str]:
    """Return the kinds of terrain that may stop or hurt walkers."""
    return tuple(ability.terrain or "" for ability in abilities_with("imperils"))


@cached_by_abilities
def refusing(effects: tuple[str, ...]) -> Sequence[Ability]:
    """Return the abilities whose effects may prevent a character from being a target, in the order of the rulebook."""
    of_effects = [_EFFECTS[key] for key in effects]
    return tuple(ability for ability in abilities_with("refusals") if ability in of_effects)


def attacks_unseen(abilities: Iterable[str]) -> bool:
    """Return whether a character with these abilities makes ranged attacks without sight."""
    return any(ABILITIES[key].attacks_unseen() for key in abilities if key in ABILITIES)


def pierces(abilities: Iterable[str]) -> bool:
    """Return whether the attacks of a character with these abilities ignore damage reduction."""
    return any(ABILITIES[key].pierces() for key in abilities if key in ABILITIES)


def damage_bonus(abilities: Iterable[str], karma: int) -> int:
    """Return the bonus to Damage of the attacks of a character with these abilities."""
    return sum(ABILITIES[key].more_damage(karma) for key in abilities if key in ABILITIES)


def is_held(effects: Iterable[str]) -> bool:
    """Return whether a character with these effects cannot be thrown or knocked back."""
    return any(_EFFECTS[key].holds() for key in effects)


def forbidding(effects: Iterable[str], action: str | None) -> Ability | None:
    """Return the ability whose effect forbids actions of a type, None if none does."""
    return next((_EFFECTS[key] for key in effects if _EFFECTS[key].forbids(action)), None)


def held_findings(who: str, effects: Iterable[str], action: str | None) -> tuple[Finding, ...]:
    """Return a finding if one of the effects on a character forbids actions of a type."""
    holding = forbidding(effects, action)
    if holding is None:
        return ()
    message = Message("held", {"who": who, "effect": holding.title})
    return (Finding(clause=holding.clause, effect=Effect.FORBIDS, message=message),)
