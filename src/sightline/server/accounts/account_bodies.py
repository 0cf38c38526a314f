"""The bodies of requests about oneself, and of their answers."""

from __future__ import annotations

from msgspec import Struct


class NewAccount(Struct):
    """A name and a password, by which a guest is known elsewhere."""

    name: str
    password: str


class SignIn(Struct):
    """The name and the password of an account."""

    name: str
    password: str


class NewPassword(Struct):
    """The password as it is, and the one that takes its place."""

    password: str
    new: str


class Deletion(Struct):
    """The password of whoever is to be deleted, null for a guest without an account."""

    password: str | None = None


class SignedIn(Struct):
    """The person who has signed in, and the token that is new; it is shown this once."""

    id: str
    name: str
    token: str


class Me(Struct):
    """The person who asks.

    - `has_account`: there is a password; else this is a guest, whom only this token knows.
    - `created` is in milliseconds since 1970, `expires` the time at which all of it goes unless one comes back.
    """

    id: str
    name: str
    has_account: bool
    created: int
    expires: str
