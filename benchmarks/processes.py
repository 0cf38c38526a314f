"""Processes of Python, each from its start to its end."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import cache


def python(arguments: Sequence[str], text: str = "") -> Callable[[], None]:
    """Return a function that runs Python with these arguments, and a text on its standard input."""
    command, env = [sys.executable, *arguments], _as_installed()

    def run() -> None:
        subprocess.run(command, env=env, input=text, text=True, stdout=subprocess.DEVNULL, check=True)

    return run


@cache
def _as_installed() -> dict[str, str]:
    """Return an environment in which compiled modules are kept, as an installed package has them."""
    kept = tempfile.TemporaryDirectory()
    atexit.register(kept.cleanup)
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return env | {"PYTHONPYCACHEPREFIX": kept.name}
