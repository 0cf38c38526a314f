"""Canonical JSON (compare RFC 8785) and hash chains over it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.json import Encoder


def to_builtins(value: Any) -> Any:
    """Return a value as plain JSON types; tagged structs state their tag first."""
    match value:
        case Struct():
            config = value.__struct_config__
            tag = {config.tag_field: config.tag} if config.tag_field else {}
            names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
            return tag | {key: to_builtins(getattr(value, name)) for key, name in names}
        case Mapping():
            return {str(key): to_builtins(each) for key, each in value.items()}
        case list() | tuple():
            return [to_builtins(each) for each in value]
        case str():
            return str(value)
    return value


def encode_canonical(value: Any) -> bytes:
    """Return a value as JSON in UTF-8, keys sorted, without spaces. Keys must be plain strings, numbers whole."""
    return _ENCODER.encode(value)


_ENCODER = Encoder(enc_hook=to_builtins, order="sorted")  # the hook is for subclasses of str and other mappings


def chain_hash(before: str, value: Any) -> str:
    """Return the next hash of a hash chain: SHA-256 of `before` and the canonical JSON of `value`, in hex."""
    return hashlib.sha256(before.encode() + encode_canonical(value)).hexdigest()
