"""The browser in which the page is tested and measured."""

from __future__ import annotations

import shutil

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""Debian's Chromium; without the windows of a desktop, where it is installed, it takes a quarter less time."""
