"""Badges that no system of ours shows, but that a system may ask for."""

from __future__ import annotations

from sightline.render.layers.badges import badge_sign
from sightline.render.primitives.pixels import Pixel
from sightline.rules import Badge


def test_a_disc_has_its_letter() -> None:
    circle, text = badge_sign(Badge("disc", "is tired", letter="T"), Pixel(10, 20), 5)
    assert circle.startswith('<circle class="badge" cx="10" cy="20" r="5"')
    assert ">T</text>" in text
