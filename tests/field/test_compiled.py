"""Where compiled code is kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numba
import pytest

from sightline.field import compiled
from sightline.field.table.rows import fill_rows


def doubled(number: int) -> int:
    return 2 * number


def test_the_name_of_what_is_kept_changes_with_the_sources() -> None:
    assert re.fullmatch("fill_rows-[0-9a-f]{16}", fill_rows.__qualname__)


def test_where_nothing_can_be_kept_it_is_compiled_afresh(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_cache(*, cache: bool = False, **options: Any) -> Callable[..., Any]:
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return numba.njit(**options)  # type: ignore[no-any-return,unused-ignore]

    monkeypatch.setattr(compiled, "numba", SimpleNamespace(njit=without_cache))
    assert compiled.entry(doubled)(21) == 42
