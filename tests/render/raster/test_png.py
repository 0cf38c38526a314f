"""PNG: drawn with the bundled font, text included; a clear refusal without the library."""

from __future__ import annotations

import sys
from importlib.resources import files
from struct import unpack

import pytest

from sightline import MissingExtra
from sightline.render import png, svg
from sightline.render.scenes.scene import board_scene
from sightline.systems.penance import PENANCE
from tests.render.boards import across_the_rubble, position


def test_a_picture_is_a_png_of_the_asked_width() -> None:
    pytest.importorskip("resvg_py")
    drawn = png(svg(board_scene(PENANCE, position(across_the_rubble()))), width=300)
    assert drawn.startswith(b"\x89PNG\r\n\x1a\n")
    assert unpack(">I", drawn[16:20])[0] == 300


def test_text_is_really_drawn() -> None:
    pytest.importorskip("resvg_py")
    frame = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40" font-family="DejaVu Sans">{}</svg>'
    blank, *drawn = (
        png(frame.format(inner))
        for inner in ("", '<text y="30">Wg→✕▲±</text>', '<text y="30" font-weight="bold">Wg→✕▲±</text>')
    )
    assert len({blank, *drawn}) == 3


def test_fonts_come_with_their_licence() -> None:
    names = {found.name for found in (files("sightline.render.raster") / "fonts").iterdir()}
    assert {"DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "LICENSE-DejaVu.txt"} <= names


def test_without_the_library_the_install_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtra, match="resvg-py, which draws PNG files, is not installed") as refused:
        png("<svg/>")
    assert refused.value.command == 'pip install "sightline[png]"'
    assert refused.value.command in str(refused.value)
