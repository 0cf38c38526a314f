"""Request and response bodies of the routes about matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from sightline.battles.match import ClockSetting

Json = Mapping[str, Any]


class NewMatch(Struct):
    """A match to be created.

    - `map` is the key of a map, or a map as in a scenario; `limit` is by default that of the map.
    - `opponent` is the team of the computer, or of the other side on the same screen; by default a ready one.
    """

    map: str | Mapping[str, Any]
    team: Mapping[str, Any]
    limit: int | None = None
    against: Literal["open", "invite", "computer", "self"] = "invite"
    level: str | None = None
    side: str | None = None
    clock: Mapping[str, Any] | None = None
    takebacks: bool = False
    spectators: float | None = None
    rules: str | None = None
    opponent: Mapping[str, Any] | None = None
    lang: str | None = None


class NewSeat(Struct):
    """A request to take the second seat."""

    team: Mapping[str, Any]
    invite: str | None = None
    lang: str | None = None


class Invitation(Struct):
    """The secret needed to take a seat; an open seat needs none."""

    invite: str | None = None
    lang: str | None = None


class MatchMade(Struct):
    """A new match: the caller's side, and the secret for the other seat, which is shown only this once."""

    id: str
    side: str
    invite: str | None


class SeatTaken(Struct):
    """The side that the caller plays from now on."""

    side: str


class ListedMatch(Struct):
    """A match in a list; `side` is the caller's, `expires` the time of deletion unless somebody opens or joins it."""

    id: str
    phase: str
    against: str
    created: int
    rules: str
    map: Any
    title: str
    limit: int
    clock: ClockSetting | None
    takebacks: bool
    spectators: int | float | None
    sides: list[str]
    names: Mapping[str, str]
    free: list[str]
    winner: str | None
    how: str | None
    to_act: str | None
    expires: str
    side: str | None = None


class ShownMatch(Struct):
    """A match as spectators see it."""

    id: str
    phase: str
    n: int
    rules: str
    map: Any
    title: str
    limit: int
    sides: Mapping[str, str | None]
    clock: Json | None
    takebacks: bool
    spectators: int | float | None
    state: Json | None
    to_act: str | None
    winner: str | None
    how: str | None
    rematch: str | None
    expires: str
