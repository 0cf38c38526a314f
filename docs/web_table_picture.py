"""The picture of the web table in README: a screenshot of the shot that `make run` answers, in 256 colours."""

from __future__ import annotations

import base64
import importlib.util
import struct
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from sightline.server.settings import Settings
from tools.chromium import CHROMIUM

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels: TypeAlias = NDArray[np.uint8]
    """An array (height, width, 3)."""

WIDTH, HEIGHT = 1440, 900
_SCENARIO = Path(__file__).resolve().parent.parent / "scenarios" / "penance" / "across-the-rubble.yaml"
_QUESTION = "/new?ask=shot&from=A&to=T"
_COLOURS = 256
_PIXELS = """async source => {
  const image = new Image()
  image.src = source
  await image.decode()
  const canvas = document.createElement("canvas")
  ;[canvas.width, canvas.height] = [image.width, image.height]
  const context = canvas.getContext("2d")
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  return Array.from({ length: image.height }, (_, row) =>
    btoa(String.fromCharCode(...data.subarray(4 * row * image.width, 4 * (row + 1) * image.width))))
}"""
"""Returns the pixels of an image, as base64 of each row."""


def lacking() -> str | None:
    """Return what the picture cannot be taken without, None if it can be."""
    if CHROMIUM is None:
        return "Chromium is not installed"
    if any(importlib.util.find_spec(each) is None for each in ("numpy", "playwright")):
        return "the packages of the tests are not installed"
    if not (Settings(database="").static / "index.html").is_file():
        return "the page is not built: make web"
    return None


def take_picture() -> bytes:
    """Return the picture as PNG. Nothing may be `lacking`."""
    from playwright.sync_api import sync_playwright

    with _serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        window: Any = {"viewport": {"width": WIDTH, "height": HEIGHT}, "locale": "en-GB", "color_scheme": "light"}
        page = browser.new_page(**window)
        page.goto(f"{address}/ready")
        page.evaluate("text => sessionStorage.setItem('sightline.draft', text)", _SCENARIO.read_text(encoding="utf-8"))
        page.goto(f"{address}{_QUESTION}")
        page.wait_for_selector("[data-verdict] [data-clause]")
        page.wait_for_load_state("networkidle")
        source = "data:image/png;base64," + base64.b64encode(page.screenshot()).decode()
        rows = page.evaluate(_PIXELS, source)
        browser.close()
    return png_in_few_colours(_pixels_of(rows))


@contextmanager
def _serving() -> Iterator[str]:
    """Run a server with a database of its own; yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["--port", "0", "--no-open", "--database", f"sqlite:///{folder}/tables.sqlite3"]
        with (
            (Path(folder) / "log").open("w", encoding="utf-8") as log,
            subprocess.Popen(
                [sys.executable, "-m", "sightline", "serve", *options], stdout=subprocess.PIPE, stderr=log, text=True
            ) as process,
        ):
            assert process.stdout is not None
            yield process.stdout.readline().strip().rstrip("/")
            process.terminate()


def _pixels_of(rows: list[str]) -> Pixels:
    import numpy as np

    return np.array([np.frombuffer(base64.b64decode(row), np.uint8).reshape(-1, 4)[:, :3] for row in rows])


def png_in_few_colours(pixels: Pixels) -> bytes:
    """Return pixels as PNG with a palette of 256 colours, chosen by median cut: even areas keep their colour."""
    import numpy as np

    height, width, _ = pixels.shape
    colours, index, counts = np.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True)
    boxes = _median_cut(colours, counts)
    palette = [colours[box[counts[box].argmax()]] for box in boxes]
    entries = np.empty(len(colours), np.uint8)
    for number, box in enumerate(boxes):
        entries[box] = number
    lines = np.zeros((height, width + 1), np.uint8)  # each begins with its filter, 0 for none
    lines[:, 1:] = entries[index.reshape(height, width)]
    parts = {
        b"IHDR": struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0),
        b"PLTE": np.array(palette, np.uint8).tobytes(),
        b"IDAT": zlib.compress(lines.tobytes(), 9),
        b"IEND": b"",
    }
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, content) for name, content in parts.items())


def _median_cut(colours: Pixels, counts: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """Return groups of similar colours, as their indices: that of the largest spread, by number, is cut each time."""
    import numpy as np

    boxes = [np.arange(len(colours))]
    spreads = [_spread(colours, counts, boxes[0])]
    while len(boxes) < _COLOURS and max(spreads) > 0:
        widest = int(np.argmax(spreads))
        box = boxes[widest]
        ordered = box[colours[box, _longest_axis(colours[box])].argsort(kind="stable")]
        total = counts[ordered].cumsum()
        cut = int(np.clip(np.searchsorted(total, total[-1] / 2), 1, len(box) - 1))
        parts = [ordered[:cut], ordered[cut:]]
        boxes[widest : widest + 1] = parts
        spreads[widest : widest + 1] = [_spread(colours, counts, part) for part in parts]
    return boxes


def _longest_axis(colours: Pixels) -> int:
    return int((colours.max(axis=0).astype(int) - colours.min(axis=0)).argmax())


def _spread(colours: Pixels, counts: NDArray[np.intp], box: NDArray[np.intp]) -> float:
    """Return how much a box of colours loses as one colour."""
    far = colours[box].astype(float) - colours[box[counts[box].argmax()]]
    return float((counts[box] * (far**2).sum(axis=1)).sum())


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
