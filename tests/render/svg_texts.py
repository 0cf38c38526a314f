"""Driver: the texts of a picture, as its tests read them."""

from __future__ import annotations

from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
"""The namespace before the names of elements."""


def texts(picture: str) -> list[str]:
    """Return the texts of an SVG, in the order in which they are drawn."""
    return [found.text or "" for found in ET.fromstring(picture).iter(f"{SVG}text")]
