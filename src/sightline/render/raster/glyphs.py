"""The glyphs of a PNG: fonts for the texts of an SVG, and code points for characters without a font."""

from __future__ import annotations

import html
import re
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple
from unicodedata import category

from sightline.i18n import _
from sightline.render.primitives.pixels import number
from sightline.render.primitives.text_metrics import advance, enumerated, escape
from sightline.render.raster.machine_fonts import find_fonts, lacking

BUNDLED = "DejaVuSans.ttf"
"""The font of the package with which others are compared."""
_TEXT = re.compile(r'(<text [^>]*?font-size=")([\d.]+)("[^>]*>)([^<]*)(</text>)')
_JOINERS = re.compile("(?<=[\u2600-\u27bf\ufe0f\U0001f000-\U0001faff])[\u200d\ufe0f]+")
"""The characters that join several emoji, which are drawn side by side instead."""
_PUNCTUATION = "…:;,.()[]→\u200e"
_MAX_CHARACTERS, _MAX_WORDS = 12, 6


class MissingGlyphs(UserWarning):
    """Characters of a PNG without a font: `characters`, and the `words` that contain them."""

    def __init__(self, characters: Sequence[str], words: Sequence[str]) -> None:
        self.characters = tuple(characters)
        self.words = tuple(words)
        message = _("no font on this machine has {characters} (in {words}): the PNG shows code points instead")
        listed = enumerated(self.characters, _MAX_CHARACTERS), enumerated(self.words, _MAX_WORDS)
        super().__init__(message.format(characters=listed[0], words=listed[1]))


class DrawableText(NamedTuple):
    """A drawable SVG, and the files of the fonts that it needs in addition to those of the package."""

    svg_text: str
    font_files: tuple[str, ...]


def choose_glyphs(svg_text: str, bundled: Path) -> DrawableText:
    """Return an SVG with fonts for all its texts. Warn of characters without a font, which become code points."""
    if svg_text.isascii():
        return DrawableText(svg_text, ())
    svg_text = _JOINERS.sub("", svg_text)
    texts = [html.unescape(found[4]) for found in _TEXT.finditer(svg_text)]
    unusual = lacking(bundled, {char for text in texts for char in text if not _is_invisible(char)})
    if not unusual:
        return DrawableText(svg_text, ())
    choice = find_fonts(unusual)
    if not choice.missing:
        return DrawableText(svg_text, choice.files)
    characters = [char for char in dict.fromkeys("".join(texts)) if char in choice.missing]
    warnings.warn(MissingGlyphs(characters, [*_words_with(choice.missing, texts)]), stacklevel=3)
    return DrawableText(_TEXT.sub(lambda found: _spelled(found, choice.missing), svg_text), choice.files)


def _is_invisible(char: str) -> bool:
    """Return whether a character needs no glyph: spaces, joiners, and variation selectors."""
    return category(char) in ("Cf", "Zs") or "\ufe00" <= char <= "\ufe0f"


def _words_with(missing: frozenset[str], texts: Iterable[str]) -> Sequence[str]:
    """Return the words with missing characters, without those that are a prefix of another."""
    every = (word.strip(_PUNCTUATION) for text in texts for word in text.split())
    words = dict.fromkeys(word for word in every if missing.intersection(word))
    return [word for word in words if not any(other != word and other.startswith(word) for other in words)]


def _spelled(found: re.Match[str], missing: frozenset[str]) -> str:
    """Return a text with code points for the missing characters, at a size that keeps it from getting wider."""
    head, size, more, content, tail = found.groups()
    text = html.unescape(content)
    spelled = "".join(f"{ord(char):X}" if char in missing else char for char in text)
    if spelled == text:
        return found[0]
    smaller = float(size) * min(1.0, advance(text) / advance(spelled))
    return f"{head}{number(smaller)}{more}{escape(spelled)}{tail}"
