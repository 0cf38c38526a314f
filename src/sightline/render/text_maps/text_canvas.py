"""A canvas of lines on which texts are put at columns; wide characters count as in terminals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct, field

from sightline.render.primitives.text_metrics import columns

Painter = Callable[[str, str], str]
"""A function that returns a text with terminal colour codes; the colour is a class such as `side-red`."""


def unpainted(text: str, css: str) -> str:
    """Return a text without colour."""
    del css
    return text


class TextCanvas(Struct):
    """Texts by line and column. Of two that begin in the same column, the later one wins."""

    paint: Painter = unpainted
    _texts: dict[int, dict[int, tuple[str, str]]] = field(default_factory=dict)
    _drawn: dict[int, str] = field(default_factory=dict)
    """Lines as drawn, until a text is put on them."""

    def copy(self, paint: Painter) -> TextCanvas:
        """Return a copy with other colours. Lines already drawn keep theirs until a text is put on them."""
        return TextCanvas(paint, {line: {**texts} for line, texts in self._texts.items()}, {**self._drawn})

    def put(self, line: int, column: int, text: str, css: str = "") -> None:
        """Put a text at a column of a line, in the colour of a class."""
        self._line_to_change(line)[column] = (text, css)

    def put_parts(self, line: int, column: int, parts: Sequence[tuple[str, str]]) -> None:
        """Put texts one after the other, each with the class of its colour."""
        texts = self._line_to_change(line)
        for part in parts[:-1]:
            texts[column] = part
            column += columns(part[0])
        texts[column] = parts[-1]

    def _line_to_change(self, number: int) -> dict[int, tuple[str, str]]:
        self._drawn.pop(number, None)
        return self._texts.setdefault(number, {})

    def line(self, number: int) -> str:
        """Return a line without spaces at its end."""
        if number not in self._drawn:
            self._drawn[number] = self._draw(number)
        return self._drawn[number]

    def _draw(self, number: int) -> str:
        parts, filled = [], 0
        for column, (text, css) in sorted(self._texts.get(number, {}).items()):
            if text.strip():
                parts += [" " * (column - filled), self.paint(text, css) if css else text]
                filled = max(column, filled) + columns(text)
        return "".join(parts).rstrip()

    @property
    def last_line(self) -> int:
        """The number of the last line with a text, -1 if there is none."""
        return max(self._texts, default=-1)
