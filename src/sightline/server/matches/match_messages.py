"""The messages of the WebSocket of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta, Struct, structs

from sightline.battles.match import COMMANDS, Command, LogEntry, Refused, view
from sightline.formats.problems import ScenarioError, collecting_problems
from sightline.formats.readers import shorten
from sightline.i18n import LANGUAGES, _, joined
from sightline.server.request_reader import TOO_DEEP, check_fields, request_of

_Id = Annotated[str, Meta(min_length=1, max_length=100, pattern=r"^[^\0]*$")]
"""The id of a command, without NUL, which PostgreSQL cannot store."""

_KINDS: Mapping[str, type[Command]] = {str(kind.__struct_config__.tag): kind for kind in get_args(COMMANDS)}
"""The commands by their tag."""


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


class _StatedCommand(Struct):
    """A command as stated: what is to be done, and the keys that depend on it."""

    what: str
    others: dict[str, Any]


def read_command(text: str) -> Command | Refused:
    """Return the command of a message, which is a JSON object; its refusal if it is not a command."""
    try:
        return command_of(msgspec.json.decode(text))
    except msgspec.DecodeError as error:
        reason = str(error)
    except RecursionError:
        reason = _(TOO_DEEP)
    except ScenarioError as error:
        reason = joined(map(str, error.problems))
    return Refused(_("the command cannot be read: {reason}").format(reason=reason))


def command_of(values: Mapping[str, Any]) -> Command:
    """Return a JSON object as a command; it may have other keys as well.

    Raise `ScenarioError` with each key that is missing or of a wrong type.
    """
    what = request_of(_StatedCommand, values).what
    with collecting_problems() as problems:
        if what not in _KINDS:
            message = _("there is no command {found!r}").format(found=shorten(what))
            problems.add(None, "what", message, allowed=tuple(_KINDS))
            problems.raise_if_any()
        fields = {each.encode_name: each for each in structs.fields(_KINDS[what])}
        check_fields(fields, values, problems, _("the command {name!r}").format(name=what))
    command: Command = msgspec.convert(values, COMMANDS)
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
