"""A browser that shows the page, and the time from an event of input to the picture that shows its effect."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from benchmarks.measurement import running
from tools.chromium import CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

_VIEWPORT: ViewportSize = {"width": 1440, "height": 900}
_ARM = """([kind, shown]) => {
    const reached = new Function(`return ${shown}`)
    window.shownAt = new Promise((resolve, reject) => {
        setTimeout(() => reject(`not shown: ${shown}`), 20_000)
        let began = null
        const paint = new MessageChannel()
        const since1970 = (time) => performance.timeOrigin + time
        paint.port1.onmessage = () => resolve([since1970(began), since1970(performance.now())])
        const observer = new MutationObserver(look)
        function look() {
            if (began === null || !reached()) return
            observer.disconnect()
            requestAnimationFrame(() => paint.port2.postMessage(null))
        }
        const begin = (event) => (began ??= event.timeStamp)
        if (kind === "") began = performance.now()
        else addEventListener(kind, begin, { capture: true })
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    })
}"""
"""A function that waits for an event of a kind, and then until something is shown; the picture has been made in the
task after the frame. Of no kind it begins at once."""
_FRAMES = """() => {
    const taken = []
    let last = null
    const frame = (now) => {
        if (last !== null) taken.push(now - last)
        last = now
        window.framing = requestAnimationFrame(frame)
    }
    window.framing = requestAnimationFrame(frame)
    window.framesTaken = taken
}"""


@cache
def browser() -> Browser:
    """Start a browser, which ends with the case: while it runs, this thread can run no other event loop."""
    from playwright.sync_api import sync_playwright

    running.callback(browser.cache_clear)
    playwright = running.enter_context(sync_playwright())
    return playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])


def open_page(address: str) -> Page:
    """Open a page in a window of its own."""
    page = browser().new_context(viewport=_VIEWPORT, locale="en-GB", bypass_csp=True).new_page()
    page.goto(address)
    return page


def visit(address: str) -> Page:
    """Open a page in a window of its own, and wait for its board."""
    page = open_page(address)
    page.wait_for_selector("g[data-piece]")
    page.wait_for_load_state("networkidle")
    return page


def load(address: str) -> float:
    """Return the seconds from asking for a page to its board."""
    context = browser().new_context(viewport=_VIEWPORT, bypass_csp=True)
    page = context.new_page()
    page.add_init_script(f"({_ARM})(['', 'document.querySelector(\"g[data-piece]\")'])")
    page.goto(address)
    _began, shown = page.evaluate("() => window.shownAt")
    origin: float = page.evaluate("() => performance.timeOrigin")
    context.close()
    return float(shown - origin) / 1000


def until_shown(act: Callable[[], object], at: Page, kind: str, shown: str, by: Page | None = None) -> float:
    """Do something; return the seconds from its event of a kind, on the page `by`, until the page `at` shows it.

    `shown` is an expression of JavaScript that is true from then on.
    """
    by = by or at
    at.evaluate(_ARM, ["" if by is not at else kind, shown])
    if by is not at:
        by.evaluate(_ARM, [kind, "true"])
        by.evaluate("() => addEventListener('pointerup', () => document.body.toggleAttribute('data-seen'), true)")
    act()
    began, ended = at.evaluate("() => window.shownAt")
    if by is not at:
        began, _ended = by.evaluate("() => window.shownAt")
    return float(ended - began) / 1000


def middle(page: Page, selector: str) -> tuple[float, float]:
    """Return the middle of something on a page."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def frames_of(page: Page, act: Callable[[], object]) -> list[float]:
    """Return the seconds between the frames of a page while something is done there."""
    page.evaluate(_FRAMES)
    act()
    taken: list[float] = page.evaluate("() => (cancelAnimationFrame(window.framing), window.framesTaken)")
    return [each / 1000 for each in taken]
