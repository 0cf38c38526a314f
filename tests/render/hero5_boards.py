"""Generator: boards of HERO that the drawing tests share, as a file states them."""

from __future__ import annotations

import sightline
from sightline.api import Scenario

CORRIDORS = """
    #  #  #  #  #  #  #  #
    #  .  .  .  .  .  .  #
    #  .  .  .  .  .  .  #
    #  .  .  .  .  .  .  #
    #  .  .  .  .  .  .  #
    #  #  #  .  #  #  #  #
    #  #  #  .  #  #  #  #
    #  #  #  .  .  .  #  #
    #  #  #  .  .  .  #  #
    #  #  #  #  #  #  #  #
"""


def scenario(
    pieces: str, *, size: str = "8x8", more: str = "", layout: str = "flat odd-q", rulings: str = ""
) -> Scenario:
    """Return a scenario on an empty board of that size; `more` are further keys of the map."""
    return sightline.parse(
        f"sightline: 1\nrules: hero5\nrulings: {{{rulings}}}\n"
        f"map: {{grid: hex, hexes: {layout}, size: {size}{more}}}\npieces: {{{pieces}}}\n"
    )


def corridors(pieces: str) -> Scenario:
    """Return a scenario in a room, from which one corridor leads to another."""
    return sightline.parse(
        f"sightline: 1\nrules: hero5\nmap:\n  grid: hex\n  cells: |\n{CORRIDORS.strip(chr(10))}\npieces: {{{pieces}}}\n"
    )
