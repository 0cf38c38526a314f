"""Measures the cases of the suite, each of ours against a peer in the same run, and prints a table."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from benchmarks.machine import description, pin
from benchmarks.measuring import Result, Scale, measure
from benchmarks.words import format_peer, format_seconds, format_times, verdict_of


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print each row as soon as it is there."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="take smaller boards")
    parser.add_argument("--only", metavar="WORDS", default="", help="take the cases with these words in their titles")
    parser.add_argument("--threads", metavar="N", type=int, help="keep to so many processors; all unless told")
    told = parser.parse_args(arguments)
    pin(told.threads)
    for what, value in description().items():
        print(f"{what:12}{value}")
    print("\nTimes: how many times as fast as the peer we are.\n")
    print(f"{'ours':>10}{'peer':>14}{'times':>9}  case, peer, floor, and what is to be said of it")
    for result in _measured(told.only, "quick" if told.quick else "full"):
        print(_line(result), flush=True)


def _measured(words: str, scale: Scale) -> Iterator[Result]:
    from benchmarks.cases import PARTS

    for cases in PARTS.values():
        yield from (measure(case, scale) for case in cases if words in case.title)


def _line(result: Result) -> str:
    times = "" if result.times is None else format_times(result.times)
    words = [result.case.name(result.scale), result.case.peer, verdict_of(result), result.told]
    numbers = f"{format_seconds(result.ours):>10}{format_peer(result):>14}{times:>9}"
    return f"{numbers}  {'; '.join(word for word in words if word)}"


if __name__ == "__main__":
    main()
