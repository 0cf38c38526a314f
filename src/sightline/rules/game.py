"""What a rule system supplies that is played as a whole game: its states, its actions, and what comes of them.

`sightline.battles` runs, records, undoes and replays such games.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, overload

from msgspec import Struct

from sightline.board import Piece, Zone
from sightline.rules.answers import Finding
from sightline.rules.dice import Dice
from sightline.rules.field_errors import FieldError
from sightline.rules.phase import Phase
from sightline.rules.position import Position
from sightline.rules.team import Team

Json = Mapping[str, Any]


class Action(Struct, frozen=True, kw_only=True, tag_field="do"):
    """Something that a player does; a system derives one for each kind, with its tag."""


class Event(Struct, frozen=True, kw_only=True, tag_field="event"):
    """Something that happens; a system derives one for each kind, with its tag."""


class CoinTossed(Event, frozen=True, tag="coin"):
    """A coin says which side is first: the first seat's where the die, which `die` numbers, is even."""

    side: str
    die: int


class BattleOver(Event, frozen=True, tag="over"):
    """The end of the battle: who has won, if anybody has, and how."""

    winner: str | None
    how: str


Option = TypeVar("Option")


class Options(Sequence[Action]):
    """Actions of one kind: one `of` each of these, made when it is looked at."""

    __slots__ = ("_make", "_of", "kind")

    def __init__(self, kind: type[Action], of: Sequence[Option], make: Callable[[Option], Action]) -> None:
        self.kind = kind
        self._of: Sequence[Any] = of
        self._make: Callable[[Any], Action] = make

    def __len__(self) -> int:
        return len(self._of)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Options: ...
    def __getitem__(self, index: int | slice) -> Action | Options:
        if isinstance(index, slice):
            return Options(self.kind, self._of[index], self._make)
        return self._make(self._of[index])


class Check(Struct, frozen=True, kw_only=True):
    """Whether an action may be taken, with everything that speaks against it."""

    legal: bool
    findings: tuple[Finding, ...] = ()


class UpcomingTurn(Struct, frozen=True, kw_only=True):
    """A turn that is to come, and how many ticks from now."""

    who: str
    ticks: int


AnyState = TypeVar("AnyState")


class Transition(NamedTuple, Generic[AnyState]):
    """What comes of an action: the next state, and what happened, in order."""

    state: AnyState
    events: tuple[Event, ...]


class Game(ABC, Generic[AnyState]):
    """A game: states are frozen values, actions and events frozen structs."""

    actions: ClassVar[tuple[type[Action], ...]]
    """The kinds of actions; objects of JSON are read as one of them by their key `do`."""
    phases: ClassVar[Sequence[Phase]] = ()
    """The phases that a state can be in; empty where nothing is said of them."""

    roster: ClassVar[Mapping[str, Piece]] = {}
    """Characters that teams can have, by key; where they stand and for whom means nothing."""
    settled: ClassVar[tuple[str, ...]] = ()
    """The fields of a piece, besides name, place and side, that teams do not state."""

    @abstractmethod
    def check_team(self, team: Team) -> Iterator[FieldError]:
        """Yield why a team cannot enter a battle, its characters apart; keys are those of its mapping."""

    @abstractmethod
    def check_character(self, character: Piece) -> Iterator[FieldError]:
        """Yield what is wrong with what a character of a team states; keys are those of its mapping."""

    @abstractmethod
    def lay(self, character: Piece, place: tuple[int, int], zone: Zone, seat: int) -> Piece:
        """Give a character of the team in a seat, 0 or 1, on the map: where a place of a formation lies on a zone.

        The place is a column and row, both from 0. The character may come to stand outside the zone, even off the map.
        """

    @abstractmethod
    def check_start(self, position: Position) -> Iterator[FieldError]:
        """Yield why no battle can begin in a position; keys are those of its pieces, "" for all of them."""

    @abstractmethod
    def sides(self, position: Position) -> Sequence[str]:
        """Give the sides of a battle that can begin in a position, the first seat's first."""

    @abstractmethod
    def start(self, position: Position, sides: Sequence[str], limit: int, dice: Dice) -> Transition[AnyState]:
        """Give the first state of a battle between sides, the first seat's first, that lasts so many ticks at most.

        It is one in which somebody has to act, or the battle is over.
        """

    @abstractmethod
    def check(self, state: AnyState, action: Action) -> Check:
        """Tell whether an action may be taken, and everything that speaks against it."""

    @abstractmethod
    def apply(self, state: AnyState, action: Action, dice: Dice) -> Transition[AnyState]:
        """Take an action that may be taken."""

    @abstractmethod
    def legal(self, state: AnyState) -> Sequence[Options]:
        """Give the actions that may be taken: of moves one path to each place, and no giving up.

        Actions of one kind may be in several groups; none is empty.
        """

    @abstractmethod
    def forecast(self, state: AnyState, turns: int) -> Sequence[UpcomingTurn]:
        """Give the next turns to come, as far as they are known."""

    @abstractmethod
    def result(self, state: AnyState) -> BattleOver | None:
        """Give how the battle has ended, None while it goes on."""

    @abstractmethod
    def to_act(self, state: AnyState) -> str | None:
        """Give the side that has to act, None where the battle is over."""

    def phase(self, state: AnyState) -> Phase | None:
        """Give that of the `phases` which a state is in, None where nothing is said of them."""
        del state
        return None

    @abstractmethod
    def position(self, state: AnyState) -> Position:
        """Give the board with its pieces as they stand in a state."""

    @abstractmethod
    def score(self, state: AnyState, action: Action) -> Fraction:
        """Give how good a legal action seems for who takes it, by the exact odds; more is better."""

    def preview(self, state: AnyState, action: Action) -> Json:
        """Give what a legal action comes to, as far as it is known without dice."""
        del state, action
        return {}

    def describe_preview(self, action: Action, told: Json) -> Iterable[str]:
        """Say what a preview of an action holds, in the language that is spoken: phrases, the weightiest first."""
        del action, told
        return ()

    def describe_state(self, state: AnyState) -> str:
        """Say in a sentence what of a state does not belong to a piece."""
        del state
        return ""

    @abstractmethod
    def tell(self, event: Event) -> str:
        """Say in a sentence, in the language that is spoken, what has happened."""

    @abstractmethod
    def to_json(self, state: AnyState) -> Json:
        """Give a state as JSON has it."""
