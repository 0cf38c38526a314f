"""A file with the record of a battle, written at every action so that nothing is lost."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from sightline import battles
from sightline.api import Battle, RecordError, replay
from sightline.battles.record_writer import BEGINNING
from sightline.cli.output import check_target
from sightline.formats.problems import Problem
from sightline.i18n import _
from sightline.rules import Systems

_BEGINNING = BEGINNING.encode()


class RecordFile:
    """A file with the record of a battle, and beside it, until the battle is over, a file with the seed of its dice.

    Every method raises OSError.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def create(cls, path: Path, battle: Battle) -> RecordFile:
        """Create the file of a battle that has begun. Raise FileExistsError if it exists."""
        check_target(path)  # otherwise the error would be about the file of the seed
        if path.exists():
            raise FileExistsError(17, _("already exists; play that file to continue its battle"), str(path))
        _replace_atomically(_seed_file(path), str(battle.run.dice.seed))
        record = cls(path)
        record.write(battle)
        return record

    def write(self, battle: Battle) -> None:
        """Write the current record of the battle; it extends the one in the file."""
        _replace_atomically(self.path, battle.record())
        if battle.run.result is not None:
            _seed_file(self.path).unlink(missing_ok=True)


def _replace_atomically(path: Path, text: str) -> None:
    """Replace a file atomically: whenever the program ends, either the old or the new content is complete."""
    target = path.resolve()  # replaces the target of a link, not the link
    new = target.with_name(f"{target.name}.new")
    try:
        with new.open("wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        new.replace(target)
    except OSError as error:
        with suppress(OSError):  # which would hide the cause
            new.unlink()
        raise OSError(error.errno, error.strerror, str(path)) from error


def is_record(file: str) -> bool:
    """Return whether a file begins like a record. Raise OSError."""
    with Path(file).open("rb") as opened:
        return opened.read(len(_BEGINNING)) == _BEGINNING


def read_record(file: str, systems: Systems) -> Battle:
    """Return the battle of a record file, fully verified. Raise `RecordError` or OSError."""
    return replay(_text_of(file), systems=systems, file=file)


def reopen(file: str, systems: Systems) -> tuple[Battle, RecordFile]:
    """Return the battle of a record file with its dice, and the file to extend. Raise `RecordError` or OSError."""
    text = _text_of(file)
    if not _is_unfinished(text):
        return replay(text, systems=systems, file=file), RecordFile(Path(file))
    seed = _seed_file(Path(file))
    if not seed.exists():
        message = _("the dice of this battle are not known: its seed is needed here")
        raise FileNotFoundError(2, message, str(seed))
    # Editors end a text with a line break, which is not a part of the seed.
    battle = replay(text, seed=_text_of(str(seed)).removesuffix("\n"), systems=systems, file=file)
    record = RecordFile(Path(file))
    record.write(battle)  # completes a record whose end is missing
    return battle, record


def _is_unfinished(text: str) -> bool:
    """Return whether a record is intact at its beginning and end, and has no end yet."""
    try:
        return battles.parse_record(text).end is None
    except battles.BrokenRecord:
        return False


def _text_of(file: str) -> str:
    content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line, message = content.count(b"\n", 0, error.start) + 1, _("this is not UTF-8 text")
        problem = Problem(file=file, line=line, column=1, key=None, found=None, message=f"{message}.")
        raise RecordError([problem]) from error


def _seed_file(path: Path) -> Path:
    return path.with_name(f"{path.name}.seed")
