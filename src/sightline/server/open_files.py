"""The maximum number of files and sockets that the process may open."""

from __future__ import annotations

from contextlib import suppress

_MAX_FILES = 65536


def raise_file_limit() -> None:
    """Raise the soft limit of open files, often 1024, to the hard one, as every connection needs a file.

    The system may refuse, and Windows has no such limit; then it stays as it is.
    """
    try:
        import resource
    except ModuleNotFoundError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, _MAX_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
