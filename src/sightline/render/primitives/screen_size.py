"""The sizes of screens for which boards are drawn."""

from __future__ import annotations

from typing import Literal

ScreenSize = Literal["large", "medium", "small"]
"""The size of a screen: of a computer, a tablet, a phone."""
