"""Canonical JSON (compare RFC 8785) and hash chains over it."""

from __future__ import annotations

import hashlib
from typing import Any

from msgspec.json import Encoder

from sightline.rules.json_values import to_builtins


def encode_canonical(value: Any) -> bytes:
    """Return a value as JSON in UTF-8, keys sorted, without spaces. Keys must be plain strings, numbers whole."""
    return _ENCODER.encode(value)


_ENCODER = Encoder(enc_hook=to_builtins, order="sorted")  # the hook converts subclasses of str and other mappings


def chain_hash(before: str, value: Any) -> str:
    """Return the next hash of a hash chain: SHA-256 of `before` and the canonical JSON of `value`, in hex."""
    return hashlib.sha256(before.encode() + encode_canonical(value)).hexdigest()
