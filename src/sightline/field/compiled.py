"""Functions of loops over numbers, compiled to machine code when first called, which is kept on disk for later.

It is kept beside the sources, or in the user's cache where nothing can be written there. Its name changes with each of
the sources, for Numba itself sees changes of one file only: that of the function that is called.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar, cast

import numba

from sightline.plane import shapes

Function = TypeVar("Function", bound=Callable[..., object])


def compiled(function: Function) -> Function:
    """Compile a function that only compiled ones call."""
    make = numba.njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
    return cast("Function", make(function))


def inlined(function: Function) -> Function:
    """Compile a function into each compiled one that calls it: for what is done every few words.

    It neither makes arrays nor gives any, so nobody counts who holds those that it takes.
    """
    make = numba.njit(error_model="numpy", forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)
    return cast("Function", make(function))


def entry(function: Function) -> Function:
    """Compile a function that others call; it takes positional arguments, and lets other threads run meanwhile."""
    function.__qualname__ += f"-{sources_hash()}"
    try:
        return cast("Function", numba.njit(cache=True, nogil=True, error_model="numpy")(function))
    except RuntimeError:  # nowhere to keep it
        return cast("Function", numba.njit(nogil=True, error_model="numpy")(function))


@cache
def sources_hash() -> str:
    files = [*sorted(Path(__file__).parent.rglob("*.py")), Path(shapes.__file__)]
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
