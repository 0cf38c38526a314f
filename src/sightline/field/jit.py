"""Functions of loops over numbers, compiled to machine code when first called, which is kept on disk for later.

It is kept beside the sources, or in the user's cache where nothing can be written there. Its name changes with each of
the sources, for Numba itself sees changes of one file only: that of the function that is called. Files are put in place
whole, so that several processes may write at once; what a disk has spoiled nevertheless is made again.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core.caching import FunctionCache

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
    made = numba.njit(nogil=True, error_model="numpy")(function)
    with suppress(RuntimeError):  # nowhere to keep it
        made._cache = _Kept(function)
    return cast("Function", made)


class _Kept(FunctionCache):  # type: ignore[misc]
    """What is kept of a function."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Give what is kept, None where nothing is, or what is cannot be read."""
        try:
            found = super().load_overload(sig, target_context)
        except Exception:  # whatever spoilt files make the reader do
            with suppress(OSError):
                self.flush()
            return None
        # Of two processes that keep one function for different types at once, one may write over what the other wrote.
        return found if found is None or found.signature.args == sig else None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep something, where there is room for it."""
        with suppress(OSError):
            super().save_overload(sig, data)


@cache
def sources_hash() -> str:
    """Give a name for the sources of all that is compiled."""
    files = [*sorted(Path(__file__).parent.rglob("*.py")), Path(shapes.__file__)]
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
