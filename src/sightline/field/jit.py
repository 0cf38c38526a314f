"""Numba decorators for array kernels, and the on-disk cache of what they compile.

Compiled code is cached next to its source file, or in the user's cache directory if that folder is read-only. Numba
alone only notices changes of the file of the called function; here the name of a cache file contains `sources_hash` of
the function's module, so that

- a changed constant or kernel invalidates the modules that import it, and no others;
- changed comments and docstrings do not invalidate anything.

Files are replaced atomically, so several processes may write at once. An unreadable file counts as a miss.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core.caching import FunctionCache, IndexDataCacheFile, NullCache
from numba.core.runtime import rtsys

from sightline.compilation import check_compilation

Function = TypeVar("Function", bound=Callable[..., object])

KERNEL_SOURCES = ("sightline.field.", "sightline.plane.shapes")
"""Prefixes of the names of modules from which kernels may use functions, constants and types."""
_ROOT = Path(__file__).parents[2]
_DOCSTRING = re.compile(r'^( *)"""(?:.|\n)*?"""', re.MULTILINE)
_COMMENT = re.compile(r"#[^\"'\n]*$", re.MULTILINE)
_IMPORT = re.compile(r"^from ([\w.]+) import \(?([\w\s,]+)", re.MULTILINE)


def compiled(function: Function) -> Function:
    """Decorate a function to be compiled that only compiled functions call."""
    make = numba.njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
    return cast("Function", make(function))


def inlined(function: Function) -> Function:
    """Decorate a function to be inlined into each compiled function that calls it; for the bodies of inner loops.

    It must not allocate or return arrays: it is compiled without reference counting.
    """
    make = numba.njit(error_model="numpy", forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False)
    return cast("Function", make(function))


def entry(function: Function) -> Function:
    """Decorate a function to be compiled for calls from Python; it releases the GIL and is cached on disk."""
    made = numba.njit(nogil=True, error_model="numpy")(function)
    try:
        made._cache = TolerantCache(function)
    except (RuntimeError, OSError):  # no directory to write to, or no source file
        made._cache = _NoCache()
    return cast("Function", made)


class _NoCache(NullCache):  # type: ignore[misc]
    """The cache of a function that cannot be cached."""

    def load_overload(self, _sig: Any, _target_context: Any) -> None:
        """Find nothing. Raise `NotCompiled` if compilation is forbidden."""
        check_compilation()


class TolerantCache(FunctionCache):  # type: ignore[misc]
    """Numba's on-disk cache of one function, named by a hash of its sources; unreadable files count as a miss."""

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__(function)
        code = f"{function.__module__}.{function.__name__}-{hash_file(Path(function.__code__.co_filename))}"
        python = f"{sys.implementation.cache_tag}{getattr(sys, 'abiflags', '')}"
        self._cache_file = IndexDataCacheFile(self._cache_path, f"{code}.{python}", source_stamp=None)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled code for a signature; None if it is not cached or not readable.

        Raise `NotCompiled` instead if compilation is forbidden.

        Numba would first register all types and functions for compilation, which takes longer than importing Numba.
        Compiled code needs only the runtime; the rest is registered when something has to be compiled.
        """
        try:
            rtsys.initialize(target_context)
            found = self._load_overload(sig, target_context)
        except Exception:  # anything that unpickling a damaged file may raise
            with suppress(OSError):
                self.flush()
            found = None
        # Two processes that save a function for different types at the same time may overwrite each other's data file.
        if found is None or found.signature.args != sig:
            check_compilation()
            return None
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save the compiled code for a signature; do nothing if the disk is full or read-only."""
        with suppress(OSError):
            super().save_overload(sig, data)


@cache
def sources_hash(module: str = "sightline.field.visibility.templates") -> str:
    """Return a hash of the code of a module and of all modules from `KERNEL_SOURCES` that it imports, at any depth.

    The default is the module that builds templates, for their cache. Comments and docstrings do not count.
    """
    return hash_file(_file_of(module))


@cache
def hash_file(file: Path) -> str:
    """Return the hash of a kernel module and of the kernels that it imports."""
    return hash_sources(file.read_text(encoding="utf-8"), _read_kernel_source)


def hash_sources(source: str, read: Callable[[str], str]) -> str:
    """Return a hash of a source text and of its imports, without comments and docstrings.

    `read` returns the source text of a module by its name, and "" for a module that does not count. Imports are found
    in `from ... import` statements that are not indented.
    """
    found, waiting = set[str](), [source]
    while waiting:
        code = strip_source(waiting.pop())
        if code not in found:
            found.add(code)
            waiting += [read(module) for module in _iter_imports(code)]
    return sha256("\0".join(sorted(found)).encode()).hexdigest()[:16]


def _iter_imports(code: str) -> Iterator[str]:
    """Yield the names of modules that `from ... import` may refer to: the one named, and its submodules."""
    for module, names in _IMPORT.findall(code):
        yield module
        yield from (f"{module}.{name}" for name in names.replace(",", " ").split())


@cache
def strip_source(source: str) -> str:
    """Return source text with docstrings emptied, and without comments and blank lines.

    It uses regular expressions, because parsing all kernel modules would take a third of the time of importing Numba. A
    comment that contains a quotation mark is kept.
    """
    lines = _COMMENT.sub("", _DOCSTRING.sub(r'\1""', source)).splitlines()
    return "\n".join(line.rstrip() for line in lines if line.strip())


@cache
def _read_kernel_source(module: str) -> str:
    file = _file_of(module)
    return file.read_text(encoding="utf-8") if module.startswith(KERNEL_SOURCES) and file.is_file() else ""


def _file_of(module: str) -> Path:
    return _ROOT / f"{module.replace('.', '/')}.py"
