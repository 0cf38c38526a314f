"""Printing and writing of results."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from sightline.deadline import has_limit
from sightline.formats.json_text import to_json
from sightline.formats.problems import Problem
from sightline.i18n import _
from sightline.rules.json_values import to_builtins

# Control characters, lone surrogates and bidirectional overrides must not reach a terminal.
_UNPRINTABLE = "[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028-\u202e\u2066-\u2069]"


def printable(text: str) -> str:
    """Return a text as one line that is safe to print on a terminal."""
    return re.sub(_UNPRINTABLE, "\N{REPLACEMENT CHARACTER}", text)


def print_data(text: str, *, nl: bool = True) -> None:
    """Print machine-readable text, unchanged and in UTF-8, whatever encoding and colours the terminal has."""
    # A command line may contain lone surrogates, which UTF-8 cannot encode.
    click.echo(text.encode(errors="replace"), nl=nl)


def print_json(answer: Any) -> None:
    """Print an answer as JSON."""
    print_data(to_json(answer))


def print_json_list(answers: Iterable[Any]) -> None:
    """Print answers as a JSON list, each on its own line as soon as it is available.

    With a limit, which could interrupt the list, nothing is printed before all are available.
    """
    first = True
    for answer in list(answers) if has_limit() else answers:
        print_data(("[" if first else ",\n") + to_json(answer, indent=0), nl=False)
        first = False
    print_data("[]" if first else "]")


def aligned(rows: Sequence[Sequence[str]], *, gap: int = 2) -> list[str]:
    """Return rows of equal length as lines with aligned columns, separated by `gap` spaces."""
    from sightline.render.primitives.text_metrics import aligned

    return aligned(rows, gap=gap)


def print_problems(problems: Sequence[Problem], *, as_json: bool, to_stderr: bool = False) -> None:
    """Print problems: as a JSON list on the standard output, or one line each."""
    if not as_json:
        for problem in problems:
            click.echo(printable(str(problem)), err=to_stderr)
        return
    import json  # unlike `to_json`, it accepts lone surrogates

    print_data(json.dumps(to_builtins(problems), indent=2, ensure_ascii=False))


def check_target(path: Path) -> Path:
    """Return the folder of a file that is to be written. Raise OSError if it does not exist, or the file is one."""
    if path.is_dir():
        raise IsADirectoryError(21, _("is a folder; name a file to write to"), str(path))
    folder = path.resolve().parent
    if not folder.is_dir():
        raise FileNotFoundError(2, _("there is no such folder"), str(path.parent))
    return folder


def write_starting_file(file: str, text: str, summary: str, next_commands: Iterable[str]) -> None:
    """Write a file to start from, and print what it contains and which commands come next; "-" prints only the text.

    Raise OSError, also if the file exists.
    """
    if file == "-":
        print_data(text, nl=False)
        return
    _write_new(Path(file), text)
    click.echo(printable(_("{file} is written: {summary}.").format(file=file, summary=summary)))
    click.echo("\n".join((_("Next:"), *(f"  {printable(line)}" for line in next_commands))))


def write_files(outputs: Iterable[tuple[str | None, Callable[[], str | bytes]]]) -> None:
    """Write all named files completely, or none of them; "-" is the standard output, None is skipped.

    Everything is drawn before anything is written, and written to temporary files before any file is replaced.
    """
    drawn = [(name, draw()) for name, draw in outputs if name is not None]
    staged: list[tuple[Path, Path]] = []
    try:
        for name, content in drawn:
            data = content.encode() if isinstance(content, str) else content
            if name == "-":
                sys.stdout.buffer.write(data)
            else:
                staged.append((_write_temporary(Path(name), data), Path(name)))
        for temporary, path in staged:
            with _named(path):
                _replace_file(temporary, path)
    finally:
        for temporary, _path in staged:
            temporary.unlink(missing_ok=True)


def _write_new(path: Path, text: str) -> None:
    """Write a new file. Raise OSError, also if it exists."""
    check_target(path)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise FileExistsError(error.errno, _("already exists; name another file"), str(path)) from error


def _write_temporary(path: Path, data: bytes) -> Path:
    """Write a temporary file in the folder of `path`, or for a device in the system's temporary folder.

    Return its path.
    """
    import tempfile

    folder = check_target(path)
    with _named(path):
        handle, name = tempfile.mkstemp(prefix=".sightline-", dir=None if _is_device(path) else folder)
    try:
        with _named(path), os.fdopen(handle, "wb") as file:
            file.write(data)
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Raise every OSError as one about a file, whatever temporary file it was about."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _replace_file(temporary: Path, path: Path) -> None:
    if _is_device(path):
        path.write_bytes(temporary.read_bytes())
    else:
        temporary.replace(path.resolve())  # replaces the target of a link, not the link


def _is_device(path: Path) -> bool:
    """Return whether the path exists and is no regular file, such as /dev/null or a pipe."""
    return path.exists() and not path.is_file()
