"""The page's own verification, built as the page is and run by Node."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import run
from tests.page_code import Json, page_code

__all__ = ["Json", "run"]

Verify = Callable[..., Json]
"""`verify(record, canTakeBack=...)` returns what the page finds out about a record."""

DRIVER = Path(__file__).with_name("verifier.mjs")


@pytest.fixture(scope="session")
def verify(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Verify]:
    with page_code("verify/verify.ts", DRIVER, tmp_path_factory.mktemp("verification")) as ask:

        def verified(record: Any, **options: Any) -> Json:
            return ask({"record": record, "options": options})

        yield verified
