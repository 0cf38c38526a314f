"""The letters of a PNG: fonts of the machine for other scripts, code points and a warning where there is none."""

from __future__ import annotations

import struct
import warnings
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from sightline import MissingGlyphs
from sightline.render import png
from sightline.render.primitives.text_metrics import advance, arrow_between
from sightline.render.raster.glyphs import BUNDLED, choose_glyphs
from sightline.render.raster.machine_fonts import FOLDERS_VARIABLE, find_fonts, font_folders, lacking
from tests.cli.conftest import BOARD, Run, run

__all__ = ["run"]

OURS = Path(str(files("sightline.render.raster") / "fonts")) / BUNDLED
FRAME = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40" font-family="DejaVu Sans">{}</svg>'


def svg_of(text: str) -> str:
    return FRAME.format(f'<text class="words" x="5" y="30" font-size="20">{text}</text>')


@pytest.fixture(autouse=True)
def fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a folder in which all fonts of the machine are: none yet."""
    folder = tmp_path / "fonts"
    (folder / "deep").mkdir(parents=True)
    monkeypatch.setenv(FOLDERS_VARIABLE, str(folder))
    find_fonts.cache_clear()
    yield folder
    find_fonts.cache_clear()


def install(folder: Path, char: str, name: str = "Some-Sans.ttf") -> Path:
    """Write a font that has the heart of ours for another character."""
    font = bytearray(OURS.read_bytes())
    at = font.index(b"cmap")
    start = struct.unpack_from(">I", font, at + 8)[0]
    table = start + struct.unpack_from(">I", font, start + 8)[0]
    size = struct.unpack_from(">H", font, table + 6)[0]
    ends = struct.unpack_from(f">{size // 2}H", font, table + 14)
    segment, code = ends.index(0x2764), ord(char)
    delta_at = table + 16 + 2 * size + 2 * segment
    delta = (struct.unpack_from(">H", font, delta_at)[0] + 0x2764 - code) & 0xFFFF
    for place, value in ((14, code), (16 + size, code)):
        struct.pack_into(">H", font, table + place + 2 * segment, value)
    struct.pack_into(">H", font, delta_at, delta)
    file = folder / "deep" / name
    file.write_bytes(font)
    return file


def test_our_font_has_latin_greek_cyrillic_and_the_signs() -> None:
    assert lacking(OURS, "Aé→✕≈ßœŁΩжя″−▲王ع😀") == {"王", "ع", "😀"}


def test_what_our_font_has_is_drawn_without_another(fonts: Path) -> None:
    install(fonts, "王")
    assert choose_glyphs(svg_of("Wg→ жΩ"), OURS) == (svg_of("Wg→ жΩ"), ())


def test_other_scripts_are_drawn_with_a_font_of_the_machine(fonts: Path) -> None:
    pytest.importorskip("resvg_py")
    file = install(fonts, "王")
    found = choose_glyphs(svg_of("王 A"), OURS)
    assert found == (svg_of("王 A"), (str(file),))
    blank, drawn = png(svg_of("")), png(svg_of("王"))
    assert drawn != blank
    file.unlink()
    find_fonts.cache_clear()
    with pytest.warns(MissingGlyphs):
        assert png(svg_of("王")) not in (blank, drawn)


def test_what_no_font_has_is_spelled_out_in_the_same_width_and_said(fonts: Path) -> None:
    install(fonts, "李")
    with pytest.warns(MissingGlyphs) as told:
        found = choose_glyphs(svg_of("王小明 → 李: 弓 &lt;b"), OURS)
    assert ">738B5C0F660E → 李: 5F13 &lt;b<" in found.svg_text
    size = float(found.svg_text.split('font-size="')[1].split('"')[0])
    assert size * advance("738B5C0F660E → 李: 5F13 <b") <= 20 * advance("王小明 → 李: 弓 <b") + 0.1
    warning = told[0].message
    assert isinstance(warning, MissingGlyphs)
    assert warning.characters == ("王", "小", "明", "弓")
    assert warning.words == ("王小明", "弓")
    assert str(warning) == (
        "no font on this machine has 王, 小, 明, 弓 (in 王小明, 弓): the PNG shows code points instead"
    )


def test_joined_emoji_are_drawn_beside_each_other() -> None:
    with pytest.warns(MissingGlyphs):
        found = choose_glyphs(svg_of("👨\u200d👩\ufe0f"), OURS)
    assert ">1F4681F469<" in found.svg_text


def test_broken_fonts_and_folders_that_are_not_there_are_passed_over(
    fonts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = install(fonts, "王", "z.ttf")
    for name, content in {"a.ttf": b"", "b.otf": b"x" * 40, "c.ttc": b"ttcf", "d.txt": whole.read_bytes()}.items():
        (fonts / name).write_bytes(content)
    for length in (20, 300, 3000):
        (fonts / f"cut{length}.ttf").write_bytes(whole.read_bytes()[:length])
    (fonts / "LastResort.ttf").write_bytes(whole.read_bytes())
    assert find_fonts(frozenset("王")).files == (str(whole),)
    find_fonts.cache_clear()
    monkeypatch.setenv(FOLDERS_VARIABLE, str(fonts / "none"))
    assert find_fonts(frozenset("王")) == ((), frozenset("王"))


def test_plain_fonts_come_before_others(fonts: Path) -> None:
    for name in ("A-Serif.ttf", "B-Sans-Bold.ttf", "C-Sans-Regular.ttf", "D-Sans.ttf"):
        install(fonts, "王", name)
    assert Path(find_fonts(frozenset("王")).files[0]).name == "C-Sans-Regular.ttf"


@pytest.mark.parametrize("platform", ["linux", "win32", "darwin"])
def test_each_system_has_folders_of_fonts(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDERS_VARIABLE)
    monkeypatch.setattr("sys.platform", platform)
    assert any("ont" in folder for folder in font_folders())


def test_the_command_line_warns_and_draws(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    out = tmp_path / "out.png"
    told = run("draw", "-", "--png", str(out), stdin=BOARD.replace("Dr. No", "王"))
    assert told.status == 0
    assert told.err == ("Warning: no font on this machine has 王 (in 王): the PNG shows code points instead.\n")
    assert out.read_bytes().startswith(b"\x89PNG")
    assert run("draw", "-", "--svg", str(tmp_path / "out.svg"), stdin=BOARD.replace("Dr. No", "王")).err == ""


def test_widths_of_other_scripts_are_estimated() -> None:
    assert advance("王小") == 2.0
    assert advance("😀") == pytest.approx(1.3)
    assert advance("علي") == pytest.approx(3 * 0.95)
    assert advance("e\u0301") == advance("e")


def test_an_arrow_points_to_the_right_between_names_of_every_script() -> None:
    assert arrow_between("A", "王") == "A → 王"
    assert arrow_between("علي", "سام") == "علي\u200e → \u200eسام"


def test_nothing_is_warned_of_latin() -> None:
    pytest.importorskip("resvg_py")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        png(svg_of("Ann → Ben"))
