"""The entries of the log of a match, from which its whole state is computed.

Each has a number `n` from 1, the `time` of the server in milliseconds since 1970, and the side that it is `by`, if any.
Some fields are stored but not shown to everybody; see `entry_view`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

import msgspec
from msgspec import Struct

from sightline.battles.match.match_clock import ClockSetting

Json = Mapping[str, Any]
OfferKind = Literal["draw", "takeback", "rematch"]


class LogEntry(Struct, frozen=True, kw_only=True, tag_field="what"):
    """Base of entries; each kind has its own tag."""

    hidden: ClassVar[tuple[str, ...]] = ()
    """Fields that are shown to nobody."""
    shown_to_author: ClassVar[tuple[str, ...]] = ()
    """Fields that are shown only to the side that the entry is by."""
    shown_to_sides: ClassVar[tuple[str, ...]] = ()
    """Fields that are shown only to the two sides."""
    by_side: ClassVar[tuple[str, ...]] = ()
    """Fields by side, of which each side is shown its own."""

    n: int
    time: int
    by: str | None = None


class Created(LogEntry, frozen=True, kw_only=True, tag="created"):
    """The creation of the match: its settings, and the commitment of the server.

    - `map` is the map as requested, `limit` the points of a team, `spectators` the delay in seconds for spectators,
      None if there are none.
    - `scenario` is the text of the map, `invite` the hash of the secret for the second seat, if not everybody may take
      it.
    """

    hidden: ClassVar[tuple[str, ...]] = ("server_seed", "scenario", "invite")

    rules: str
    map: Any
    title: str
    limit: int
    sides: tuple[str, str]
    against: str
    clock: ClockSetting | None
    takebacks: bool
    spectators: int | float | None  # `int`: msgspec reads 0 from the log as 0, not as 0.0
    server_commitment: str
    server_seed: str
    scenario: str
    invite: str | None = None


class Seated(LogEntry, frozen=True, kw_only=True, tag="seated"):
    """A seat that is taken by a `person`, or by the computer player of a `level`.

    By side, `formations` are the tiles of each formation, and `like` the roster keys of characters by name: of this
    team, and of another one whose character names had to change because of it. The entry of the second seat has the
    `scenario` of the battle, with both teams.
    """

    hidden: ClassVar[tuple[str, ...]] = ("person", "team", "scenario")
    by_side: ClassVar[tuple[str, ...]] = ("formations", "like")

    side: str
    name: str
    level: str | None = None
    person: str | None = None
    team: str
    formations: Mapping[str, Mapping[str, Mapping[str, str]]]
    like: Mapping[str, Mapping[str, str]] = {}
    scenario: str | None = None


class FormationChosen(LogEntry, frozen=True, kw_only=True, tag="formation-chosen"):
    """A formation that a side has chosen."""

    shown_to_author: ClassVar[tuple[str, ...]] = ("name",)

    side: str
    name: str


class Formations(LogEntry, frozen=True, kw_only=True, tag="formations"):
    """The formations of both sides, by side: `name`, and `tiles` by character."""

    formations: Mapping[str, Json]


class Committed(LogEntry, frozen=True, kw_only=True, tag="committed"):
    """The commitment of a side to its part of the seed; `seed` is the part itself, stored for a computer player."""

    hidden: ClassVar[tuple[str, ...]] = ("seed",)

    side: str
    hash: str
    seed: str | None = None


class Revealed(LogEntry, frozen=True, kw_only=True, tag="revealed"):
    """A side's part of the seed."""

    side: str
    seed: str


class Started(LogEntry, frozen=True, kw_only=True, tag="start"):
    """The first state, with the heading of the record."""

    rules: str
    revision: int
    version: str
    scenario: str
    formations: Mapping[str, str] | None
    opening: Sequence[Json]
    state: Json
    to_act: str | None
    turn: str | None
    clock: Json | None


class StepTaken(LogEntry, frozen=True, kw_only=True, tag="step"):
    """An action with its events; `state` is the state after it, `turn` the piece whose turn it is then."""

    action: Json
    events: Sequence[Json]
    hash: str
    state: Json
    to_act: str | None
    turn: str | None
    clock: Json | None


class Offered(LogEntry, frozen=True, kw_only=True, tag="offered"):
    """An offer to the other side."""

    shown_to_sides: ClassVar[tuple[str, ...]] = ("offer",)

    offer: OfferKind


class Answered(LogEntry, frozen=True, kw_only=True, tag="answered"):
    """The answer to an offer."""

    shown_to_sides: ClassVar[tuple[str, ...]] = ("offer", "answer")

    offer: OfferKind
    answer: Literal["yes", "no"]


class TakenBack(LogEntry, frozen=True, kw_only=True, tag="taken-back"):
    """A takeback: the number of steps, and the state of the battle after it."""

    steps: int
    state: Json
    to_act: str | None
    turn: str | None
    clock: Json | None


class Over(LogEntry, frozen=True, kw_only=True, tag="over"):
    """The end of the battle."""

    winner: str | None
    how: str


class SeedShown(LogEntry, frozen=True, kw_only=True, tag="seed"):
    """The server's part of the seed."""

    seed: str


class Rematch(LogEntry, frozen=True, kw_only=True, tag="rematch"):
    """The match that follows."""

    id: str


class Said(LogEntry, frozen=True, kw_only=True, tag="chat"):
    """A line of chat by a side."""

    text: str


class HasLeft(LogEntry, frozen=True, kw_only=True, tag="left"):
    """A side has lost its last connection."""


class IsBack(LogEntry, frozen=True, kw_only=True, tag="back"):
    """A side has reconnected; without a side: the server runs again, and nobody could play `since` then."""

    since: int | None = None


AnyEntry = (
    Created
    | Seated
    | FormationChosen
    | Formations
    | Committed
    | Revealed
    | Started
    | StepTaken
    | Offered
    | Answered
    | TakenBack
    | Over
    | SeedShown
    | Rematch
    | Said
    | HasLeft
    | IsBack
)
_DECODER = msgspec.json.Decoder(AnyEntry)


def format_log_entry(entry: LogEntry) -> str:
    """Return an entry with all its fields as JSON text."""
    return msgspec.json.encode(entry).decode()


def parse_log_entry(text: str) -> AnyEntry:
    """Return an entry from its JSON text."""
    entry: AnyEntry = _DECODER.decode(text)
    return entry
