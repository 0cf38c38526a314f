"""Prints a table of measurements: each case of ours against a peer in the same run. Writes nothing."""

from __future__ import annotations

import argparse
import os
import platform

from benchmarks.cases import Row, charts, moves, sees, start_up, tables


def main() -> None:
    """Measure, and print each row as soon as it is there."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="take smaller boards and fewer runs")
    is_quick = parser.parse_args().quick
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} processors, one thread each")
    print("Ratio: our seconds over the peer's; the peers give bare sight or ways, we odds, clauses and rulings.\n")
    print(f"{'case':48}{'ours':>10}{'peer':>10}{'ratio':>8}  peer and remarks")
    for measure in (start_up, sees, tables, moves, charts):
        for row in measure(is_quick=is_quick):
            print(_line(row), flush=True)


def _line(row: Row) -> str:
    theirs, ratio = "skipped", "-"
    if row.theirs is not None:
        theirs, ratio = f"{row.theirs:.4f} s", f"{row.ours / row.theirs:.2f}"
    said = row.peer if row.theirs is not None else f"{row.peer} (is not installed)"
    words = "; ".join(part for part in (said, row.remark) if part)
    return f"{row.case:48}{f'{row.ours:.4f} s':>10}{theirs:>10}{ratio:>8}  {words}"


if __name__ == "__main__":
    main()
