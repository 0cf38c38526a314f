"""The part of the server for notices, if the operator has enabled them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from http import HTTPStatus

from litestar import Litestar, delete, get, put
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from sightline.i18n import N_, use_language
from sightline.server.errors import language_of
from sightline.server.guests.guest_identity import known_guest, require_guest
from sightline.server.http_refusals import HttpRefusal
from sightline.server.matches.match_service import KEY as MATCHES
from sightline.server.notices.public_address import checked_url
from sightline.server.notices.turn_notices import TurnNotices
from sightline.server.notices.webhook_request import post_notice
from sightline.server.notices.webhook_store import WebhookStore
from sightline.server.part import Part
from sightline.server.request_body import read_body
from sightline.server.request_types import AnyHttpRequest
from sightline.server.settings import Settings
from sightline.server.storage.open_database import database_of
from sightline.server.workers.admission import Admission

_NOT_HERE = N_("This server sends no notices.")


class Webhook(Struct):
    """The URL to which the caller's notices are sent, or null; `is_offered`: notices are enabled on this server."""

    url: str | None
    is_offered: bool


class NewWebhook(Struct):
    """An https URL to which notices are sent."""

    url: str


def notices(settings: Settings) -> Part:
    """Return the part of the server for notices."""

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncIterator[None]:
        if not settings.webhooks:
            yield
            return
        post = partial(post_notice, allows_this_machine=settings.webhooks_to_this_machine)
        sending = TurnNotices(WebhookStore(database_of(app)), post)
        app.state[MATCHES].on_change = sending.consider
        task = asyncio.ensure_future(sending.send())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    return Part(api=_routes(settings), lifespans=[opened])


def _routes(settings: Settings) -> list[ControllerRouterHandler]:
    admission = Admission(settings.limits.at_once, settings.limits.each_second)

    @get("/me/webhook")
    async def read_webhook(request: AnyHttpRequest) -> Webhook:
        """Return the webhook of the caller."""
        guest = await known_guest(request)
        return Webhook(await _store_of(request).find(guest.id), settings.webhooks)

    @put("/me/webhook", takes=NewWebhook)
    async def keep_webhook(request: AnyHttpRequest) -> Webhook:
        """Set the webhook, which is notified whenever a battle waits for the caller, who is not connected to it."""
        guest = await require_guest(request)
        if not settings.webhooks:
            raise HttpRefusal(HTTPStatus.NOT_FOUND, _NOT_HERE)
        with admission.admit(guest.id):
            stated = (await read_body(request, NewWebhook)).url
            with use_language(language_of(request)):
                url = checked_url(stated, allows_this_machine=settings.webhooks_to_this_machine)
            await _store_of(request).put(guest.id, url)
            return Webhook(url, is_offered=True)

    @delete("/me/webhook", status_code=HTTPStatus.NO_CONTENT)
    async def delete_webhook(request: AnyHttpRequest) -> None:
        """Delete the webhook of the caller."""
        guest = await require_guest(request)
        await _store_of(request).delete(guest.id)

    return [read_webhook, keep_webhook, delete_webhook]


def _store_of(request: AnyHttpRequest) -> WebhookStore:
    return WebhookStore(database_of(request.app))
