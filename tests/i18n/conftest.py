"""Driver: a language that puts every text between ⟦ and ⟧, so that text outside the catalogues stands out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sightline import i18n
from tests.cli.conftest import Run, run
from tools import catalogues

__all__ = ["Run", "run"]


@pytest.fixture(scope="session")
def wrapping(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of catalogues in which French is English within ⟦ and ⟧."""
    folder = tmp_path_factory.mktemp("locale")
    book = catalogues.catalog_of(catalogues.collect(), "fr", None)
    for each in book:
        if each.id:
            wrapped = tuple(f"⟦{text}⟧" for text in ((each.id,) if isinstance(each.id, str) else each.id))
            each.string = wrapped[0] if isinstance(each.id, str) else wrapped
    place = folder / "fr" / "LC_MESSAGES" / "sightline.mo"
    place.parent.mkdir(parents=True)
    place.write_bytes(catalogues.as_mo(book))
    return folder


@pytest.fixture
def wrapped(wrapping: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let `--lang fr` speak that language."""
    monkeypatch.setattr(i18n, "CATALOGUES", wrapping)
    i18n.read_catalogue.cache_clear()
    yield
    i18n.read_catalogue.cache_clear()
