"""The history of typed lines, kept in a file from one battle to the next."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

import click
from prompt_toolkit.history import History

MAX_LINES: Final = 1000


def history_path() -> Path:
    """Return the path of the file, in the user's folder for application data."""
    return Path(click.get_app_dir("sightline")) / "play-history.txt"


class LineHistory(History):
    """The last lines of a file, at most `MAX_LINES`, and the lines typed since.

    If the file cannot be read or written, lines are not kept.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def load_history_strings(self) -> Iterable[str]:
        """Return the lines, latest first."""
        try:
            lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return ()
        if len(lines) > MAX_LINES:
            lines = lines[-MAX_LINES:]
            with suppress(OSError):
                self._path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return reversed(lines)

    def store_string(self, string: str) -> None:
        """Append a line to the file."""
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{' '.join(string.split())}\n")
