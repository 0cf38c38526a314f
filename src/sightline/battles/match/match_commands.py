"""Commands of players in a match, as messages state them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from sightline.battles.match.match_entries import OfferKind
from sightline.rules import Finding

_Word = Annotated[str, Meta(max_length=200)]
_Text = Annotated[str, Meta(min_length=1, max_length=500)]
_Number = Annotated[int, Meta(ge=1, le=100)]


class Refused(Exception):
    """Raised for a command that is refused: the reason in words, and the findings if the rules forbid it."""

    def __init__(self, message: str, findings: Sequence[Finding] = ()) -> None:
        super().__init__(message)
        self.message, self.findings = message, tuple(findings)

    def __reduce__(self) -> tuple[type[Refused], tuple[str, Sequence[Finding]]]:
        return type(self), (self.message, self.findings)  # also raised in worker processes, and pickled


class Command(Struct, frozen=True, kw_only=True, tag_field="what"):
    """Base of commands. `side` is the one that it is for; it need not be stated by a player of one seat only."""

    side: _Word | None = None


class ChooseFormation(Command, frozen=True, kw_only=True, tag="formation"):
    """The choice of a formation of the sender's team."""

    name: _Word


class Commit(Command, frozen=True, kw_only=True, tag="commit"):
    """The commitment to the sender's part of the seed."""

    hash: _Word


class Reveal(Command, frozen=True, kw_only=True, tag="reveal"):
    """The sender's part of the seed."""

    seed: _Word


class TakeAction(Command, frozen=True, kw_only=True, tag="action"):
    """An action of the game."""

    action: Any


class MakeOffer(Command, frozen=True, kw_only=True, tag="offer"):
    """An offer to the other side."""

    offer: OfferKind


class GiveAnswer(Command, frozen=True, kw_only=True, tag="answer"):
    """The answer to an offer of the other side."""

    answer: Literal["yes", "no"] | bool

    @property
    def is_yes(self) -> bool:
        """True for a yes."""
        return self.answer in ("yes", True)


class Resign(Command, frozen=True, kw_only=True, tag="resign"):
    """The resignation of a side."""


class Say(Command, frozen=True, kw_only=True, tag="chat"):
    """A line of chat."""

    text: _Text


class Query(Command, frozen=True, kw_only=True):
    """Base of queries: commands that make no entry."""


class Preview(Query, frozen=True, kw_only=True, tag="preview"):
    """The query for the deterministic part of the outcome of an action."""

    action: Any


class Legal(Query, frozen=True, kw_only=True, tag="legal"):
    """The query for the legal actions."""


class Forecast(Query, frozen=True, kw_only=True, tag="forecast"):
    """The query for the next turns if the current one ended now, or after the actions `of`, one or a list of them."""

    turns: _Number = 10
    of: Any = None


class AskHint(Query, frozen=True, kw_only=True, tag="hint"):
    """The query for the action of a computer player, allowed in matches against one or at one screen."""


class ReadTyped(Query, frozen=True, kw_only=True, tag="read"):
    """The query for the action, legal or not, that is meant by a text typed as in the terminal."""

    text: _Word


class Pong(Query, frozen=True, kw_only=True, tag="pong"):
    """The answer to a ping."""


COMMANDS = (
    ChooseFormation
    | Commit
    | Reveal
    | TakeAction
    | MakeOffer
    | GiveAnswer
    | Resign
    | Say
    | Preview
    | Legal
    | Forecast
    | AskHint
    | ReadTyped
    | Pong
)
"""The union of all commands, for decoding."""
