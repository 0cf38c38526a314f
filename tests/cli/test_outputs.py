"""Pictures into files: whole or not at all."""

from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Run

PNG = b"\x89PNG\r\n\x1a\n"
COMMANDS = [
    ["shot", "A", "T"],
    ["shot", "A", "T", "--set", "A.facing=S", "--why-not"],
    ["resolve", "A", "T", "--seed", "1"],
    ["see", "A"],
    ["reach", "A"],
    ["threat", "blue"],
    ["advise", "A"],
    ["line", "A1", "B2"],
    ["draw"],
]


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_pictures_beside_the_answer(run: Run, board: str, tmp_path: Path, command: list[str]) -> None:
    name, *arguments = command
    svg, png = tmp_path / "out.svg", tmp_path / "out.png"
    done = run(name, board, *arguments, "--svg", str(svg), "--png", str(png), "--json")
    assert done.status == 0
    assert done.out == ("" if name == "draw" else run(name, board, *arguments, "--json").out)
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")
    assert png.read_bytes().startswith(PNG)
    assert {file.name for file in tmp_path.iterdir()} == {"board.yaml", "out.svg", "out.png"}


@pytest.mark.parametrize(
    "command", [COMMANDS[0], *(pytest.param(command, marks=pytest.mark.slow) for command in COMMANDS[1:])]
)
def test_pictures_on_the_standard_output(run: Run, board: str, command: list[str]) -> None:
    name, *arguments = command
    svg = run(name, board, *arguments, "--svg", "-", "--json")
    assert ElementTree.fromstring(svg.out).tag.endswith("svg")
    png = run(name, board, *arguments, "--png", "-")
    assert png.written.startswith(PNG)
    assert png.written.rstrip().endswith(b"IEND\xaeB`\x82")


LOOKS = [("shot", "A", "T"), ("see", "A"), ("reach", "A"), ("threat", "red"), ("advise", "A"), ("draw",), ("chart",)]


@pytest.mark.slow
@pytest.mark.parametrize("command", [*LOOKS, ("line", "A1", "C3"), ("resolve", "A", "T", "--seed", "1")])
def test_colours_and_size_of_pictures(run: Run, board: str, tmp_path: Path, command: tuple[str, ...]) -> None:
    name, *arguments = command
    svg, png = tmp_path / "out.svg", tmp_path / "out.png"
    look = ("--colours", "print", "--size", "30")
    assert run(name, board, *arguments, "--svg", str(svg), "--png", str(png), *look).status == 0
    small = ElementTree.parse(svg).getroot()
    assert small.get("class") == "print"
    assert run(name, board, *arguments, "--svg", str(svg), "--size", "60").status == 0
    large = ElementTree.parse(svg).getroot()
    assert large.get("class") == "colour"
    assert float(large.get("height") or 0) > float(small.get("height") or 0)
    assert round(float(small.get("width") or 0)) == int.from_bytes(png.read_bytes()[16:20], "big")


def test_a_chart_is_printed_and_drawn(run: Run, board: str, tmp_path: Path) -> None:
    svg = tmp_path / "out.svg"
    assert run("chart", board, "--svg", str(svg)).out == run("chart", board).out
    assert svg.read_text(encoding="utf-8") == run("chart", board, "--as", "svg").out.rstrip("\n") + "\n"
    assert 'class="print"' in run("chart", board, "--as", "html", "--colours", "print").out


@pytest.mark.parametrize(("option", "value"), [("--colours", "print"), ("--size", "30")])
def test_options_of_pictures_want_a_picture(run: Run, board: str, option: str, value: str) -> None:
    for command in (("shot", board, "A", "T"), ("chart", board), ("draw", board)):
        refused = run(*command, option, value)
        assert refused.status == 2
        assert f"{option} is for pictures: ask for one, as by --svg FILE." in refused.err


@pytest.mark.parametrize("size", ["0", "-1", "1001", "nan", "wide"])
def test_sizes_that_are_none_are_refused(run: Run, board: str, tmp_path: Path, size: str) -> None:
    refused = run("draw", board, "--svg", str(tmp_path / "out.svg"), "--size", size)
    assert refused.status == 2
    assert "--size" in refused.err
    assert not (tmp_path / "out.svg").exists()


