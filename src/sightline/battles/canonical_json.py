"""JSON of battles in one spelling, so that it can be hashed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.json import Encoder


def to_plain(value: Any) -> Any:
    """Give a value as JSON has it; structs with a tag state it first."""
    match value:
        case Struct():
            config = value.__struct_config__
            tag = {config.tag_field: config.tag} if config.tag_field else {}
            names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
            return tag | {key: to_plain(getattr(value, name)) for key, name in names}
        case Mapping():
            return {str(key): to_plain(each) for key, each in value.items()}
        case list() | tuple():
            return [to_plain(each) for each in value]
        case str():
            return str(value)
    return value


def canonical(value: Any) -> bytes:
    """Give a value as JSON in UTF-8, keys sorted, without spaces. Its keys are plain texts, its numbers whole."""
    return _ENCODER.encode(value)


_ENCODER = Encoder(enc_hook=to_plain, order="sorted")  # the hook is for texts and mappings that are no plain ones


def chained(before: str, value: Any) -> str:
    """Give the hash of a value behind another hash, in hexadecimal."""
    return hashlib.sha256(before.encode() + canonical(value)).hexdigest()
