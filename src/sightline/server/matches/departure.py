"""The departure of a deleted guest from all matches, which then show a deleted player, without their chat lines."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus

from msgspec import structs

from sightline.battles import match as matches
from sightline.battles.match.match_entries import AnyEntry, Said, Seated
from sightline.server.http_refusals import HttpRefusal
from sightline.server.matches.entry_time import entry_time
from sightline.server.matches.live_match import LiveMatch
from sightline.server.matches.match_service import MatchService
from sightline.server.matches.match_store import OutOfDate, stored_match

DELETED_PLAYER = "deleted player"
_NO_WORDS = "(deleted)"
_TRIES = 5
_RETRY_SECONDS = 2


async def forget_person(service: MatchService, guest: str) -> None:
    """Delete the matches in which a guest waits alone, forfeit the others, and anonymize the guest there.

    Raise `HttpRefusal` if another server keeps changing a match at the same time.
    """
    for id in await service.store.ids_of(guest):
        for _try in range(_TRIES):
            try:
                await _leave(service, await service.open(id), guest)
                break
            except OutOfDate:
                continue
        else:
            raise HttpRefusal(HTTPStatus.SERVICE_UNAVAILABLE, retry_after=_RETRY_SECONDS)


async def _leave(service: MatchService, live: LiveMatch, guest: str) -> None:
    sides = live.sides_of(guest)
    if live.match.phase == "seats":
        await service.delete(live.id)
        return
    await live.add(lambda match: matches.decide_forfeit(match, sides, entry_time(match)))
    await live.run_exclusively(partial(_anonymize, service, live.id, guest, sides))


async def _anonymize(service: MatchService, id: str, guest: str, sides: tuple[str, ...]) -> None:
    """Remove the identity and the chat lines of a guest from the log of a match."""
    log = [each.entry for each in await service.store.log_of(id)]
    forgotten = [_without_person(entry, guest, sides) for entry in log]
    changed = [after for before, after in zip(log, forgotten, strict=True) if after is not before]
    await service.store.rewrite(stored_match(id, matches.fold_all(forgotten)), changed, guest)


def _without_person(entry: AnyEntry, guest: str, sides: tuple[str, ...]) -> AnyEntry:
    match entry:
        case Seated(person=person) if person == guest:
            return structs.replace(entry, name=DELETED_PLAYER, person=None)
        case Said(by=side) if side in sides:
            return structs.replace(entry, text=_NO_WORDS)
    return entry
