"""Compile the kernels into the cache on disk: `.venv/bin/python -m tools.kernels`.

Otherwise each process of the tests would compile the same ones at the same time.
"""

from __future__ import annotations

import sightline
from sightline.server.workers.kernel_compilation import compile_kernels

BOARDS = (
    "{sightline: 1, rules: penance, map: {grid: hex, size: 12x12, terrain: {wall: [C3, F7]}}}",
    "{sightline: 1, rules: sodwa, map: {grid: square, size: 12x12, terrain: {obstructing: [C3, F7]}}}",
)
TABLE = """\
sightline: 1
rules: post-galactica
map: {grid: free, size: 20x20, features: [{is: wall, blocks: true, outline: [[5, 5], [6, 5], [6, 9]]}]}
pieces: {A: {at: [2, 2], base: 32mm}, B: {at: [12, 12], base: 32mm}}
"""


def main() -> None:
    """Compute what needs the kernels."""
    compile_kernels()
    for board in BOARDS:
        field = sightline.parse(board).field()
        field.pairs()
        for _row in field.rows():
            pass
        field.see(field.cells[0])
    sightline.parse(TABLE).field().pairs()


if __name__ == "__main__":
    main()
