"""Templates on disk, in the user's cache or in `SIGHTLINE_CACHE_DIR`.

- The name of a file is a hash of everything that its templates depend on, including code: no other version reads it.
- A file is written under another name and renamed, so any number of processes may write it.
- It begins with a checksum. A missing or damaged file counts as a miss; a failure to write is ignored.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from threading import get_ident
from typing import NamedTuple

import numpy as np
from platformdirs import user_cache_path

from sightline.field.jit import sources_hash
from sightline.field.visibility.bit_layout import Longs
from sightline.field.visibility.line_program import Ints, LineProgram

_DIGEST_BYTES = 32
"""Length of the checksum at the beginning of a file."""
MAX_BYTES = 1 << 29
"""The maximum total size of files. The least recently read ones are removed."""


class TemplateBlock(NamedTuple):
    """The templates of the displacements `first` to before `stop`.

    That of displacement k is `code[offsets[k - first] : offsets[k - first + 1]]`. `code` is int32, see
    `sightline.field.visibility.line_program`; `offsets` is int64 of shape (stop - first + 1,).
    """

    first: int
    stop: int
    code: Ints
    offsets: Longs


def cache_file(program: LineProgram, class_count: int, targets: Longs) -> Path:
    """Return the file for the templates of displacements; `targets` has shape (displacements, 2), q and r of each."""
    key = sha256(sources_hash().encode())
    for part in (*program, class_count, targets):
        values = np.asarray(part)
        key.update(f"{values.dtype} {values.shape} ".encode() + values.tobytes())
    folder = os.environ.get("SIGHTLINE_CACHE_DIR") or user_cache_path("sightline", appauthor=False)
    return Path(folder) / "templates" / f"{key.hexdigest()[:32]}.templates"


def read_block(file: Path) -> TemplateBlock | None:
    """Return the templates in a file; None if it is missing or damaged."""
    try:
        content = file.read_bytes()
        os.utime(file)
    except OSError:
        return None
    if content[:_DIGEST_BYTES] != sha256(content[_DIGEST_BYTES:]).digest():
        return None
    arrays = BytesIO(content)
    arrays.seek(_DIGEST_BYTES)
    offsets, code = np.load(arrays), np.load(arrays)
    return TemplateBlock(0, len(offsets) - 1, code, offsets)


def write_block(file: Path, block: TemplateBlock) -> None:
    """Write templates to a file, if possible."""
    arrays = BytesIO()
    np.save(arrays, block.offsets)
    np.save(arrays, block.code)
    part = file.with_name(f"{file.name}.{os.getpid()}-{get_ident()}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(sha256(arrays.getbuffer()).digest() + arrays.getbuffer())
        part.replace(file)
        _remove_oldest(file.parent.iterdir())
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _remove_oldest(files: Iterable[Path]) -> None:
    """Remove the least recently read files until the others are within `MAX_BYTES`."""
    by_age = sorted(((file.stat(), file) for file in files), key=lambda each: each[0].st_mtime, reverse=True)
    total = 0
    for status, file in by_age:
        total += status.st_size
        if total > MAX_BYTES:
            file.unlink(missing_ok=True)
