"""The sizes of screens for which boards are drawn."""

from __future__ import annotations

from typing import Literal

ScreenSize = Literal["large", "medium", "compact", "small"]
"""The size of the part of a screen that a board has: of a computer, of a tablet, of either among panels, of a phone."""
