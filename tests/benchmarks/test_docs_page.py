"""The page of the measurements and its picture, from made-up numbers; the page in the docs is of this suite."""

from __future__ import annotations

from xml.etree import ElementTree

from benchmarks.cases import PARTS
from benchmarks.docs_page import PAGE, page_of, picture_of
from benchmarks.growth import GROWTHS, Point
from benchmarks.measurement import Case, Floor, Result, Sizes, Work
from benchmarks.profiles import Spent, profile_of
from benchmarks.tables import random_walls_and_bases

_CASE = Case("{n} things", Sizes(9, 3, 1), lambda _: Work(int), "a peer", Floor(times=8), "It rounds.")
_RESULT = Result(_CASE, "full", ours=0.01, theirs=0.05, alone=0.02, remark="10 pairs")
_FIRST, _SECOND = list(GROWTHS)[:2]
_GROWN = {_FIRST: {32: Point(0.001, 90), 400: Point(2.5, 1200)}, _SECOND: {32: Point(0.002, 80)}}


def test_the_page_has_all_that_was_measured() -> None:
    page = page_of({"processor": "abacus"}, {"Things": [_RESULT]}, _GROWN, {"9 things": [Spent("beads.push", 0.9, 8)]})
    assert "| processor | abacus |\n" in page
    assert (
        "\n## Things\n\n| question | ours | on one | peer | | times | wanted | |\n".replace("| |", "|  |")
        + "| --- | --- | --- | --- | --- | --- | --- | --- |\n"
        + "| 9 things | 10.0 ms | 20.0 ms | a peer | 50.0 ms | 5.0 × | 8 ×: **not reached** | 10 pairs |\n"
    ) in page
    assert "\n*a peer*: It rounds.\n" in page
    assert f"| {GROWTHS[_FIRST].title} | 1.00 ms, 90 MiB | 2.50 s, 1,200 MiB |\n" in page
    assert f"| {GROWTHS[_SECOND].title} | 2.00 ms, 80 MiB |  |\n" in page
    assert "| 90% | 8 | `beads.push` |\n" in page


def test_the_picture_has_a_curve_for_each_question() -> None:
    drawing = ElementTree.fromstring(picture_of(_GROWN))
    curves = drawing.findall(".//{http://www.w3.org/2000/svg}polyline")
    points = [[tuple(map(float, point.split(","))) for point in curve.get("points", "").split()] for curve in curves]
    assert [len(curve) for curve in points] == [2, 1, 2, 1]
    (x, y), (far_x, far_y) = points[0]
    assert x < far_x
    assert y > far_y  # more is higher up


def test_a_profile_names_functions_without_their_places() -> None:
    spent = profile_of(Case("shapes", Sizes(4, 4, 4), lambda size: Work(lambda: random_walls_and_bases(size, size))))
    assert 0 < sum(each.share for each in spent) <= 1
    assert any(each.where.startswith("sightline.plane.") for each in spent)
    assert not any("/" in each.where for each in spent)


def test_the_page_is_of_this_suite() -> None:
    cases = [case.name() for part in PARTS.values() for case in part]
    rows = [line.split(" | ")[0].removeprefix("| ") for line in PAGE.read_text(encoding="utf-8").splitlines()]
    assert [row for row in rows if row in cases] == cases
