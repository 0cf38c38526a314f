"""What commands print and write."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from sightline.formats.json_answers import to_builtins, to_json
from sightline.formats.problems import Problem
from sightline.i18n import _

# Controls, half characters, and what would turn the text after it round: none may reach a terminal.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """Give a text as one line that a terminal shows and does not obey."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def print_data(text: str, *, nl: bool = True) -> None:
    """Print what programs read, as it is and in UTF-8, whatever letters and colours the terminal has."""
    # A command line may hold what is no text; UTF-8 may not.
    click.echo(text.encode(errors="replace"), nl=nl)


def print_json(answer: Any) -> None:
    """Print an answer as JSON."""
    print_data(to_json(answer))


def print_json_list(answers: Iterable[Any]) -> None:
    """Print answers as a JSON list, each on a line of its own as soon as it is there."""
    first = True
    for answer in answers:
        print_data(("[" if first else ",\n") + to_json(answer, indent=0), nl=False)
        first = False
    print_data("[]" if first else "]")


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Give rows of the same length as lines, their cells one below the other."""
    from sightline.render.text_metrics import columns, pad

    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(pad, row, widths)).rstrip() for row in rows]


def print_problems(problems: Sequence[Problem], *, as_json: bool, to_stderr: bool = False) -> None:
    """Print what is wrong: a list on the standard output, or a line for each."""
    if not as_json:
        for problem in problems:
            click.echo(printable(str(problem)), err=to_stderr)
        return
    import json  # which, unlike `to_json`, takes half characters

    print_data(json.dumps(to_builtins(problems), indent=2, ensure_ascii=False))


def write_files(outputs: Iterable[tuple[str | None, Callable[[], str | bytes]]]) -> None:
    """Write all named files whole, or none of them; "-" is the standard output, None is left out.

    Everything is drawn before anything is written, and written before anything takes its place.
    """
    drawn = [(name, draw()) for name, draw in outputs if name is not None]
    staged: list[tuple[Path, Path]] = []
    try:
        for name, content in drawn:
            data = content.encode() if isinstance(content, str) else content
            if name == "-":
                sys.stdout.buffer.write(data)
            else:
                staged.append((_stage(Path(name), data), Path(name)))
        for temporary, path in staged:
            _put(temporary, path)
    finally:
        for temporary, _path in staged:
            temporary.unlink(missing_ok=True)


def _stage(path: Path, data: bytes) -> Path:
    """Write a file in the folder of the place that it will take; for a device, in that of temporary files."""
    import tempfile

    if path.is_dir():
        raise IsADirectoryError(21, _("is a folder; a file is written here"), str(path))
    folder = path.resolve().parent
    if not folder.is_dir():
        raise FileNotFoundError(2, _("there is no such folder"), str(path.parent))
    try:
        handle, name = tempfile.mkstemp(prefix=".sightline-", dir=None if _is_device(path) else folder)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


def _put(temporary: Path, path: Path) -> None:
    if _is_device(path):
        path.write_bytes(temporary.read_bytes())
    else:
        temporary.replace(path.resolve())  # what a link points to is replaced, not the link


def _is_device(path: Path) -> bool:
    """Tell whether what stands there is no file to be replaced, such as /dev/null or a pipe."""
    return path.exists() and not path.is_file()
