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
from sightline.i18n import N_, Term, _, folded
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
"""The form of labels of cells, which take precedence over abbreviated names."""
_PLACE = re.compile(f"{_LABEL.pattern}(/{_LABEL.pattern})?|[A-Za-z]{{1,2}}")
"""The form of cells, borders and facings, which are written in upper case."""


class NotUnderstood(ValueError):
    """Raised for a typed command without meaning, or with several; the message says so."""


class Action(Struct, frozen=True, kw_only=True, tag_field="do"):
    """Base of actions; a system derives one type for each kind, with its tag.

    The fields are the JSON form. A player types the tag or its first letters, followed by the text that `parse` reads.
    """

    usage: ClassVar[str] = ""
    """The usage of the typed command, in English until translated; empty if it is only chosen by number."""
    letters: ClassVar[int] = 1
    """The minimum number of letters of its tag that abbreviate it, unless other words begin with them."""
    needs_confirmation: ClassVar[bool] = False
    """True if the player has to confirm it after its preview."""

    @classmethod
    def parse(cls, text: str, state: Any, side: str) -> Action:
        """Return the action, legal or not, that `side` means by the text after the tag. Raise `NotUnderstood`."""
        del text, state, side
        raise NotUnderstood(_("{word!r} is not an action").format(word=tag_of(cls)))

    def format(self) -> str:
        """Return the typed form of the action."""
        words = (value if isinstance(value, str) else " ".join(value) for value in self.arguments())
        return " ".join((tag_of(self), *filter(None, words)))

    def arguments(self) -> Iterable[str | tuple[str, ...]]:
        """Return the values that are typed after the tag, in order."""
        return structs.astuple(self)

    def shortest_form(self) -> str:
        """Return the shortest typed form of a legal action."""
        return self.format()

    @classmethod
    def is_bare(cls) -> bool:
        """Return whether the typed form is the tag alone."""
        return " " not in cls.usage

    def is_numbered(self, state: Any) -> bool:
        """Return whether the legal action is offered by its own number."""
        del state
        return True

    @classmethod
    def summarize(cls, actions: Sequence[Self], state: Any) -> str:
        """Return a one-line summary, in the current language, of the legal actions that are not numbered."""
        del state
        choices = " ".join(" ".join(action.format().split()[1:]) for action in actions)
        return _("{kind}: {places}").format(kind=tag_of(cls), places=choices)

    @classmethod
    def enumerate(cls, actions: Sequence[Self], state: Any) -> Iterable[str]:
        """Return lines that list all legal actions of this kind, in the current language."""
        return (cls.summarize(actions, state),) if actions else ()


def tag_of(action: Action | type[Action]) -> str:
    """Return the tag of an action: its value of `do`."""
    return str(action.__struct_config__.tag)


def usage_of(kind: type[Action]) -> str:
    """Return the message, in the current language, that the arguments of an action are missing or incomplete."""
    return _("this is not complete; type {usage}").format(usage=_(kind.usage))


def find_name(text: str, names: Collection[str]) -> str:
    """Return the name that is typed, in any case, or abbreviated by its beginning.

    If none or several match, return the text, in upper case if it may be a place or a facing.
    """
    if text in names:
        return text
    typed = folded(text)
    whole = [name for name in names if folded(name) == typed]
    like = whole or [name for name in names if typed and folded(name).startswith(typed)]
    if len(like) == 1 and (whole or not _LABEL.fullmatch(text)):
        return like[0]
    return text.upper() if _PLACE.fullmatch(text) else text


class Event(Struct, frozen=True, kw_only=True, tag_field="event"):
    """Base of events; a system derives one type for each kind, with its tag."""

    text: ClassVar[str] = ""
    """A sentence that narrates the event, with the fields in braces, in English until translated."""
    is_routine: ClassVar[bool] = False
    """True if the sentence is redundant for a player who sees the position."""

    def tell(self) -> str:
        """Return a sentence that narrates the event, in the current language."""
        return _(self.text).format(**structs.asdict(self))


