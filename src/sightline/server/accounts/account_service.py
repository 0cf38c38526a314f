"""The service of accounts: registration, sign-in, sign-out, deletion."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from http import HTTPStatus
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from sightline.i18n import N_, use_language
from sightline.server.accounts.account_bodies import Deletion, Me, NewAccount, NewPassword, SignedIn, SignIn
from sightline.server.accounts.account_store import Account, AccountStore
from sightline.server.accounts.password_hashes import PasswordHashes
from sightline.server.accounts.password_rules import login_of, new_password, normal_password
from sightline.server.attempts import Attempts
from sightline.server.guests.guest_name import checked_name
from sightline.server.guests.guest_store import Guest, GuestStore
from sightline.server.http_refusals import HttpRefusal
from sightline.server.matches.departure import forget_person
from sightline.server.matches.match_service import MatchService
from sightline.server.tokens import hash_secret, new_token
from sightline.server.unix_time import now_milliseconds

KEPT_MILLISECONDS = 365 * 24 * 3600 * 1000
"""The time after which a guest who does not come back is deleted."""
_WINDOW_SECONDS = 900
_MAX_FAILURES_OF_NAME, _MAX_FAILURES_OF_ADDRESS, _MAX_TAKEN = 10, 30, 30
_DELETED_AT_ONCE = 100
_TAKEN = N_("This name is already taken; choose another one.")
_HAS_ACCOUNT = N_("You already have an account.")
_NO_ACCOUNT = N_("You have no account; choose a name and a password first.")
_WRONG = N_("The name or the password is wrong.")
_WRONG_PASSWORD = N_("The password is wrong.")


class Asker(NamedTuple):
    """The sender of a request: the address against which attempts count, and the language of problems."""

    address: str
    language: str


class AccountService:
    """The accounts of a server."""

    def __init__(
        self,
        store: AccountStore,
        guests: GuestStore,
        match_service: Callable[[], MatchService],
        hashes: PasswordHashes,
    ) -> None:
        self.store, self.guests, self._match_service, self.hashes = store, guests, match_service, hashes
        self._of_names = Attempts(_MAX_FAILURES_OF_NAME, _WINDOW_SECONDS)
        self._of_addresses = Attempts(_MAX_FAILURES_OF_ADDRESS, _WINDOW_SECONDS)
        self._taken = Attempts(_MAX_TAKEN, _WINDOW_SECONDS)

    async def describe(self, guest: Guest) -> Me:
        """Return the description of a guest."""
        account = await self.store.find_of(guest.id)
        kept_until = max(guest.seen, now_milliseconds()) + KEPT_MILLISECONDS
        expires = datetime.fromtimestamp(kept_until / 1000, UTC).isoformat()
        return Me(guest.id, guest.name, account is not None, guest.created, expires)

    async def register(self, guest: Guest, new: NewAccount, asker: Asker) -> SignedIn:
        """Register a guest with a name and a password. Raise `HttpRefusal`, and `ScenarioError` if not acceptable."""
        self._taken.check(asker.address)
        with use_language(asker.language):
            name = checked_name(new.name)
            password = new_password(new.password, name, "password")
        if await self.store.find_of(guest.id) is not None:
            raise HttpRefusal(HTTPStatus.CONFLICT, _HAS_ACCOUNT)
        self._taken.count(asker.address)
        kept = await self.hashes.hash(password)
        if not await self.store.create(guest.id, name, login_of(name), kept, now_milliseconds()):
            raise HttpRefusal(HTTPStatus.CONFLICT, _TAKEN)
        return await self._with_new_token(Guest(guest.id, name))

    async def sign_in(self, stated: SignIn, former: str | None, asker: Asker) -> SignedIn:
        """Sign a guest in by name and password with a new token, and delete the former one.

        Raise `HttpRefusal`, with the same message and after the same work whether or not the name exists.
        """
        login = login_of(stated.name)
        with use_language(asker.language):
            password = normal_password(stated.password, "password")
        account = await self._check_password(login, password, asker, _WRONG)
        if former is not None:
            await self.guests.forget_token(hash_secret(former))
        token = new_token()
        await self.guests.add_token(account.guest.id, hash_secret(token), now_milliseconds())
        await self.guests.note_seen(account.guest.id, now_milliseconds())
        return SignedIn(account.guest.id, account.guest.name, token)

    async def change_password(self, guest: Guest, stated: NewPassword, asker: Asker) -> SignedIn:
        """Change the password of a guest, and sign them out elsewhere. Raise `HttpRefusal`, `ScenarioError`."""
        with use_language(asker.language):
            new = new_password(stated.new, guest.name, "new")
        await self._require_password(guest, stated.password, asker)
        await self.store.change_password(guest.id, await self.hashes.hash(new))
        return await self._with_new_token(guest)

    async def sign_out(self, token: str) -> None:
        """Delete one token."""
        await self.guests.forget_token(hash_secret(token))

    async def sign_out_everywhere(self, guest: Guest) -> None:
        """Delete all tokens of a guest, and close the connections."""
        await self.guests.forget_tokens(guest.id)
        self._match_service().end_connections(guest.id)

    async def delete(self, guest: Guest, stated: Deletion, asker: Asker) -> None:
        """Delete a guest with all of their data. Raise `HttpRefusal` for a wrong password."""
        if await self.store.find_of(guest.id) is not None:
            await self._require_password(guest, stated.password or "", asker)
        await self._delete(guest.id)

    async def delete_unseen(self) -> int:
        """Delete guests who did not come back for too long; return their number."""
        unseen = await self.guests.list_unseen(now_milliseconds() - KEPT_MILLISECONDS, _DELETED_AT_ONCE)
        for guest in unseen:
            with suppress(SQLAlchemyError, HttpRefusal):
                await self._delete(guest)
        return len(unseen)

    async def _delete(self, guest: str) -> None:
        await self.guests.forget_tokens(guest)
        self._match_service().end_connections(guest)
        await forget_person(self._match_service(), guest)
        await self.guests.delete(guest)

    async def _with_new_token(self, guest: Guest) -> SignedIn:
        """Return a guest with a new token, their only one from now on."""
        token = new_token()
        await self.guests.replace_tokens(guest.id, hash_secret(token), now_milliseconds())
        self._match_service().end_connections(guest.id)
        return SignedIn(guest.id, guest.name, token)

    async def _require_password(self, guest: Guest, stated: str, asker: Asker) -> None:
        account = await self.store.find_of(guest.id)
        if account is None:
            raise HttpRefusal(HTTPStatus.CONFLICT, _NO_ACCOUNT)
        with use_language(asker.language):
            password = normal_password(stated, "password")
        await self._check_password(login_of(account.guest.name), password, asker, _WRONG_PASSWORD)

    async def _check_password(self, login: str, password: str, asker: Asker, wrong: str) -> Account:
        """Return the account of a name and a password. Raise `HttpRefusal` if wrong or after too many attempts."""
        counted = ((self._of_addresses, asker.address), (self._of_names, login))
        for attempts, key in counted:
            attempts.check(key)
        for attempts, key in counted:
            attempts.count(key)
        account = await self.store.find(login)
        is_right = await self.hashes.is_right(None if account is None else account.password, password)
        if account is None or not is_right:
            raise HttpRefusal(HTTPStatus.FORBIDDEN, wrong)
        for attempts, key in counted:
            attempts.forgive(key)
        if self.hashes.is_outdated(account.password):
            await self.store.change_password(account.guest.id, await self.hashes.hash(password))
        return account
