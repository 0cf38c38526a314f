"""The interface of a game: its states, its actions and their results.

`sightline.battles` runs, records, undoes and replays such games.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar, overload

from msgspec import Struct, structs

from sightline.board import Piece, Zone
from sightline.i18n import N_, Term, _
from sightline.rules.action_sketch import ActionSketch
from sightline.rules.answers import Finding, Place
from sightline.rules.character_sheet import CharacterSheet
from sightline.rules.clause import Clause
from sightline.rules.depiction import PieceDepiction
from sightline.rules.dice import Dice
from sightline.rules.field_errors import FieldError
from sightline.rules.marked_area import MarkedArea
from sightline.rules.phase import Phase
from sightline.rules.position import Position
from sightline.rules.team import TeamData
from sightline.rules.trial import Trial

Json = Mapping[str, Any]
_LABEL = re.compile("[A-Za-z]{1,3}[0-9]+")
"""Like the label of a cell, which no beginning of a name hides."""


class NotUnderstood(ValueError):
    """A typed command that has no meaning, or several; the message says which."""


class Action(Struct, frozen=True, kw_only=True, tag_field="do"):
    """Base of actions; a system derives one type for each kind, with its tag.

    The fields are the JSON form. What a player types is the tag, or its first letters, and what `parse` reads.
    """

    usage: ClassVar[str] = ""
    """The words that are typed for it, in English until they are translated; empty if it is only chosen by number."""
    letters: ClassVar[int] = 1
    """The fewest letters of its tag that stand for it, where other words do not begin so."""
    needs_confirmation: ClassVar[bool] = False
    """True if a player who takes it is asked once more, with its preview."""

    @classmethod
    def parse(cls, text: str, state: Any, side: str) -> Action:
        """Return the action, legal or not, that `side` means by the text behind the tag. Raise `NotUnderstood`."""
        del text, state, side
        raise NotUnderstood(_("{word!r} is not an action").format(word=tag_of(cls)))

    def format(self) -> str:
        """Return what is typed for the action."""
        words = (value if isinstance(value, str) else " ".join(value) for value in self.arguments())
        return " ".join((tag_of(self), *filter(None, words)))

    def arguments(self) -> Iterable[str | tuple[str, ...]]:
        """Return the values that are typed behind the tag, in order."""
        return structs.astuple(self)

    def shortest_form(self) -> str:
        """Return the shortest text that is typed for the action where it is legal."""
        return self.format()

    @classmethod
    def is_bare(cls) -> bool:
        """Return whether nothing is typed behind the tag."""
        return " " not in cls.usage

    def is_numbered(self, state: Any) -> bool:
        """Return whether the action, being legal, is offered by a number of its own."""
        del state
        return True

    @classmethod
    def summarize(cls, actions: Sequence[Self], state: Any) -> str:
        """Return in one line, in the current language, which legal actions there are besides the numbered ones."""
        del state
        choices = " ".join(" ".join(action.format().split()[1:]) for action in actions)
        return _("{kind}: {places}").format(kind=tag_of(cls), places=choices)

    @classmethod
    def enumerate(cls, actions: Sequence[Self], state: Any) -> Iterable[str]:
        """Return lines that list legal actions of this kind, in the current language."""
        return (cls.summarize(actions, state),) if actions else ()


def tag_of(action: Action | type[Action]) -> str:
    """Return the tag of an action: its value of `do`."""
    return str(action.__struct_config__.tag)


def find_name(text: str, names: Collection[str]) -> str:
    """Return the name that is typed, in whatever case, or of which only the beginning is typed.

    Without one, or with several, return the text in capitals: it may be a label.
    """
    if text in names:
        return text
    typed = text.casefold()
    whole = [name for name in names if name.casefold() == typed]
    like = whole or [name for name in names if typed and name.casefold().startswith(typed)]
    return like[0] if len(like) == 1 and (whole or not _LABEL.fullmatch(text)) else text.upper()


class Event(Struct, frozen=True, kw_only=True, tag_field="event"):
    """Base of events; a system derives one type for each kind, with its tag."""

    text: ClassVar[str] = ""
    """A sentence on what has happened, with the fields in braces, in English until it is translated."""
    is_routine: ClassVar[bool] = False
    """True if a player who is shown the position does not need the sentence."""

    def tell(self) -> str:
        """Return a sentence on what has happened, in the current language."""
        return _(self.text).format(**structs.asdict(self))


class CoinTossed(Event, frozen=True, tag="coin"):
    """A coin decides which side is first: the first seat's where the die of number `die` is even."""

    text: ClassVar[str] = N_("A coin lets {side} be first.")

    side: str
    die: int


class BattleOver(Event, frozen=True, tag="over"):
    """The end of the battle: the winner, if any, and how it ended."""

    texts: ClassVar[Mapping[str, str]] = {
        Term("defeat"): N_("{winner} has won: nobody of the other side is left."),
        Term("resigned"): N_("{winner} has won: the other side gives up."),
        Term("limit"): N_("The battle ends without a winner: its time is over."),
        Term("draw"): N_("The battle ends without a winner: nobody is left."),
    }

    winner: str | None
    how: str

    def tell(self) -> str:
        return _(self.texts[self.how]).format(winner=self.winner)


