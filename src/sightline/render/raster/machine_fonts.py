"""Fonts of this machine for characters that the fonts of the package lack."""

from __future__ import annotations

import os
import struct
import sys
from array import array
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, NamedTuple

FOLDERS_VARIABLE = "SIGHTLINE_FONT_DIR"
"""The environment variable that names other folders to search for fonts, separated as in PATH."""
_ENDINGS = frozenset({".ttf", ".otf", ".ttc", ".otc"})
_PLACEHOLDERS = ("lastresort", "adobeblank", "notdef")
"""Parts of the names of fonts with a box or an empty glyph for every character."""
_PLAIN = ("regular", "book", "naskh")
_UNLIKE_OURS = ("serif", "mono", "italic", "oblique", "light", "thin", "black", "bold", "condensed", "decorative")
_MAX_BYTES = 4_000_000
"""The maximum size of a character table; a larger one is broken."""


class FontChoice(NamedTuple):
    """The files of fonts with the characters, and the characters without a font."""

    files: tuple[str, ...]
    missing: frozenset[str]


@lru_cache(maxsize=64)
def find_fonts(characters: frozenset[str], folders: tuple[str, ...] | None = None) -> FontChoice:
    """Return files of fonts that together have these characters, as far as they are installed.

    `folders` are searched instead of those of the machine.
    """
    missing, chosen = set(characters), []
    for file in sorted(_iter_files(folders or font_folders()), key=_preference):
        if not missing:
            break
        if found := missing.intersection(_covered(file, missing)):
            chosen.append(str(file))
            missing -= found
    return FontChoice(tuple(chosen), frozenset(missing))


def font_folders() -> tuple[str, ...]:
    """Return the folders of installed fonts, or those named by the environment."""
    if named := os.environ.get(FOLDERS_VARIABLE):
        return tuple(named.split(os.pathsep))
    home = Path.home()
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", str(home))
        return str(Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts"), f"{local}/Microsoft/Windows/Fonts"
    if sys.platform == "darwin":
        return "/System/Library/Fonts", "/Library/Fonts", str(home / "Library" / "Fonts")
    own = os.environ.get("XDG_DATA_HOME") or str(home / ".local" / "share")
    shared = (os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
    return *(f"{folder}/fonts" for folder in (own, *shared)), str(home / ".fonts")


def lacking(file: Path, characters: Collection[str]) -> frozenset[str]:
    """Return the characters for which a font has no glyph."""
    return frozenset(characters).difference(_covered(file, characters))


def _iter_files(folders: Sequence[str]) -> Iterator[Path]:
    for folder in folders:
        for place, _, names in os.walk(folder):
            for name in names:
                path = Path(place, name)
                if path.suffix.lower() in _ENDINGS and not any(part in name.lower() for part in _PLACEHOLDERS):
                    yield path


def _preference(file: Path) -> tuple[bool, int, bool, str]:
    """Return the sort key of a font: plain ones without serifs, like those of the package, come first."""
    name = file.name.lower()
    unlike, is_plain = sum(part in name for part in _UNLIKE_OURS), any(part in name for part in _PLAIN)
    return "sans" not in name, unlike, not is_plain, str(file)


def _covered(file: Path, characters: Collection[str]) -> Iterator[str]:
    """Yield the characters for which a font has a glyph; none if it is unreadable."""
    try:
        with file.open("rb") as font:
            tables = [*_character_maps(font)]
            yield from (char for char in characters if any(_glyph(table, ord(char)) for table in tables))
    except (OSError, struct.error, ValueError):
        return


def _character_maps(font: BinaryIO) -> Iterator[bytes]:
    """Yield the subtables of the `cmap` of a font, or of the first font of a collection."""
    head = font.read(16)
    start = struct.unpack_from(">I", head, 12)[0] if head[:4] == b"ttcf" else 0
    font.seek(start + 4)
    (count,) = struct.unpack_from(">H", font.read(8))
    directory = font.read(16 * count)
    for name, _, offset, length in (struct.unpack_from(">4sIII", directory, 16 * k) for k in range(count)):
        if name == b"cmap" and length <= _MAX_BYTES:
            font.seek(offset)
            cmap = font.read(length)
            (tables,) = struct.unpack_from(">H", cmap, 2)
            starts = {struct.unpack_from(">I", cmap, 8 + 8 * k)[0] for k in range(tables)}
            yield from (cmap[start:] for start in sorted(starts))


def _glyph(table: bytes, code: int) -> int:
    """Return the index of the glyph of a character in a subtable of `cmap`, 0 if it has none."""
    match struct.unpack_from(">H", table)[0]:
        case 4:
            return _glyph_in_segments(table, code)
        case 12:
            return _glyph_in_groups(table, code)
    return 0


def _glyph_in_groups(table: bytes, code: int) -> int:
    (count,) = struct.unpack_from(">I", table, 12)
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        first, last, glyph = struct.unpack_from(">III", table, 16 + 12 * middle)
        if first <= code <= last:
            return int(glyph + code - first)
        low, high = (middle + 1, high) if code > last else (low, middle)
    return 0


def _glyph_in_segments(table: bytes, code: int) -> int:
    size = struct.unpack_from(">H", table, 6)[0]
    ends, starts, deltas, offsets = (_words(table, at, size) for at in (14, 16 + size, 16 + 2 * size, 16 + 3 * size))
    for k, (first, last) in enumerate(zip(starts, ends, strict=True)):
        if first <= code <= last:
            if offsets[k] == 0:
                return (code + deltas[k]) & 0xFFFF
            (glyph,) = struct.unpack_from(">H", table, 16 + 3 * size + 2 * k + offsets[k] + 2 * (code - first))
            return (glyph + deltas[k]) & 0xFFFF if glyph else 0
    return 0


def _words(table: bytes, start: int, size: int) -> Sequence[int]:
    words = array("H", table[start : start + size])
    if sys.byteorder == "little":
        words.byteswap()
    return words
