"""The messages that pages send about a table over a WebSocket."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

_Name = Annotated[str, Meta(max_length=100)]
_Colour = Annotated[str, Meta(pattern="^(#[0-9A-Fa-f]{3,8}|[A-Za-z]{0,30})$")]
_Coordinate = Annotated[float, Meta(ge=-10_000, le=10_000)]
# A list, because msgspec 0.22 crashes if garbage is collected while it builds a decoder of fixed tuples in unions.
_Spot = Annotated[list[_Coordinate], Meta(min_length=2, max_length=2)]
LivePlace = Annotated[str, Meta(max_length=100)] | _Spot
"""A cell, a piece, or a place on a free table."""


class Person(Struct):
    """A viewer of a table: name and colour as chosen by them, their place, and whether they may edit."""

    name: str
    colour: str
    at: LivePlace | None
    edits: bool


class LiveHello(Struct, tag_field="type", tag="hello"):
    """The first message; `secret` is that of the edit link, if any."""

    name: _Name = ""
    colour: _Colour = ""
    secret: Annotated[str, Meta(max_length=200)] | None = None


class Whereabouts(Struct, tag_field="type", tag="here"):
    """The place where the sender is."""

    at: LivePlace | None = None


class Pointing(Struct, tag_field="type", tag="point"):
    """The place where the sender points."""

    at: LivePlace | None = None


class LivePong(Struct, tag_field="type", tag="pong"):
    """The answer to a ping, which is ignored."""


_HELLO = msgspec.json.Decoder(LiveHello)
_LATER = msgspec.json.Decoder(Whereabouts | Pointing | LivePong)


def read_hello(text: str) -> LiveHello:
    """Return the first message. Raise `msgspec.DecodeError`."""
    return _HELLO.decode(text)


def read_message(text: str) -> Whereabouts | Pointing | LivePong:
    """Return a later message. Raise `msgspec.DecodeError`."""
    message: Whereabouts | Pointing | LivePong = _LATER.decode(text)
    return message