Option = TypeVar("Option")


class Options(Sequence[Action]):
    """Actions of one kind, one for each item of `of`, created by `make` when they are accessed."""

    __slots__ = ("_make", "_of", "kind")

    def __init__(self, kind: type[Action], of: Sequence[Option], make: Callable[[Option], Action]) -> None:
        self.kind = kind
        self._of: Sequence[Any] = of
        self._make: Callable[[Any], Action] = make

    def __len__(self) -> int:
        return len(self._of)

    def __bool__(self) -> bool:
        return bool(self._of)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Options: ...
    def __getitem__(self, index: int | slice) -> Action | Options:
        if isinstance(index, slice):
            return Options(self.kind, self._of[index], self._make)
        return self._make(self._of[index])


class Check(Struct, frozen=True, kw_only=True):
    """The legality of an action, with every finding against it."""

    legal: bool
    findings: tuple[Finding, ...] = ()


class UpcomingTurn(Struct, frozen=True, kw_only=True):
    """A turn to come, and in how many ticks."""

    who: str
    ticks: int


class TurnLength(Struct, frozen=True, kw_only=True):
    """A length of a turn, in words, and the ticks until the next turn of the same piece after it."""

    name: str
    ticks: int


AnyState = TypeVar("AnyState")


class Transition(NamedTuple, Generic[AnyState]):
    """The result of an action: the next state, and the events in order."""

    state: AnyState
    events: tuple[Event, ...]


