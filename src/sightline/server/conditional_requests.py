"""Conditional requests: what a browser already has is not sent again."""

from __future__ import annotations

from http import HTTPStatus

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

_OF_CONTENT = ("content-length", "content-type", "content-encoding", "content-disposition")


def answering_not_modified(app: ASGIApp) -> ASGIApp:
    """Return an application that answers 304, without a body, where `If-None-Match` has the ETag of the answer."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        known = _tags_of(scope) if scope["type"] == ScopeType.HTTP and scope["method"] == "GET" else set()
        is_known = False

        async def send_unless_known(message: Message) -> None:
            nonlocal is_known
            if message["type"] == "http.response.start":
                is_known = _is_known(message, known)
                if is_known:
                    message = _not_modified(message)
            elif message["type"] == "http.response.body" and is_known:
                message["body"] = b""
            await send(message)

        await app(scope, receive, send_unless_known if known else send)

    return answer


def _tags_of(scope: Scope) -> set[str]:
    """Return the ETags that a request states, without the mark of weak ones, which does not count here."""
    stated = Headers.from_scope(scope).get("if-none-match", "")
    return {tag.strip().removeprefix("W/") for tag in stated.split(",")} - {""}


def _is_known(start: HTTPResponseStartEvent, known: set[str]) -> bool:
    tag = MutableScopeHeaders.from_message(start).get("etag", "").removeprefix("W/")
    return start["status"] == HTTPStatus.OK and bool(tag) and not known.isdisjoint({tag, "*"})


def _not_modified(start: HTTPResponseStartEvent) -> HTTPResponseStartEvent:
    headers = [(name, value) for name, value in start["headers"] if name.decode("latin-1").lower() not in _OF_CONTENT]
    return {"type": "http.response.start", "status": HTTPStatus.NOT_MODIFIED, "headers": headers}
