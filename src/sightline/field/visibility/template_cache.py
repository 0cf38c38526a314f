"""Templates kept on disk for later processes, in the user's cache or in `SIGHTLINE_CACHE_DIR`.

A file is named by all that its templates come from, the code included: no other version ever reads it. It is written
beside its place and moved there at once, so that any number of processes may write it, and it begins with a checksum.
What is not there, is damaged or cannot be written is made anew each time.
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
from sightline.field.visibility.template_builder import Ints, Scheme

_DIGEST = 32
"""Bytes at the beginning of a file: a checksum of the others."""
_MOST_BYTES = 1 << 29
"""Of all files together: those that were not read for longest go."""


class Tape(NamedTuple):
    """The templates of the displacements from one to before another: each begins where `begins` says."""

    first: int
    stop: int
    numbers: Ints
    begins: Longs


def file_of(scheme: Scheme, sorts: int, targets: Longs) -> Path:
    """Give the file for the templates of displacements, whose q and r are in `targets`, and of so many sorts."""
    told = sha256(sources_hash().encode())
    for part in (*scheme, sorts, targets):
        values = np.asarray(part)
        told.update(f"{values.dtype} {values.shape} ".encode() + values.tobytes())
    folder = os.environ.get("SIGHTLINE_CACHE_DIR") or user_cache_path("sightline", appauthor=False)
    return Path(folder) / "templates" / f"{told.hexdigest()[:32]}.templates"


def read(file: Path) -> Tape | None:
    """Give the templates that are kept in a file, None where it is not there or damaged."""
    try:
        kept = file.read_bytes()
        os.utime(file)
    except OSError:
        return None
    if kept[:_DIGEST] != sha256(kept[_DIGEST:]).digest():
        return None
    arrays = BytesIO(kept)
    arrays.seek(_DIGEST)
    begins, numbers = np.load(arrays), np.load(arrays)
    return Tape(0, len(begins) - 1, numbers, begins)


def write(file: Path, tape: Tape) -> None:
    """Keep templates in a file, if that can be."""
    arrays = BytesIO()
    np.save(arrays, tape.begins)
    np.save(arrays, tape.numbers)
    part = file.with_name(f"{file.name}.{os.getpid()}-{get_ident()}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(sha256(arrays.getbuffer()).digest() + arrays.getbuffer())
        part.replace(file)
        _clear(file.parent.iterdir())
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _clear(files: Iterable[Path]) -> None:
    """Remove the files that were not read for longest while all together are too large."""
    known = sorted(((file.stat(), file) for file in files), key=lambda each: each[0].st_mtime, reverse=True)
    total = 0
    for status, file in known:
        total += status.st_size
        if total > _MOST_BYTES:
            file.unlink(missing_ok=True)