class Game(ABC, Generic[AnyState]):
    """A game: states are frozen values, actions and events frozen structs."""

    actions: ClassVar[tuple[type[Action], ...]]
    """The kinds of actions; objects of JSON are read as one of them by their key `do`."""
    phases: ClassVar[Sequence[Phase]] = ()
    """The phases that a state can be in; empty where the game has no phase table."""
    basics: ClassVar[Sequence[Clause]] = ()
    """The clauses that say, in a few sentences, how the game goes."""

    roster: ClassVar[Mapping[str, Piece]] = {}
    """Characters for teams, by key; their place and side mean nothing."""
    about: ClassVar[Mapping[str, str]] = {}
    """A sentence in English about each character of the roster, by key; of some there may be none."""
    settled: ClassVar[tuple[str, ...]] = ()
    """The fields of a piece, besides name, place and side, that teams do not state."""

    @abstractmethod
    def check_team(self, team: TeamData) -> Iterator[FieldError]:
        """Yield why a team cannot enter a battle, its characters apart; keys are those of its mapping."""

    @abstractmethod
    def check_character(self, character: Piece) -> Iterator[FieldError]:
        """Yield the errors in the fields of a character of a team; keys are those of its mapping."""

    def worth(self, characters: Iterable[Piece]) -> int:
        """Return the points that characters are worth together."""
        del characters
        return 0

    def portraits(self) -> Mapping[str, str]:
        """Return portraits of the characters of the roster as SVG, by key; of some there may be none.

        Each is square, has nothing to load, and can stand in one page with the others.
        """
        return {}

    def describe_character(self, character: Piece) -> Mapping[Term, object]:
        """Return the values of a character's row in a table of a team, its points apart; all have the same columns."""
        del character
        return {}

    def traits(self, character: Piece) -> Sequence[Term]:
        """Return words by which a character of the roster is told from others, its abilities apart."""
        del character
        return ()

    def abilities(self, character: Piece) -> Mapping[str, Clause]:
        """Return the clauses that tell what a character can do and others cannot, by key."""
        del character
        return {}

    def deploy(
        self, team: TeamData, formation: Mapping[str, tuple[int, int]], side: str, zone: Zone, seat: int
    ) -> Mapping[str, Piece]:
        """Return the characters of a team on a side, by name, in the order and places of a formation; see `lay`."""
        return {
            name: self.lay(structs.replace(team.characters[name], side=side), place, zone, seat)
            for name, place in formation.items()
            if name in team.characters
        }

    @abstractmethod
    def lay(self, character: Piece, place: tuple[int, int], zone: Zone, seat: int) -> Piece:
        """Return a character of the team in `seat` (0 or 1), deployed at a place of its formation in a zone.

        `place` is (column, row) on the formation grid, both from 0. The result may lie outside the zone or the map.
        """

    @abstractmethod
    def check_start(self, position: Position) -> Iterator[FieldError]:
        """Yield why no battle can begin in a position; keys start with the name of a piece, or are ""."""

    @abstractmethod
    def sides(self, position: Position) -> Sequence[str]:
        """Return the sides of a battle that begins in a position, in the order of seats."""

    @abstractmethod
    def start(self, position: Position, sides: Sequence[str], limit: int, dice: Dice) -> Transition[AnyState]:
        """Return the first state of a battle, with the events before it.

        `sides` are in the order of seats, `limit` is the length in ticks. Somebody has to act, or the battle is over.
        """

    @abstractmethod
    def check(self, state: AnyState, action: Action) -> Check:
        """Return whether an action is legal, and every finding against it."""

    @abstractmethod
    def apply(self, state: AnyState, action: Action, dice: Dice) -> Transition[AnyState]:
        """Return the result of a legal action."""

    @abstractmethod
    def legal(self, state: AnyState, side: str | None = None) -> Sequence[Options]:
        """Return the legal actions in groups of one kind: of moves one path per place, and no resignation.

        They are those of the side to act, or of `side`. A kind may have several groups; no group is empty.
        """

    @abstractmethod
    def forecast(self, state: AnyState, turns: int, after: Sequence[Action] = ()) -> Sequence[UpcomingTurn]:
        """Return the next turns, as far as they are known, if the turn under way ended with these actions."""

    def turn_lengths(self, state: AnyState) -> Sequence[TurnLength]:
        """Return how much of the turn under way may be used, the least first; nothing where that changes no order."""
        del state
        return ()

    @abstractmethod
    def result(self, state: AnyState) -> BattleOver | None:
        """Return how the battle has ended, None while it goes on."""

    @abstractmethod
    def to_act(self, state: AnyState) -> str | None:
        """Return the side to act, None where the battle is over."""

    def side_of(self, state: AnyState, action: Action) -> str | None:
        """Return the side that an action belongs to, None for one of nobody who is there.

        By default it is the field `side` of the action, else the side of the piece `who`, else the side to act.
        """
        side, who = getattr(action, "side", None), getattr(action, "who", None)
        if side is not None or who is None:
            return side or self.to_act(state)
        piece = self.position(state).pieces.get(who)
        return None if piece is None else piece.side

    def active(self, state: AnyState) -> str | None:
        """Return the name of the piece whose turn it is, None where there is none."""
        del state
        return None

    def phase(self, state: AnyState) -> Phase | None:
        """Return the phase of a state, None where the game has no phase table."""
        del state
        return None

    @abstractmethod
    def position(self, state: AnyState) -> Position:
        """Return the board with its pieces in a state."""

    @abstractmethod
    def score(self, state: AnyState, action: Action) -> Fraction:
        """Return the heuristic value of a legal action for its player (exact expectation; higher is better)."""

    def why_none(self, state: AnyState, kind: type[Action], side: str) -> Iterable[str]:
        """Return why no action of a kind is legal for a side, in phrases of the current language."""
        del state, kind, side
        return ()

    def reasons(self, state: AnyState, action: Action) -> Iterable[str]:
        """Return what makes up the `score` of a legal action besides its preview, in phrases."""
        del state, action
        return ()

    def preview(self, state: AnyState, action: Action) -> Json:
        """Return the deterministic part of the outcome of a legal action, as JSON."""
        del state, action
        return {}

    def trials(self, before: AnyState, action: Action, events: Sequence[Event]) -> Iterable[Trial]:
        """Yield what was left to the dice when an action was taken in the state `before`, with these events."""
        del before, action, events
        return ()

    def describe_preview(self, action: Action, preview: Json) -> Iterable[str]:
        """Return a preview in phrases of the current language, the most important first."""
        del action, preview
        return ()

    def describe_state(self, state: AnyState) -> Iterable[str]:
        """Return sentences, in the current language, on whose turn it is and what else belongs to no single piece."""
        del state
        return ()

    def describe_pieces(self, state: AnyState) -> Mapping[str, Mapping[Term, object]]:
        """Return the pieces that can act, each with the values of its row in a table; all have the same columns."""
        del state
        return {}

    def sheets(self, state: AnyState) -> Mapping[str, CharacterSheet]:
        """Return the sheets of the pieces that can act, by name, in the current language."""
        del state
        return {}

    def places(self, state: AnyState, name: str) -> Mapping[str, Place]:
        """Return where a piece can move to, by label, its own place first: now, or in its next turn.

        Empty for a piece that is not there, and where the game does not say.
        """
        del state, name
        return {}

    def sketch(self, state: AnyState, action: Action) -> ActionSketch | None:
        """Return what pictures show of a legal action, None for nothing."""
        del state, action
        return None

    def piece_depictions(self, state: AnyState) -> Mapping[str, PieceDepiction]:
        """Return, by name, the depiction of pieces of which a state knows more than the fields of the piece."""
        del state
        return {}

    def marked_areas(self, state: AnyState) -> Iterable[MarkedArea]:
        """Return the cells and borders that pictures mark besides their terrain, one value for each effect."""
        del state
        return ()

    def usages(self) -> Mapping[str, str]:
        """Return how actions are typed, by tag, in the current language."""
        return {tag_of(kind): _(kind.usage) for kind in self.actions if kind.usage}

    def tell(self, event: Event, before: AnyState | None) -> str:
        """Return a sentence, in the current language, on what has happened after the state `before`, if any."""
        del before
        return event.tell()

    @abstractmethod
    def to_json(self, state: AnyState) -> Json:
        """Return a state as JSON."""
