"""Text for pictures: cleaning, shortening, measuring, wrapping and escaping."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache, reduce
from math import fsum
from unicodedata import bidirectional, category, combining, east_asian_width

from sightline.i18n import _, ngettext

_NARROW, _BROAD = frozenset("!'(),.:;I[]fijlrt|· \N{NO-BREAK SPACE}"), frozenset("%@MWmw+=—→")
_MARK = "\N{LEFT-TO-RIGHT MARK}"
_WIDE, _EMOJI, _OTHER_SCRIPT = 1.0, 1.3, 0.95
"""The widths in em of ideographs, of emoji, and of letters of scripts without measurements in DejaVu Sans."""
_LAST_OF_OURS = "\u058f"
_BREAK = re.compile(r"[^\S\xa0]+(?![\s%])")
_REPLACED = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069\u2028\u2029\ufffe\uffff]"
_LAID_OUT_BY_US = re.compile("[\t\n\r]")
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]")
"""A regional indicator; two of them form a flag."""
_SKIN_TONES = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
_AS_EMOJI = "\N{VARIATION SELECTOR-16}"


TOKEN = 3
"""The columns of a short name, in texts and in pictures."""


def clean(text: str) -> str:
    """Return a text with a replacement mark for each character that XML forbids or that can reorder the text.

    XML forbids control characters and unpaired surrogates; bidirectional embeddings and overrides can reorder a whole
    line.
    """
    if text.isascii() and text.isprintable():
        return text
    return _LAID_OUT_BY_US.sub(" ", re.sub(_REPLACED, "\N{REPLACEMENT CHARACTER}", text))


@lru_cache(maxsize=4096)
def escape(text: str) -> str:
    """Return a text for use between tags or in a quoted attribute of XML."""
    import html  # imported lazily: its table of entities is large

    return html.escape(clean(text))


def columns(text: str) -> int:
    """Return the width of a text in terminal columns."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(map(_columns, clusters(text)))


def clusters(text: str) -> Iterator[str]:
    """Yield the grapheme clusters of a text: a letter and its marks, an emoji and its skin tone, a flag."""
    kept = ""
    for char in text:
        if kept and not _is_joined(kept, char):
            yield kept
            kept = ""
        kept += char
    if kept:
        yield kept


def _is_joined(cluster: str, char: str) -> bool:
    """Return whether a character belongs to the cluster before it."""
    is_emoji = category(cluster[0]) == "So"
    if _FLAG.match(char):
        return bool(_FLAG.fullmatch(cluster))
    return _columns(char) == 0 or (is_emoji and (char in _SKIN_TONES or cluster[-1] == "\N{ZERO WIDTH JOINER}"))


@lru_cache(maxsize=4096)
def _columns(cluster: str) -> int:
    """Return the columns of a cluster: those of its first character, two for an emoji sequence."""
    first = cluster[0]
    if combining(first) or category(first) in ("Mn", "Me", "Cf"):
        return 0
    if _FLAG.match(first):
        return len(cluster)
    is_wide = east_asian_width(first) in "WF" or (category(first) == "So" and _AS_EMOJI in cluster)
    return 2 if is_wide else 1


def shorten(text: str, width: int) -> str:
    """Return a cleaned text in at most `width` columns; an ellipsis replaces what is cut off."""
    text = clean(text)
    return text if columns(text) <= width else cut(text, width - 1) + "…"


def cut(text: str, width: int) -> str:
    """Return the beginning of a text that fits in `width` columns."""
    kept = ""
    for cluster in clusters(text):
        if columns(kept + cluster) > width:
            break
        kept += cluster
    return kept.rstrip("\u200d ")


def short_names(names: Iterable[str], width: int = TOKEN, used: Set[str] = frozenset()) -> Mapping[str, str]:
    """Return a unique short form of each name, at most `width` columns wide: unchanged, cut, or cut and numbered.

    A number at the end of a name is kept. Of names with the same beginning, the first is cut, the others get one of
    their letters after a shorter beginning. Forms in `used` are not returned.
    """
    # Names that fit are assigned first; shortened ones get the remaining forms.
    cleaned = {name: text if columns(text := clean(name).strip()) else "?" for name in names}
    short: dict[str, str] = {}
    taken = set(used)
    for name, text in cleaned.items():
        if columns(text) <= width and text not in taken:
            short[name] = text
            taken.add(text)
    # The last number for each beginning, so that many similar names do not each count from 2.
    numbers: Counter[str] = Counter()
    for name, text in cleaned.items():
        if name not in short:
            form = next((form for form in _short_forms(text, width) if form not in taken), None)
            short[name] = form or _numbered_form(text, width, taken, numbers)
            taken.add(short[name])
    return {name: short[name] for name in cleaned}


