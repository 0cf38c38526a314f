"""Functions of loops over numbers, compiled to machine code when they are first called and kept for later processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., object])


def compiled(function: Function) -> Function:
    """Compile a function that only compiled ones call."""
    wrapped = numba.njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return cast("Function", wrapped)


def entry(function: Function) -> Function:
    """Compile a function; it lets other threads run meanwhile."""
    return cast("Function", numba.njit(cache=True, nogil=True, error_model="numpy")(function))
