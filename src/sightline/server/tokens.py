"""Ids and secrets: random texts that cannot be guessed, and the hashes that are stored of secrets."""

from __future__ import annotations

import hmac
import re
import secrets
from hashlib import sha256

_BYTES = 18
"""The number of random bytes of an id or a secret: 144 bits, 24 characters."""


def new_token() -> str:
    """Return a random text that cannot be guessed, of letters, digits, `-` and `_`."""
    return secrets.token_urlsafe(_BYTES)


def is_token(text: str) -> bool:
    """Return whether a text can be an id or a secret."""
    return re.fullmatch("[A-Za-z0-9_-]{1,32}", text) is not None


def hash_secret(secret: str) -> bytes:
    """Return the hash of a secret, which is stored instead of it."""
    return sha256(secret.encode(errors="surrogatepass")).digest()


def is_secret_of(kept: bytes, secret: str | None) -> bool:
    """Return whether a secret has the stored hash, in constant time."""
    return secret is not None and hmac.compare_digest(kept, hash_secret(secret))
