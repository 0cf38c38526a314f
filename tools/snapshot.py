"""Compare the answers of two checkouts of the project: write what one answers, write what the other answers, compare.

    python -m tools.snapshot write CORPUS OUT [--every N] [--jobs J]   # one line per answer: its key and its SHA-256
    python -m tools.snapshot compare ONE OTHER                         # exits 1 where an answer differs
    python -m tools.snapshot show CORPUS KEY                           # the whole answer behind a key

CORPUS is a directory of scenario files. Every question is put to each of them, as JSON and as pictures; files whose
names begin with `battle` are fought as well, and files in `scenarios/` of the checkout also go through the command line
in both languages. Only public names are used, so that the tool runs in checkouts whose insides differ.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any, cast

import sightline
from sightline import render
from sightline.board import format_cell
from sightline.cli import main as run_command

Answer = tuple[str, Callable[[], str]]
"""A question and how it is answered."""

ROOT = Path(__file__).parents[1]
PAIRS, PIECES, CELLS = 12, 3, 4
"""The most pairs, pieces and cells of a scenario that are asked about."""
BATTLES = ("--battles", "2", "--limit", "300", "--jobs", "1")
COMMANDS = ("chart", "check", "draw", "shot", "see", "reach", "threat", "advise", "resolve")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tool; return its exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(required=True)
    write = commands.add_parser("write")
    write.add_argument("corpus", type=Path)
    write.add_argument("out", type=Path)
    write.add_argument("--every", type=int, default=1, help="take each Nth file only")
    write.add_argument("--jobs", type=int, default=2)
    write.set_defaults(run=lambda options: write_hashes(options.corpus, options.out, options.every, options.jobs))
    compare = commands.add_parser("compare")
    compare.add_argument("one", type=Path)
    compare.add_argument("other", type=Path)
    compare.set_defaults(run=lambda options: compare_hashes(options.one, options.other))
    show = commands.add_parser("show")
    show.add_argument("corpus", type=Path)
    show.add_argument("key")
    show.set_defaults(run=lambda options: show_answer(options.corpus, options.key))
    options = parser.parse_args(arguments)
    return int(options.run(options))


def write_hashes(corpus: Path, out: Path, every: int, jobs: int) -> int:
    """Write the hash of every answer, sorted by file."""
    files = sorted(corpus.glob("*.yaml"))[::every] + sorted((ROOT / "scenarios").glob("*/*.yaml"))
    with ProcessPoolExecutor(jobs) as pool, out.open("w", encoding="utf-8") as lines:
        for found in pool.map(_hashes_of, files, chunksize=4):
            lines.writelines(f"{key}\t{found_hash}\n" for key, found_hash in found)
    return 0


def compare_hashes(one: Path, other: Path) -> int:
    """Print which answers differ, or stand in one of the two files alone."""
    first, second = (dict(line.rsplit("\t", 1) for line in file.open(encoding="utf-8")) for file in (one, other))
    common = first.keys() & second.keys()
    different = sorted(key for key in common if first[key] != second[key])
    for key in different:
        print(f"different: {key}")
    alone = sorted(first.keys() ^ second.keys())
    for key in alone:
        print(f"in one alone: {key}")
    print(f"{len(common)} answers compared, {len(different)} differ, {len(alone)} stand in one alone")
    return 1 if different or alone else 0


def show_answer(corpus: Path, key: str) -> int:
    """Print the whole answer behind a key, `FILE QUESTION`."""
    name, _, question = key.partition(" ")
    [file] = [*corpus.glob(name), *(ROOT / "scenarios").glob(f"*/{name}")]
    answer = dict(iter_answers(file))[question]
    print(_text_of(answer))
    return 0


def _hashes_of(file: Path) -> list[tuple[str, str]]:
    return [
        (f"{file.name} {question}", hashlib.sha256(_text_of(answer).encode()).hexdigest())
        for question, answer in iter_answers(file)
    ]


def _text_of(answer: Callable[[], str]) -> str:
    try:
        return answer()
    except Exception as error:  # what is refused, and in which words, is part of the snapshot
        return f"{type(error).__name__}: {error}"


def iter_answers(file: Path) -> Iterator[Answer]:
    """Yield every question about a scenario file."""
    yield "check", partial(_run, "check", str(file), "--json")
    try:
        scenario = sightline.load(file)
    except sightline.ScenarioError:
        return
    yield "yaml", scenario.to_yaml
    yield "svg", scenario.svg
    yield "text", scenario.text
    yield from _questions(scenario)
    yield from _questions_about_cells(scenario)
    if file.name.startswith("battle"):
        for players in permutations(("random", "greedy"), 2):
            yield f"battle {' '.join(players)}", partial(_fight, file, players)
    if file.is_relative_to(ROOT):
        for command in COMMANDS:
            for language in sightline.LANGUAGES:
                yield f"{command} {language}", partial(_ask, command, file, scenario, language)


def _questions(scenario: sightline.Scenario) -> Iterator[Answer]:
    names = list(scenario.position.pieces)
    for one, other in list(permutations(names, 2))[:PAIRS]:
        yield f"shot {one} {other}", partial(_json, partial(scenario.shot, one, other, why_not=True))
        yield f"resolve {one} {other}", partial(_json, partial(scenario.resolve, one, other, seed=7))
    for one, other in list(permutations(names, 2))[:2]:
        ask = partial(scenario.shot, one, other)
        yield f"shot {one} {other} svg", partial(_svg, ask)
        yield f"shot {one} {other} text", partial(_text, ask)
        yield f"shot {one} {other} side", partial(_side_view, ask)
    yield "chart", partial(_chart, scenario)
    yield "chart svg", partial(_chart_svg, scenario)
    for name in names[:PIECES]:
        for key, question in (("see", scenario.see), ("reach", scenario.reach), ("advise", scenario.advise)):
            ask_of = partial(cast("Callable[[str], Any]", question), name)
            yield f"{key} {name}", partial(_json, ask_of)
            yield f"{key} {name} svg", partial(_svg, ask_of)
            if name == names[0]:
                yield f"{key} {name} text", partial(_text, ask_of)
    for side in dict.fromkeys(piece.side for piece in scenario.position.pieces.values() if piece.side):
        yield f"threat {side}", partial(_json, partial(scenario.threat, side))
        yield f"threat {side} svg", partial(_svg, partial(scenario.threat, side), colours="print")


def _questions_about_cells(scenario: sightline.Scenario) -> Iterator[Answer]:
    if scenario.position.is_free:
        return
    yield "field", partial(_field, scenario, "clear")
    yield "field impeded", partial(_field, scenario, "impeded")
    labels = [format_cell(scenario.board, cell) for cell in scenario.board]
    for one, other in zip(labels[:CELLS], labels[: -CELLS - 1 : -1], strict=False):
        yield f"line {one} {other}", partial(_json, partial(scenario.line, one, other))
    for name in list(scenario.position.pieces)[:PIECES]:
        for label in labels[:: max(1, len(labels) // CELLS)]:
            yield f"strike {name} {label}", partial(_json, partial(scenario.strike, name, label))


def _json(ask: Callable[[], Any]) -> str:
    return str(ask().to_json())


def _svg(ask: Callable[[], Any], **options: Any) -> str:
    return str(ask().svg(**options))


def _text(ask: Callable[[], Any]) -> str:
    return str(ask().text())


def _side_view(ask: Callable[[], Any]) -> str:
    return str(ask().side_view())


def _chart(scenario: sightline.Scenario) -> str:
    return "\n".join(each.to_json() for each in scenario.chart())


def _chart_svg(scenario: sightline.Scenario) -> str:
    return render.svg(scenario.chart_scene(scenario.chart()))


def _field(scenario: sightline.Scenario, sight: str) -> str:
    return hashlib.sha256(cast("Any", scenario.field()).pairs(sight).tobytes()).hexdigest()


def _fight(file: Path, players: tuple[str, str]) -> str:
    red, blue = players
    with tempfile.TemporaryDirectory() as folder:
        _run("simulate", str(file), *BATTLES, "--seed", "5", "--red", red, "--blue", blue, "--records", folder)
        return "\n".join(each.read_text(encoding="utf-8") for each in sorted(Path(folder).iterdir()))


def _ask(command: str, file: Path, scenario: sightline.Scenario, language: str) -> str:
    names = [*scenario.position.pieces, "?", "?"][:2]
    about = {
        "shot": names,
        "resolve": [*names, "--seed", "3"],
        "threat": [scenario.position.pieces[names[0]].side or "?"],
    }
    about |= dict.fromkeys(("see", "reach", "advise"), names[:1])
    return _run(command, str(file), *about.get(command, []), "--lang", language)


def _run(*arguments: str) -> str:
    """Run a command in this process; return what it prints and its exit status, without the folder of this checkout."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    status: object = 0
    with redirect_stdout(out), redirect_stderr(err):
        try:
            run_command(list(arguments))
        except SystemExit as left:
            status = left.code
    texts = []
    for stream in (out, err):
        stream.flush()
        buffer = stream.buffer
        assert isinstance(buffer, io.BytesIO)
        texts.append(buffer.getvalue().decode().replace(str(ROOT), "."))
    return "\n".join((*texts, str(status)))


if __name__ == "__main__":
    sys.exit(main())
