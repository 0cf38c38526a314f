"""Measures the cases of the suite, each of ours against a peer in the same run, and prints a table."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from benchmarks.machine import description, pin
from benchmarks.measurement import Result, Scale, measure
from benchmarks.words import format_peer, format_seconds, format_times, verdict_of


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print each row as soon as it is there; write the page if told."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="take smaller boards")
    parser.add_argument("--only", metavar="WORDS", default="", help="take the cases with these words in their titles")
    parser.add_argument("--processors", metavar="N", type=int, help="keep to so many; all unless told")
    parser.add_argument("--write", action="store_true", help="measure growth too, and write docs/benchmarks.md")
    options = parser.parse_args(arguments)
    if options.write and (options.quick or options.only):
        parser.error("--write takes all cases at full size")
    pin(options.processors)
    machine = description()
    for what, value in machine.items():
        print(f"{what:12}{value}")
    print("\nTimes: how many times as fast as the peer we are.\n")
    print(f"{'ours':>10}{'on one':>10}{'peer':>14}{'times':>9}  case, peer, floor, and what is to be said of it")
    results = _measured(options.only, "quick" if options.quick else "full")
    if options.write:
        _write(machine, results)


def _measured(words: str, scale: Scale) -> dict[str, list[Result]]:
    from benchmarks.cases import PARTS

    found: dict[str, list[Result]] = {part: [] for part in PARTS}
    for part, cases in PARTS.items():
        for case in cases:
            if words in case.name():
                found[part].append(measure(case, scale))
                print(_line(found[part][-1]), flush=True)
    return found


def _line(result: Result) -> str:
    times = "" if result.times is None else format_times(result.times)
    alone = "" if result.alone is None else format_seconds(result.alone)
    words = [result.case.name(result.scale), result.case.peer, verdict_of(result), result.remark]
    numbers = f"{format_seconds(result.ours):>10}{alone:>10}{format_peer(result):>14}{times:>9}"
    return f"{numbers}  {'; '.join(word for word in words if word)}"


def _write(machine: Mapping[str, str], results: Mapping[str, Sequence[Result]]) -> None:
    from benchmarks.docs_page import PAGE, PICTURE, page_of, picture_of
    from benchmarks.growth import GROWTHS, SIZES, points_of
    from benchmarks.profiles import profile_of

    print("\nNow how cost grows; the last boards are large.")
    grown = {name: points_of(name, SIZES) for name in GROWTHS}
    missed = [result.case for part in results.values() for result in part if result.is_reached is False]
    profiles = {case.name(): profile_of(case) for case in missed if not case.is_process}
    PAGE.write_text(page_of(machine, results, grown, profiles), encoding="utf-8")
    PICTURE.write_text(picture_of(grown), encoding="utf-8")


if __name__ == "__main__":
    main()
