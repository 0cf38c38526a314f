"""Request and response bodies of the routes about the caller's own account."""

from __future__ import annotations

from msgspec import Struct


class NewAccount(Struct):
    """A name and a password, with which a guest can sign in on another device."""

    name: str
    password: str


class SignIn(Struct):
    """The name and the password of an account."""

    name: str
    password: str


class NewPassword(Struct):
    """The current password, and the one that replaces it."""

    password: str
    new: str


class Deletion(Struct):
    """The password of the guest to be deleted, null for a guest without an account."""

    password: str | None = None


class SignedIn(Struct):
    """The guest who has signed in, and a new token, which is shown only this once."""

    id: str
    name: str
    token: str


class Me(Struct):
    """The guest who sent the request.

    - `has_account`: false for a guest without a password, who is known by this token alone.
    - `created` is in milliseconds since 1970, `expires` the time at which everything is deleted unless the guest comes
      back.
    """

    id: str
    name: str
    has_account: bool
    created: int
    expires: str