def names_with_room(names: Iterable[str], width: int) -> Mapping[str, str]:
    """Return each name unchanged if it fits in `width` columns, otherwise its short form."""
    short = short_names(names)
    return {name: text if 0 < columns(text := clean(name).strip()) <= width else short[name] for name in short}


def _short_forms(text: str, width: int) -> Iterator[str]:
    """Yield short forms of a text: cut before its final number, or with another letter at the end."""
    stem = text.rstrip("0123456789")
    number = text[len(stem) :]
    if number and stem and columns(number) < width:
        yield cut(stem.strip(), width - columns(number)) + number
        return
    yield cut(text, width)
    beginning = cut(text, width - 1)
    yield from (beginning + char for char in text[len(beginning) :] if char.isalpha() and columns(char) == 1)


def _numbered_form(text: str, width: int, taken: Set[str], numbers: Counter[str]) -> str:
    form = beginning = cut(text, width)
    while form in taken or not form:
        numbers[beginning] += 1
        number = str(numbers[beginning] + 1)
        form = cut(text, width - len(number)) + number
    return form


def arrow_between(start: str, stop: str) -> str:
    """Return "start → stop", in that order from left to right in every script."""
    is_rightward = all(bidirectional(char) not in ("R", "AL") for char in start + stop)
    return f"{start} → {stop}" if is_rightward else f"{start}{_MARK} → {_MARK}{stop}"


def explained(*parts: str) -> str:
    """Return parts as one text, each explained by the next: "a: b: c"."""
    return reduce(lambda what, then: _("{what}: {then}").format(what=what, then=then), parts)


def enumerated(names: Sequence[str], most: int) -> str:
    """Return names with commas; of more than `most`, only the first ones and the number of the others."""
    listed, more = ", ".join(names[:most]), len(names) - most
    if more <= 0:
        return listed
    return ngettext("{names} and {count} more", "{names} and {count} more", more).format(names=listed, count=more)


def pad(text: str, width: int) -> str:
    """Return a text padded with spaces to `width` columns."""
    return text + " " * (width - columns(text))


def aligned(rows: Sequence[Sequence[str]], *, gap: int = 2) -> list[str]:
    """Return rows of equal length as lines with aligned columns, `gap` spaces apart."""
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    return [(" " * gap).join(map(pad, row, widths)).rstrip() for row in rows]


def aligned_within(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return rows of equal length as lines of at most `width` columns, if two columns fit side by side.

    Without room the columns are closer together; if that does not suffice, the last ones follow in parts below, each
    behind the first column and an empty line.
    """
    lines = aligned(rows)
    if max(map(columns, lines)) <= width:
        return lines
    first, *others = zip(*rows, strict=True)
    lines, part = [], [first]
    for column in others:
        wider = [*part, column]
        if len(part) > 1 and max(map(columns, _closely(wider))) > width:
            lines += [*_closely(part), ""]
            wider = [first, column]
        part = wider
    return [*lines, *_closely(part)]


def _closely(table: Sequence[Sequence[str]]) -> list[str]:
    """Return the columns of a table as lines, one space apart."""
    return aligned([*zip(*table, strict=True)], gap=1)


def advance(text: str) -> float:
    """Estimate the width of a text in em, in DejaVu Sans or a font for its script; rather too large than too small."""
    return fsum(_advance(char) for char in text)


@lru_cache(maxsize=4096)
def _advance(char: str) -> float:
    columns = _columns(char)
    if columns == 0:
        return 0.0
    if columns == 2:
        return _EMOJI if category(char) == "So" else _WIDE
    if char > _LAST_OF_OURS and category(char)[0] == "L":
        return _OTHER_SCRIPT
    if char in _NARROW:
        return 0.4
    return 0.95 if char in _BROAD else 0.72 if char.isupper() else 0.64


def fit(text: str, em: float) -> str:
    """Return a cleaned text of at most `em`; an ellipsis replaces what is cut off."""
    text = clean(text)
    if advance(text) <= em:
        return text
    parts = [*clusters(text)]
    while parts and advance("".join(parts)) + 1 > em:
        parts.pop()
    return "".join(parts).rstrip("\u200d ") + "…"


def wrap(text: str, em: float) -> list[str]:
    """Return a text as lines of at most `em`, broken between words; too long words are shortened.

    A percent sign stays with its number, and there is no break at no-break spaces.
    """
    lines = [""]
    for word in _BREAK.split(clean(text).strip()):
        longer = f"{lines[-1]} {word}".strip()
        if advance(longer) <= em:
            lines[-1] = longer
        elif lines[-1]:
            lines.append(fit(word, em))
        else:
            lines[-1] = fit(word, em)
    return lines
