"""Translated messages of operating system errors, which the system states in English."""

from __future__ import annotations

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


def reason(error: OSError) -> str:
    """Return why a file could not be read or written, in the current language."""
    return _(error.strerror) if error.strerror else str(error)
