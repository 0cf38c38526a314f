"""Ask each extreme question in a process of its own, with a bound on time and memory, and print what it took.

    python -m tools.extremes [WORD ...]

asks those whose names have one of these words.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.extremes.extreme_scenarios import EXTREMES, Extreme

MEMORY, SECONDS = 4 << 30, int(os.environ.get("SECONDS", "60"))

_START = f"""
import re, resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS}, {SECONDS}))
peak = Path(sys.argv.pop(1))
from sightline.cli import main
try:
    main()
finally:
    peak.write_text(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])
"""
"""Ask, and write the most memory in KB: what `wait4` reports includes that of the parent process."""


def ask(extreme: Extreme, folder: Path, *options: str) -> tuple[int, float, int, str]:
    """Return exit status (-9: too long), seconds of processors, the most memory in MB, and the end of the output."""
    file = folder / f"{extreme.name}.yaml"
    if not file.exists():
        file.write_text(extreme.text())
    words = [word.replace("FILE", str(file)).replace("OUT", str(folder / "out")) for word in extreme.asked]
    output, peak = folder / "output", folder / "peak"
    peak.write_text("0")
    with output.open("wb") as stream:
        process = subprocess.Popen(
            [sys.executable, "-c", _START, str(peak), *words, *options], stdout=stream, stderr=subprocess.STDOUT
        )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)  # it is waited for here, where its seconds are known
    text = output.read_bytes()[-300:].decode(errors="replace").strip().splitlines() or [""]
    return process.returncode, usage.ru_utime + usage.ru_stime, int(peak.read_text()) // 1024, text[-1]


def main(words: list[str]) -> None:
    """Ask the questions whose names have one of these words, all without any."""
    with tempfile.TemporaryDirectory() as folder:
        for extreme in EXTREMES:
            if not words or any(word in extreme.name for word in words):
                status, seconds, memory, said = ask(extreme, Path(folder))
                size = (Path(folder) / f"{extreme.name}.yaml").stat().st_size / 1000
                took = f"exit {status:3}  {seconds:5.1f} s {memory:6} MB"
                print(f"{extreme.name:40} {size:8.1f} KB  {took}  {said[:90]}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