class CoinTossed(Event, frozen=True, tag="coin"):
    """A coin toss for which side is first: that of the first seat if the die with number `die` is even."""

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
    """An upcoming turn, and the ticks until then."""

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
    """The types of actions; JSON objects are parsed as one of them by their key `do`."""
    phases: ClassVar[Sequence[Phase]] = ()
    """The phases that a state can be in; empty if the game has no phase table."""
    basics: ClassVar[Sequence[Clause]] = ()
    """The clauses that summarize the game in a few sentences."""

    roster: ClassVar[Mapping[str, Piece]] = {}
    """Characters for teams, by key; their place and side are not meaningful."""
    about: ClassVar[Mapping[str, str]] = {}
    """An English sentence about each roster character, by key; some may have none."""
    settled: ClassVar[tuple[str, ...]] = ()
    """The fields of a piece, in addition to name, place and side, that teams do not state."""

    @abstractmethod
    def check_team(self, team: TeamData) -> Iterator[FieldError]:
        """Yield why a team, apart from its characters, cannot enter a battle; keys are those of its mapping."""

    @abstractmethod
    def check_character(self, character: Piece) -> Iterator[FieldError]:
        """Yield the errors in the fields of a character of a team; keys are those of its mapping."""

    def worth(self, characters: Iterable[Piece]) -> int:
        """Return the sum of points of characters."""
        del characters
        return 0

    def portraits(self) -> Mapping[str, str]:
        """Return portraits of the roster characters as SVG, by key; some may have none.

        Each is square, loads no external resources, and can be on one page with the others (its ids are unique).
        """
        return {}

    def describe_character(self, character: Piece) -> Mapping[Term, object]:
        """Return the values of a character's row in a table of a team, without points; all have the same columns."""
        del character
        return {}

    def traits(self, character: Piece) -> Sequence[Term]:
        """Return words that distinguish a roster character from others, apart from its abilities."""
        del character
        return ()

    def abilities(self, character: Piece) -> Mapping[str, Clause]:
        """Return the clauses of the special abilities of a character, by key."""
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
        """Yield the reasons why no battle can begin in a position, with a key of a piece as NAME.KEY, or ""."""

    @abstractmethod
    def sides(self, position: Position) -> Sequence[str]:
        """Return the sides of a battle that begins in a position, in the order of seats."""

    @abstractmethod
    def start(self, position: Position, sides: Sequence[str], limit: int, dice: Dice) -> Transition[AnyState]:
        """Return the first state of a battle, with the events before it.

        `sides` are in the order of seats, `limit` is the length in ticks. Either a side is to act, or the battle is
        over.
        """

    @abstractmethod
    def check(self, state: AnyState, action: Action) -> Check:
        """Return the legality of an action, with every finding against it."""

    @abstractmethod
    def apply(self, state: AnyState, action: Action, dice: Dice) -> Transition[AnyState]:
        """Return the result of a legal action."""

    @abstractmethod
    def legal(self, state: AnyState, side: str | None = None) -> Sequence[Options]:
        """Return the legal actions in groups of one kind, with one path per place for moves, and without resigning.

        They are those of the side to act, or of `side`. A kind may have several groups; no group is empty.
        """

    @abstractmethod
    def forecast(self, state: AnyState, turns: int, after: Sequence[Action] = ()) -> Sequence[UpcomingTurn]:
        """Return the next turns, as far as they are known, assuming that the current turn ends with these actions."""

    def turn_lengths(self, state: AnyState) -> Sequence[TurnLength]:
        """Return the possible lengths of the current turn, shortest first; empty if the order of turns is the same."""
        del state
        return ()

    @abstractmethod
    def result(self, state: AnyState) -> BattleOver | None:
        """Return the result of the battle, None while it is under way."""

    @abstractmethod
    def to_act(self, state: AnyState) -> str | None:
        """Return the side to act, None if the battle is over."""

    def side_of(self, state: AnyState, action: Action) -> str | None:
        """Return the side that an action belongs to, None if its piece does not exist.

        By default it is the field `side` of the action, else the side of the piece `who`, else the side to act.
        """
        side, who = getattr(action, "side", None), getattr(action, "who", None)
        if side is not None or who is None:
            return side or self.to_act(state)
        piece = self.position(state).pieces.get(who)
        return None if piece is None else piece.side

    def active(self, state: AnyState) -> str | None:
        """Return the name of the piece whose turn it is, None if there is none."""
        del state
        return None

    def phase(self, state: AnyState) -> Phase | None:
        """Return the phase of a state, None if the game has no phase table."""
        del state
        return None

    @abstractmethod
    def position(self, state: AnyState) -> Position:
        """Return the board with its pieces in a state."""

    @abstractmethod
    def score(self, state: AnyState, action: Action) -> Fraction:
        """Return the heuristic value of a legal action for its player (exact expectation; higher is better)."""

    def why_none(self, state: AnyState, kind: type[Action], side: str) -> Iterable[str]:
        """Return the reasons why no action of a kind is legal for a side, as phrases of the current language."""
        del state, kind, side
        return ()

    def reasons(self, state: AnyState, action: Action) -> Iterable[str]:
        """Return the parts of the `score` of a legal action that its preview does not show, as phrases."""
        del state, action
        return ()

    def preview(self, state: AnyState, action: Action) -> Json:
        """Return the deterministic part of the outcome of a legal action, as JSON."""
        del state, action
        return {}

    def trials(self, before: AnyState, action: Action, events: Sequence[Event]) -> Iterable[Trial]:
        """Yield the trials that dice decided when an action was taken in the state `before`, with these events."""
        del before, action, events
        return ()

    def describe_preview(self, action: Action, preview: Json) -> Iterable[str]:
        """Return a preview in phrases of the current language, the most important first."""
        del action, preview
        return ()

    def describe_state(self, state: AnyState) -> Iterable[str]:
        """Return sentences, in the current language, on whose turn it is, and on all that is about no single piece."""
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
        """Return the places that a piece can move to, by label, its own first: now, or in its next turn.

        Empty for an unknown piece, and if the game does not support this.
        """
        del state, name
        return {}

    def sketch(self, state: AnyState, action: Action) -> ActionSketch | None:
        """Return the sketch of a legal action for pictures, None if there is nothing to show."""
        del state, action
        return None

    def piece_depictions(self, state: AnyState) -> Mapping[str, PieceDepiction]:
        """Return, by name, the depiction of pieces with data in the state beyond their fields."""
        del state
        return {}

    def marked_areas(self, state: AnyState) -> Iterable[MarkedArea]:
        """Return the marked cells and borders, in addition to terrain, one value for each effect."""
        del state
        return ()

    def usages(self) -> Mapping[str, str]:
        """Return the usage of typed actions, by tag, in the current language."""
        return {tag_of(kind): _(kind.usage) for kind in self.actions if kind.usage}

    def tell(self, event: Event, before: AnyState | None) -> str:
        """Return a sentence, in the current language, that narrates an event after the state `before`, if any."""
        del before
        return event.tell()

    @abstractmethod
    def to_json(self, state: AnyState) -> Json:
        """Return a state as JSON."""
