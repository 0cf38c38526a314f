"""What commands print and write."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from sightline.formats.answers import to_json


def print_json(answer: Any) -> None:
    """Print an answer as JSON."""
    click.echo(to_json(answer))


def print_json_list(answers: Iterable[Any]) -> None:
    """Print answers as a JSON list, each on a line of its own as soon as it is there."""
    first = True
    for answer in answers:
        click.echo(("[" if first else ",\n") + to_json(answer, indent=0), nl=False)
        first = False
    click.echo("[]" if first else "]")


def write_files(outputs: Iterable[tuple[str | None, Callable[[], str | bytes]]]) -> None:
    """Write each named file whole or not at all; "-" is the standard output, None is left out.

    Everything is drawn before anything is written.
    """
    drawn = [(name, draw()) for name, draw in outputs if name is not None]
    for name, content in drawn:
        data = content.encode() if isinstance(content, str) else content
        if name == "-":
            sys.stdout.buffer.write(data)
        else:
            _replace(Path(name), data)


def _replace(path: Path, data: bytes) -> None:
    if path.is_dir():
        raise IsADirectoryError(21, "is a folder; a file is written here", str(path))
    if not path.parent.is_dir():
        raise FileNotFoundError(2, "there is no such folder", str(path.parent))
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
