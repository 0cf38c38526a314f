"""Hashes of passwords by argon2id, computed in threads: they are slow on purpose, and must not block the event loop."""

from __future__ import annotations

import asyncio
import secrets
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from sightline.server.http_refusals import HttpRefusal

_ROUNDS, _LANES = 2, 1
_SALT_BYTES, _HASH_BYTES = 16, 32
_THREADS = 2
_MAX_WAITING = 32
_RETRY_SECONDS = 2

Result = TypeVar("Result")


class PasswordHashes:
    """Computes and verifies hashes of passwords, a few at a time, each in so many KiB of memory."""

    def __init__(self, kibibytes: int) -> None:
        self._hasher = PasswordHasher(_ROUNDS, kibibytes, _LANES, _HASH_BYTES, _SALT_BYTES)
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="passwords")
        self._waiting = 0
        self._of_nobody = _hash_of_nothing(kibibytes)

    async def hash(self, password: str) -> str:
        """Return the hash of a password. Raise `HttpRefusal` if too many are waiting."""
        return await self._run(self._hasher.hash, password)

    async def is_right(self, kept: str | None, password: str) -> bool:
        """Return whether a password has the stored hash. For None the answer is False, after the same time.

        Raise `HttpRefusal` if too many are waiting.
        """
        return await self._run(self._verify, self._of_nobody if kept is None else kept, password)

    def is_outdated(self, kept: str) -> bool:
        """Return whether a hash was computed with other parameters than today's."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """End the threads; work that is still waiting is dropped."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except VerifyMismatchError:
            return False

    async def _run(self, function: Callable[..., Result], *arguments: str) -> Result:
        if self._waiting >= _MAX_WAITING:
            raise HttpRefusal(HTTPStatus.SERVICE_UNAVAILABLE, retry_after=_RETRY_SECONDS)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)
        finally:
            self._waiting -= 1


def _hash_of_nothing(kibibytes: int) -> str:
    """Return a stored hash of which nobody knows the password."""
    salt, hashed = (_base64(secrets.token_bytes(count)) for count in (_SALT_BYTES, _HASH_BYTES))
    return f"$argon2id$v=19$m={kibibytes},t={_ROUNDS},p={_LANES}${salt}${hashed}"


def _base64(content: bytes) -> str:
    return b64encode(content).decode().rstrip("=")
