"""Problems of files that cannot be read or written; the operating system states them in English."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from sightline.formats.problems import Problem, Problems, find_nearest
from sightline.i18n import N_, _

OS_ERROR_TEXTS = (
    N_("Bad address"),
    N_("Bad file descriptor"),
    N_("Broken pipe"),
    N_("Cannot allocate memory"),
    N_("Device or resource busy"),
    N_("Disk quota exceeded"),
    N_("File exists"),
    N_("File name too long"),
    N_("File too large"),
    N_("Input/output error"),
    N_("Invalid argument"),
    N_("Is a directory"),
    N_("No space left on device"),
    N_("No such device or address"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Operation not permitted"),
    N_("Permission denied"),
    N_("Read-only file system"),
    N_("Too many levels of symbolic links"),
    N_("Too many open files"),
)
"""The most frequent messages, marked for translation. Others are passed on as they are."""


_MIN_LIKENESS = 0.5


def reason(error: OSError) -> str:
    """Return why a file could not be read or written, in the current language."""
    return _(error.strerror) if error.strerror else str(error)


def os_problem(error: OSError) -> Problem:
    """Return an operating system error as a problem of its file, for a missing file with the nearest name."""
    problems = Problems("sightline" if error.filename is None else str(error.filename))
    problems.add(None, None, reason(error), nearest=_nearest_file(error))
    return problems.found[0]


def _nearest_file(error: OSError) -> str | None:
    """Return the path of a file with a similar name in the folder of a missing one, None if there is none.

    The names without their endings, such as .yaml, must have half of their letters in common too.
    """
    if error.strerror != os.strerror(errno.ENOENT) or not error.filename:
        return None
    from difflib import SequenceMatcher  # most files exist

    path = Path(str(error.filename))
    try:
        nearest = find_nearest(path.name, sorted(each.name for each in path.parent.iterdir()))
    except OSError:
        return None
    if nearest is None or SequenceMatcher(None, path.stem, Path(nearest).stem).ratio() < _MIN_LIKENESS:
        return None
    return str(path.with_name(nearest))
