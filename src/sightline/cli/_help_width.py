"""Help that fits narrow terminals too: click's own has at least 50 columns."""

from __future__ import annotations

from collections.abc import Iterable

import click

from sightline.cli.text_options import terminal_size


class FittingFormatter(click.HelpFormatter):
    """A formatter that leaves three fifths of the width to the descriptions of options and commands."""

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write names, each with its description beside it, or below a long one."""
        super().write_dl(rows, min(col_max, 2 * self.width // 5), col_spacing)


class FittingContext(click.Context):
    """A context whose help is no wider than the terminal."""

    formatter_class = FittingFormatter

    def make_formatter(self) -> click.HelpFormatter:
        """Return the formatter of the help."""
        formatter = super().make_formatter()
        formatter.width = min(formatter.width, terminal_size(None).columns or formatter.width)
        return formatter
