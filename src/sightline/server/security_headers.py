"""Headers that all answers have: the Content-Security-Policy, and that caches keep none unless it says otherwise."""

from __future__ import annotations

from collections.abc import Mapping

from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""Everything comes from this server; pictures may also be made by the page. Inline scripts and styles are forbidden."""
HEADERS: Mapping[str, str] = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

PICTURE_HEADERS: Mapping[str, str] = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
"""The headers of pictures: SVG has an inline style sheet, and may load nothing."""


async def add_security_headers(message: Message, _scope: Scope) -> None:
    """Add the headers to an answer, except those that it already has."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
