"""Driver: what axe finds on a page, in both themes."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

_RESULTS = {"resultTypes": ["violations"], "selectors": False}
_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}


def serious(page: Page) -> list[str]:
    """Return what axe finds that keeps somebody from using the page, and leave the page in the other theme.

    Themes differ in colours alone: whatever does not depend on them is looked at in the theme that the page has.
    """
    found = _found(page, {})
    is_dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    page.emulate_media(color_scheme="light" if is_dark else "dark")
    return found + _found(page, _COLOURS)


def _found(page: Page, options: dict[str, Any]) -> list[str]:
    return [
        f"{each['id']}: {node['html'][:160]}"
        for each in Axe().run(page, options=options | _RESULTS).response["violations"]
        if each["impact"] != "minor"
        for node in each["nodes"][:3]
    ]
