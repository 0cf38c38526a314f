"""The entries of a match's log, which are all there is of it.

Each has a number `n` from 1, the `time` of the server in milliseconds since 1970, and the side that it is `by`, if any.
Some fields are kept and not told, as `entry_view` says.
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

    kept: ClassVar[tuple[str, ...]] = ()
    """Fields that nobody is told."""
    own: ClassVar[tuple[str, ...]] = ()
    """Fields that only the side is told that the entry is by."""
    seated: ClassVar[tuple[str, ...]] = ()
    """Fields that only the two sides are told."""
    by_side: ClassVar[tuple[str, ...]] = ()
    """Fields by side, of which each side is told its own."""

    n: int
    time: int
    by: str | None = None


class Created(LogEntry, frozen=True, kw_only=True, tag="created"):
    """The beginning: what is played, and what the server commits itself to.

    - `map` is the map as it was asked for, `limit` the points of a team, `spectators` the seconds after which others
      are told, None if they are told nothing.
    - `scenario` is the text of the map, `invite` the hash of what opens the second seat, if not everybody may take it.
    """

    kept: ClassVar[tuple[str, ...]] = ("server_seed", "scenario", "invite")

    rules: str
    map: Any
    title: str
    limit: int
    sides: tuple[str, str]
    against: str
    clock: ClockSetting | None
    takebacks: bool
    spectators: float | None
    server_commitment: str
    server_seed: str
    scenario: str
    invite: str | None = None


class Seated(LogEntry, frozen=True, kw_only=True, tag="seated"):
    """A seat that is taken, by somebody (`person`), or by the computer player of a `level`.

    `formations` are the tiles of each formation, by side, of the team and of another whose names it has changed. The
    second seat has the `scenario` of the battle, with both teams.
    """

    kept: ClassVar[tuple[str, ...]] = ("person", "team", "scenario")
    by_side: ClassVar[tuple[str, ...]] = ("formations",)

    side: str
    name: str
    level: str | None = None
    person: str | None = None
    team: str
    formations: Mapping[str, Mapping[str, Mapping[str, str]]]
    scenario: str | None = None


class FormationChosen(LogEntry, frozen=True, kw_only=True, tag="formation-chosen"):
    """A formation that a side has chosen."""

    own: ClassVar[tuple[str, ...]] = ("name",)

    side: str
    name: str


class Formations(LogEntry, frozen=True, kw_only=True, tag="formations"):
    """The formations of both sides, by side: `name`, and `tiles` by character."""

    formations: Mapping[str, Json]


class Committed(LogEntry, frozen=True, kw_only=True, tag="committed"):
    """The hash of a side's part of the seed; `seed` is kept for a computer player."""

    kept: ClassVar[tuple[str, ...]] = ("seed",)

    side: str
    hash: str
    seed: str | None = None


class Revealed(LogEntry, frozen=True, kw_only=True, tag="revealed"):
    """A side's part of the seed."""

    side: str
    seed: str


class Started(LogEntry, frozen=True, kw_only=True, tag="start"):
    """The first state, with what the record of the battle begins with."""

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
    """An action with its events; `state` is what follows, `turn` the piece whose turn it is then."""

    action: Json
    events: Sequence[Json]
    hash: str
    state: Json
    to_act: str | None
    turn: str | None
    clock: Json | None


class Offered(LogEntry, frozen=True, kw_only=True, tag="offered"):
    """An offer to the other side."""

    seated: ClassVar[tuple[str, ...]] = ("offer",)

    offer: OfferKind


class Answered(LogEntry, frozen=True, kw_only=True, tag="answered"):
    """The answer to an offer."""

    seated: ClassVar[tuple[str, ...]] = ("offer", "answer")

    offer: OfferKind
    answer: Literal["yes", "no"]


class TakenBack(LogEntry, frozen=True, kw_only=True, tag="taken-back"):
    """The number of steps that are taken back, and the state in which the battle is now."""

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
    """Words of a side."""

    text: str


class HasLeft(LogEntry, frozen=True, kw_only=True, tag="left"):
    """A side has no connection any more."""


class IsBack(LogEntry, frozen=True, kw_only=True, tag="back"):
    """A side has a connection again; or by nobody: the server runs again, and `since` then nobody could play."""

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
    """Return the entry of which this is the text."""
    entry: AnyEntry = _DECODER.decode(text)
    return entry
