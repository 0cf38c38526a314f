"""One whole battle for each revision of the rules: it replays exactly, or is refused with what would replay it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import sightline
from sightline.battles.record_writer import with_checksum
from sightline.rules import installed_systems
from tests.battles.accounting import Books, Chain
from tests.cli.conftest import Run

FOLDER = Path(__file__).parent / "golden"
"""Named after system and revision. A file here is never changed: another revision of the rules gets another one."""
REVISION = installed_systems()["sodwa"].revision
NOW = FOLDER / f"sodwa-{REVISION}.record"
EARLIER = sorted({*FOLDER.glob("sodwa-*.record")} - {NOW})


def _with_revision(text: str, revision: int) -> str:
    """Return a record with another revision of the rules, its sum put right."""
    heading, *steps = text.split("\n\n")
    heading = heading.replace(f"\nrules_revision: {REVISION}\n", f"\nrules_revision: {revision}\n")
    return "\n".join((with_checksum(heading[: heading.rindex("sum: ")]), "\n\n".join(steps)))


@pytest.mark.slow
def test_it_replays_exactly(run: Run) -> None:
    text = NOW.read_text(encoding="utf-8")
    assert run("replay", str(NOW), "--verify").status == 0
    battle = sightline.replay(text)
    assert battle.record() == text
    record = run("replay", str(NOW), "--json").json
    assert json.loads(battle.to_json()) == record
    # Steps that were taken back are in the text, and not in the JSON.
    assert [step["hash"] for step in record["steps"]][-1] == re.findall("hash: (.*)", text)[-1]


def test_its_hashes_and_states_are_those_of_its_events() -> None:
    battle = sightline.replay(NOW.read_text(encoding="utf-8"))
    record = json.loads(battle.to_json())
    books, chain = Books(battle.run.game.position(battle.run.start), record["start"]), Chain(record)
    for step in record["steps"]:
        books.write(step["action"], step["events"])
        assert books.state == step["state"]
        assert chain.add(step) == step["hash"]


@pytest.mark.slow
def test_everything_happens_in_it() -> None:
    text = NOW.read_text(encoding="utf-8")
    record = json.loads(sightline.replay(text).to_json())
    events = [event for step in record["steps"] for event in step["events"]]
    kinds = {event["event"] for event in (*record["opening"], *events)}
    assert kinds == {
        *("tick", "turn-began", "moved", "turned", "picked-up", "put-down", "attacked", "knocked-back", "destroyed"),
        *("karma", "defeated", "turn-ended", "over"),
        *("used", "saved", "began", "ended", "healed", "hurt", "thrown", "teleported"),
    }
    done = {step["action"]["do"] for step in record["steps"]}
    assert done == {"move", "attack", "turn", "pick-up", "put-down", "ability", "end"}
    assert {"/" in event["at"] for event in events if event["event"] == "destroyed"} == {False, True}
    assert any(event.get("karma_spent") for event in events)
    assert any(event.get("cancelled") for event in events)
    assert any(event.get("doubles") for event in events)
    assert record["formations"] == {"red": "wings", "blue": "line"}
    assert record["result"]["how"] == "defeat"
    assert " is taken back.\n" in text


@pytest.mark.parametrize("revision", [REVISION + 1, 0])
def test_with_another_revision_it_is_refused_with_the_command_that_installs_the_right_one(
    run: Run, tmp_path: Path, revision: int
) -> None:
    forged = tmp_path / "forged.record"
    forged.write_bytes(_with_revision(NOW.read_text(encoding="utf-8"), revision).encode())
    refused = run("replay", str(forged), "--verify")
    assert refused.status == 1
    version = re.search("^sightline: (.*)$", forged.read_text(encoding="utf-8"), re.MULTILINE)
    assert version is not None
    assert f"pip install sightline=={version[1]}" in " ".join(refused.out.split())


def test_those_of_earlier_revisions_are_refused() -> None:
    for earlier in EARLIER:
        with pytest.raises(sightline.RecordError, match="pip install sightline=="):
            sightline.replay(earlier.read_text(encoding="utf-8"))
