"""Links within the project lead somewhere, and every page can be reached from the list of pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, name_of

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)|src=\"([^\"]+)\"")
_TEXTS = (*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md")


def _links(page: Path) -> list[str]:
    return [a or b for a, b in _LINK.findall(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", _TEXTS, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for link in _links(page):
        if "://" in link:
            continue
        name, _, heading = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), f"{name_of(page)}: {link}"
        if heading:
            assert heading in _anchors(target), f"{name_of(page)}: {link}"


def _anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_page_is_listed() -> None:
    listed = {link.partition("#")[0] for link in _links(ROOT / "docs" / "README.md")}
    for page in (ROOT / "docs").glob("*.md"):
        assert page.name in listed or page.name == "README.md"