def test_a_png_of_too_many_pixels_is_refused_at_once(run: Run, board: str, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    refused = run("draw", board, "--png", str(tmp_path / "out.png"), "--size", "1000")
    assert refused.status == 2
    assert "a PNG has at most 50000000 pixels, and this one has 55013728: choose a smaller size" in refused.err


def test_a_side_view_has_colours_too(run: Run, board: str, tmp_path: Path) -> None:
    svg = tmp_path / "side.svg"
    assert run("shot", board, "A", "T", "--side-view", str(svg), "--colours", "print").status == 0
    assert ElementTree.parse(svg).getroot().get("class") == "print"


def test_a_side_view_is_svg_or_png_by_its_name(run: Run, board: str, tmp_path: Path) -> None:
    svg, png = tmp_path / "side.svg", tmp_path / "SIDE.PNG"
    assert run("shot", board, "A", "T", "--side-view", str(svg)).out == run("shot", board, "A", "T").out
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")
    assert run("shot", board, "A", "T", "--side-view", str(png)).status == 0
    assert png.read_bytes().startswith(PNG)
    shown = run("shot", board, "A", "T", "--side-view", "-")
    assert shown.out.encode() == svg.read_bytes()


BAD = [
    ["shot", "{bad}", "A", "T"],
    ["shot", "{board}", "A", "Q"],
    ["shot", "{board}", "A", "A"],
    ["shot", "{board}", "A", "T", "--set", "A.at=Z9"],
    ["shot", "{board}", "A", "T", "--ruling", "near=by"],
    ["shot", "{board}", "A", "T", "--weapon", "bow"],
    ["shot", "{board}", "A"],
    ["see", "{board}", "Q"],
    ["reach", "{board}", "Q"],
    ["threat", "{board}", "green"],
    ["advise", "{board}", "Q"],
    ["resolve", "{board}", "A", "A"],
    ["line", "{board}", "A1", "Z9"],
    ["draw", "{bad}"],
]


@pytest.mark.parametrize("command", BAD, ids=" ".join)
def test_bad_input_writes_nothing(run: Run, board: str, bad: str, tmp_path: Path, command: list[str]) -> None:
    old = tmp_path / "old.svg"
    old.write_text("before")
    before = {file.name for file in tmp_path.iterdir()}
    command = [part.format(board=board, bad=bad) for part in command]
    refused = run(*command, "--svg", str(old), "--png", str(tmp_path / "new.png"))
    assert (refused.status, refused.out) == (2, "")
    assert refused.err
    assert old.read_text() == "before"
    assert {file.name for file in tmp_path.iterdir()} == before
    as_json = run(*command, "--svg", str(old), "--json")
    assert (as_json.status, as_json.err) == (2, "")
    assert set(as_json.json[0]) == {"file", "line", "column", "key", "found", "allowed", "nearest", "message"}


def test_without_the_extra_nothing_is_written(
    run: Run, board: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def importing(name: str, *more: Any) -> Any:
        if name == "resvg_py":
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", importing)
    svg = tmp_path / "out.svg"
    svg.write_text("before")
    for options in ([], ["--json"]):
        refused = run("shot", board, "A", "T", "--svg", str(svg), "--png", str(tmp_path / "out.png"), *options)
        assert refused.status == 2
        assert 'pip install "sightline[png]"' in (refused.json[0]["message"] if options else refused.err)
        assert svg.read_text() == "before"
        assert not (tmp_path / "out.png").exists()


def test_a_failure_to_draw_leaves_the_old_file(
    run: Run, board: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> str:
        raise RuntimeError("no ink")

    monkeypatch.setattr("sightline.render.svg", fail)
    old = tmp_path / "old.svg"
    old.write_text("before")
    failed = run("shot", board, "A", "T", "--svg", str(old))
    assert (failed.status, failed.out) == (70, "")
    assert failed.err == "internal error in sightline: RuntimeError: no ink. SIGHTLINE_DEBUG=1 shows where.\n"
    assert old.read_text() == "before"


@pytest.mark.parametrize("out", ["no/such/folder.svg", ".", "board.yaml/out.svg", "x" * 300])
def test_places_where_nothing_can_be_written(run: Run, board: str, tmp_path: Path, out: str) -> None:
    first = tmp_path / "first.png"
    refused = run("shot", board, "A", "T", "--png", str(first), "--svg", str(tmp_path / out))
    assert (refused.status, refused.out) == (2, "")
    assert refused.err
    assert {file.name for file in tmp_path.iterdir()} == {"board.yaml"}


def test_two_pictures_cannot_go_to_one_place(run: Run, board: str, tmp_path: Path) -> None:
    for out in ("-", str(tmp_path / "out")):
        for one, other in (("--svg", "--png"), ("--png", "--side-view")):
            refused = run("shot", board, "A", "T", other, out, one, out)
            assert (refused.status, refused.out) == (2, "")
            assert f"{one} and {other} cannot both go to {out!r}." in refused.err
    assert run("shot", board, "A", "T", "--svg", "").status == 2
    assert {file.name for file in tmp_path.iterdir()} == {"board.yaml"}


@pytest.mark.parametrize(
    ("flag", "name", "written", "better"),
    [
        ("--png", "x.jpg", ".png, not as .jpg", "x.png"),
        ("--png", "a/X.SVG", ".png, not as .SVG", "a/X.png"),
        ("--svg", "board.yaml", ".svg, not as .yaml", "board.svg"),
        ("--svg", "x.html", ".svg, not as .html", "x.svg"),
        ("--side-view", "x.pdf", ".svg or .png, not as .pdf", "x.svg"),
    ],
)
def test_a_picture_is_not_written_under_the_name_of_another_kind_of_file(
    run: Run, board: str, tmp_path: Path, flag: str, name: str, written: str, better: str
) -> None:
    refused = run("shot", board, "A", "T", flag, name)
    assert (refused.status, refused.out) == (2, "")
    assert f"{flag}: the file is written as {written}; name it '{better}'." in refused.err
    assert run("shot", board, "A", "T", flag, str(tmp_path / "tmp.X8s2")).status == 0


def test_devices_links_and_long_names(run: Run, board: str, tmp_path: Path) -> None:
    assert run("draw", board, "--svg", "/dev/null").status == 0
    assert not Path("/dev/null").is_file()
    link, target = tmp_path / "link.svg", tmp_path / "target.svg"
    target.write_text("before")
    link.symlink_to(target)
    assert run("draw", board, "--svg", str(link)).status == 0
    assert link.is_symlink()
    assert target.read_text().startswith("<svg")
    assert run("draw", board, "--svg", str(tmp_path / ("x" * 255))).status == 0


def test_a_written_file_can_be_read_by_others(run: Run, board: str, tmp_path: Path) -> None:
    out, plain = tmp_path / "out.svg", tmp_path / "plain"
    plain.touch()
    run("draw", board, "--svg", str(out))
    assert out.stat().st_mode == plain.stat().st_mode
