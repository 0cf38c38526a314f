"""The messages of the WebSocket of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from sightline.battles.match import COMMANDS, Command, LogEntry, Refused, view
from sightline.i18n import LANGUAGES, _

_Id = Annotated[str, Meta(min_length=1, max_length=100)]


class MatchHello(Struct, tag_field="type", tag="hello"):
    """The first message: the token of a guest, if any, and the number of the last entry that the client knows."""

    token: Annotated[str, Meta(max_length=200)] | None = None
    after: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    lang: str | None = None


class SentMessage(Struct):
    """The head of a message: its type, and the id if it is a command."""

    type: str = ""
    id: _Id | None = None


def read_match_hello(text: str) -> MatchHello:
    """Return the first message. Raise `msgspec.DecodeError`."""
    hello = msgspec.json.decode(text, type=MatchHello)
    return hello if hello.lang in LANGUAGES else msgspec.structs.replace(hello, lang=None)


def read_head(text: str) -> SentMessage:
    """Return the type and id of a later message. Raise `msgspec.DecodeError`."""
    return msgspec.json.decode(text, type=SentMessage)


def read_command(text: str) -> Command | Refused:
    """Return the command of a message; its refusal if it is not a command."""
    try:
        command: Command = msgspec.json.decode(text, type=COMMANDS)
    except (msgspec.DecodeError, RecursionError) as error:
        return Refused(_("the command cannot be read: {reason}").format(reason=error))
    return command


def entry_text(entry: LogEntry, sides: tuple[str, ...]) -> str:
    """Return the message of an entry for the player of these sides."""
    return encode({"type": "entry", **view(entry, sides)})


def done_text(id: str, n: int) -> str:
    """Return the message that a command has succeeded, with the number of its first entry."""
    return encode({"type": "done", "id": id, "n": n})


def answer_text(id: str, answer: Any) -> str:
    """Return the message with the answer to a question."""
    return encode({"type": "done", "id": id, "answer": answer})


def refused_text(id: str | None, refused: Refused) -> str:
    """Return the message that a command is refused."""
    return encode({"type": "refused", "id": id, "message": refused.message, "findings": list(refused.findings)})


def encode(content: Mapping[str, Any]) -> str:
    """Return a message as text."""
    return msgspec.json.encode(content).decode()
